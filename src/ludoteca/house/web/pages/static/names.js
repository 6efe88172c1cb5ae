// Names in sentences and pieces on the board point at each other; a place without a piece gets a ring.

export function pointAtNames(main, first) {
  let ring = null;
  const light = ({ target }) => {
    const { about, named, at } = target.closest?.("[data-about], [data-named]")?.dataset ?? {};
    const key = CSS.escape(named ?? about ?? "");
    ring?.remove();
    for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
    if (!key) return;
    for (const one of main.querySelectorAll(`[data-about="${key}"], [data-named="${key}"]`)) one.classList.add("pointed");
    if (at) draw(at.split(" "));
  };
  const draw = ([cx, cy]) => {
    ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    const looks = { cx, cy, r: 27, fill: "none", stroke: "#f2b632", "stroke-width": 6, "pointer-events": "none" };
    for (const [name, value] of Object.entries(looks)) ring.setAttribute(name, value);
    document.getElementById("b-board")?.append(ring);
  };
  for (const sign of ["pointerover", "focusin", "pointerleave"]) main.addEventListener(sign, light);
  light(first);
}
