// Names in the log and pieces on the board point at each other.

export function pointAtNames(board, log, first) {
  const light = ({ target }) => {
    const { about, named } = target.closest?.("[data-about], [data-named]")?.dataset ?? {};
    const key = CSS.escape(named ?? about ?? "");
    for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
    if (!key) return;
    for (const one of board.querySelectorAll(`[data-about="${key}"]`)) one.classList.add("pointed");
    for (const one of log.querySelectorAll(`[data-named="${key}"]`)) one.classList.add("pointed");
  };
  for (const place of [board, log]) {
    for (const sign of ["pointerover", "focusin", "pointerleave"]) place.addEventListener(sign, light);
  }
  light(first);
}
