// What an option would do, on the board: pieces at their new places, and by how much numbers would change.

const SVG = "http://www.w3.org/2000/svg";
const made = (name, attributes = {}, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

// `moves` are pieces with the points they would go to, `changes` pieces with the difference of their number.
export function showGhosts(svg, { moves = [], changes = [] }) {
  document.getElementById("b-ghosts")?.remove();
  if (!svg || !(moves.length || changes.length)) return;
  const layer = made("g", { id: "b-ghosts", "aria-hidden": "true" });
  for (const [id, x, y] of moves) ghost(layer, id, x, y);
  const back = svg.getScreenCTM().inverse();
  for (const [id, change] of changes) badge(svg, layer, back, id, change);
  svg.append(layer);
}

function ghost(layer, id, x, y) {
  const piece = document.getElementById(id);
  if (!piece) return;
  const copy = (document.getElementById(`${id}-body`) ?? piece).cloneNode(true); // a card, or what it becomes
  for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
  const place = made("g", { class: "ghost", transform: `translate(${x} ${y})` });
  copy.removeAttribute("transform");
  copy.removeAttribute("data-flip");
  place.append(copy);
  layer.append(place);
}

// Beside the upper right corner of the piece, so that its number can still be read, and not beyond the board.
function badge(svg, layer, back, id, change) {
  const box = document.getElementById(id)?.getBoundingClientRect();
  if (!box?.width) return;
  const at = new DOMPoint(box.right, box.top).matrixTransform(back);
  const words = change > 0 ? `+${change}` : `−${-change}`;
  const wide = 12 + 9 * words.length;
  const over = Math.min(6, (box.width * back.a) / 8); // of a small number it covers next to nothing
  const x = Math.min(at.x + wide / 2 - over, svg.viewBox.baseVal.width - wide / 2);
  const place = made("g", { class: change > 0 ? "gain" : "loss", transform: `translate(${x} ${Math.max(at.y, 11)})` });
  place.append(made("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), made("text", { y: 5 }, words));
  layer.append(place);
}
