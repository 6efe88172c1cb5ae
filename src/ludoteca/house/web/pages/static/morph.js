// Changes what is on the page into what should be there, keeping every element that is still wanted:
// focus, scroll places and running glides survive. Elements are known by id, `data-key` or `data-action`.

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 420, easing: "cubic-bezier(.3,.1,.2,1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

// What an update leaves out, because it is as it was, is taken from the page.
export function parse(html, like) {
  const holder = document.createElement("template");
  holder.innerHTML = like.namespaceURI === SVG && like.localName !== "svg" ? `<svg>${html}</svg>` : html;
  for (const stub of holder.content.querySelectorAll("[data-same]"))
    stub.replaceWith(document.getElementById(stub.id).cloneNode(true));
  const found = holder.content.firstElementChild;
  return found && like.namespaceURI === SVG && like.localName !== "svg" ? found.firstElementChild : found;
}

const keyOf = (node) =>
  node.nodeType === 1 ? node.id || node.getAttribute("data-key") || node.getAttribute("data-action") || "" : "";

const alike = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName;

function attributes(old, fresh) {
  const wanted = fresh.getAttributeNames();
  for (const name of wanted) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames())
    if (!wanted.includes(name) && !(name === "open" && old.localName === "details")) old.removeAttribute(name);
}

export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== 1) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  attributes(old, fresh);
  if (old.hasAttribute("data-keep")) return;
  const named = new Map();
  for (let child = old.firstChild; child; child = child.nextSibling) {
    const key = keyOf(child);
    if (key) named.set(key, child);
  }
  const wanted = named.size ? new Set(Array.from(fresh.children, keyOf)) : null;
  let place = old.firstChild;
  for (let child = fresh.firstChild, next; child; child = next) {
    next = child.nextSibling;
    const key = keyOf(child);
    if (wanted && !key) while (place && keyOf(place) && !wanted.has(keyOf(place))) place = drop(place);
    let match = key ? named.get(key) : place && !keyOf(place) ? place : null;
    if (match && !alike(match, child)) match = null;
    if (match) {
      if (match === place) place = place.nextSibling;
      else move(old, match, place);
      morph(match, child);
    } else old.insertBefore(child, place);
  }
  while (place) place = drop(place);
}

// Lets exactly the elements with these ids stand in `old`, in this order; new ones come from `fresh`.
export function arrange(old, keys, fresh) {
  const wanted = new Set(keys);
  for (const child of [...old.children]) if (!wanted.has(child.id)) child.remove();
  let place = old.firstElementChild;
  for (const key of keys) {
    const known = document.getElementById(key);
    if (known && known === place) place = place.nextElementSibling;
    else if (known?.parentNode === old) move(old, known, place);
    else if (fresh[key]) old.insertBefore(parse(fresh[key], old), place);
  }
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function move(parent, node, before) {
  if (parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

// Where a piece lies on its board now: a board that is moved as a whole carries its pieces along.
function place(piece, board) {
  const box = piece.getBoundingClientRect();
  return [box.x + box.width / 2 - board.x, box.y + box.height / 2 - board.y];
}

const gliding = (root) => [...root.querySelectorAll("[data-flip]")].filter((piece) => piece.firstElementChild);
const boardOf = (pieces) => pieces[0]?.ownerSVGElement.getBoundingClientRect();

function places(root) {
  const pieces = gliding(root);
  const board = boardOf(pieces);
  return new Map(pieces.map((piece) => [piece.id, place(piece, board)]));
}

const running = new WeakMap();

// First everything is stilled, then measured, then set off: measuring in between would lay the page out each time.
function glide(root, before) {
  const pieces = gliding(root);
  for (const piece of pieces) running.get(piece.firstElementChild)?.cancel();
  const board = boardOf(pieces);
  const ways = pieces.map((piece) => way(piece, before.get(piece.id), board));
  pieces.forEach((piece, number) => {
    const inner = piece.firstElementChild;
    if (ways[number]) running.set(inner, inner.animate(...ways[number]));
  });
}

// How a piece comes to where it lies now: from its old place, or out of nothing.
function way(piece, from, board) {
  if (!from) return [[{ opacity: 0 }, { opacity: 1 }], { duration: 260 }];
  const to = place(piece, board);
  const [dx, dy] = [from[0] - to[0], from[1] - to[1]];
  if (Math.hypot(dx, dy) < 1.5) return null;
  const { a, b, c, d } = piece.getScreenCTM();
  const area = a * d - b * c || 1;
  const x = (d * dx - c * dy) / area;
  const y = (a * dy - b * dx) / area;
  return [[{ transform: `translate(${x}px,${y}px)` }, { transform: "translate(0,0)" }], GLIDE];
}

// Runs `change` and lets the pieces of the board glide from where they were; focus stays with the same thing,
// or goes to `home` when the thing is gone.
export function changing(root, change, home) {
  const focused = document.activeElement;
  const inside = focused && focused !== document.body && root.contains(focused);
  const key = inside ? keyOf(focused) : "";
  const before = still.matches || document.hidden ? null : places(root);
  change();
  if (before) glide(root, before);
  if (!inside || (holds(focused) && document.activeElement === focused)) return;
  const again = holds(focused) ? focused : key && find(root, key);
  (holds(again) ? again : home())?.focus({ preventScroll: true });
}

// Whether an element can have the focus: browsers take it away a little later from one that cannot.
const holds = (element) => element?.isConnected && (element.tabIndex >= 0 || element.hasAttribute("tabindex"));

function find(root, key) {
  const escaped = CSS.escape(key);
  return root.querySelector(`[id="${escaped}"],[data-key="${escaped}"],[data-action="${escaped}"]`);
}
