// Names in sentences and pieces on the board point at each other.

export function pointAtNames(main, first) {
  const light = ({ target }) => {
    const { about, named } = target.closest?.("[data-about], [data-named]")?.dataset ?? {};
    const key = CSS.escape(named ?? about ?? "");
    for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
    if (!key) return;
    for (const one of main.querySelectorAll(`[data-about="${key}"], [data-named="${key}"]`)) one.classList.add("pointed");
  };
  for (const sign of ["pointerover", "focusin", "pointerleave"]) main.addEventListener(sign, light);
  light(first);
}
