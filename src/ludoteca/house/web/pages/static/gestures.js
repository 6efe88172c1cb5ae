// Choices made by touching pieces: what can begin lights up, then what can follow, and the choice is made as
// soon as one is left. A piece can also be dragged onto the next one. Escape lets go.

// Pixels a pointer moves before a press becomes a drag.
const FAR = 8;

export class Gestures {
  // `choose(text, piece)` makes a choice and says whether it was made; `refuse(piece)` says why a piece cannot
  // be touched; `offer(text)` offers a choice that is complete although it could go on (empty: nothing).
  constructor(board, { choose, refuse, offer }) {
    Object.assign(this, { board, choose, refuse, offer, held: [], made: [] });
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("pointerdown", (event) => this.pressed(event));
    addEventListener("keydown", (event) => event.key === "Escape" && this.release());
    this.read();
  }

  // After every change of the board.
  read() {
    const told = document.getElementById("b-gestures")?.dataset.gestures ?? "[]";
    if (told !== this.told) [this.held, this.asked] = [[], ""];
    this.told = told;
    this.made = JSON.parse(told).map(([text, together, ...keys]) => ({ text, together, keys }));
    this.show();
  }

  left(held) {
    return this.made.filter(({ together, keys }) =>
      held.every((key, number) => (together ? keys.includes(key) : keys[number] === key)));
  }

  next(held) {
    return new Set(this.left(held).flatMap(({ together, keys }) =>
      together ? keys.filter((key) => !held.includes(key)) : keys.slice(held.length, held.length + 1)));
  }

  // The choice that touching a piece now would make; empty if none or not yet.
  would(key) {
    for (const held of [[...this.held, key], [key]]) {
      const left = this.left(held);
      if (left.length === 1) return left[0].text;
    }
    return "";
  }

  touch(key, piece) {
    if (this.asked && key === this.held.at(-1)) return this.make(this.asked, piece);
    this.asked = "";
    if (this.held.includes(key)) this.held = this.without(key);
    else if (this.next(this.held).has(key)) this.held.push(key);
    else if (this.next([]).has(key)) this.held = [key];
    else return this.refuse(piece);
    const left = this.left(this.held);
    const whole = left.find(({ keys }) => keys.length === this.held.length);
    if (this.held.length && left.length === 1) return this.make(left[0].text, piece);
    this.offer(this.held.length && whole ? whole.text : "");
    this.show();
  }

  without(key) {
    const place = this.held.indexOf(key);
    const together = this.left(this.held).every((one) => one.together);
    return together ? this.held.filter((other) => other !== key) : this.held.slice(0, place);
  }

  make(text, piece) {
    this.asked = this.choose(text, piece) ? "" : text;
    if (!this.asked) this.held = [];
    this.show();
  }

  release() {
    if (!this.held.length) return;
    this.held = [];
    this.asked = "";
    this.offer("");
    this.show();
  }

  // Which pieces are lit, and which are held.
  show() {
    const next = this.asked ? new Set() : this.next(this.held);
    for (const piece of this.board.querySelectorAll("[data-touch]")) {
      const key = piece.dataset.touch;
      const held = this.held.includes(key);
      piece.classList.toggle("lit", next.has(key));
      piece.classList.toggle("held", held);
      piece.setAttribute("tabindex", next.has(key) || held ? 0 : -1);
      if (held) piece.setAttribute("aria-pressed", "true");
      else piece.removeAttribute("aria-pressed");
    }
    this.board.classList.toggle("holding", this.held.length > 0);
  }

  clicked(event) {
    if (this.dragged) return (this.dragged = false);
    const piece = event.target.closest("[data-touch]");
    if (piece) this.touch(piece.dataset.touch, piece);
    else if (!event.target.closest("[data-action]")) this.release();
  }

  // Dragging: the piece follows the pointer until it is let go over another one.
  pressed(event) {
    const piece = event.target.closest("[data-touch]");
    if (!piece || event.button || !(this.next(this.held).has(piece.dataset.touch))) return;
    const from = [event.clientX, event.clientY];
    let shadow = null;
    const moved = (move) => {
      const way = [move.clientX - from[0], move.clientY - from[1]];
      if (!shadow && Math.hypot(...way) < FAR) return;
      shadow ??= this.lift(piece);
      const { a, b, c, d } = shadow.parentNode.getScreenCTM();
      const area = a * d - b * c || 1;
      shadow.setAttribute("transform", `translate(${(d * way[0] - c * way[1]) / area} ${(a * way[1] - b * way[0]) / area})`);
    };
    const stop = (end) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!shadow) return;
      shadow.remove();
      const target = end.type === "pointerup" && document.elementFromPoint(end.clientX, end.clientY)?.closest("[data-touch]");
      this.dragged = end.pointerType === "mouse" && target === piece;
      if (!target || target === piece) return this.release();
      this.touch(target.dataset.touch, target);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  lift(piece) {
    if (!this.held.includes(piece.dataset.touch)) this.touch(piece.dataset.touch, piece);
    const shadow = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const copy = piece.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("[id],[data-touch],[data-flip]")])
      for (const name of ["id", "data-touch", "data-flip", "role", "tabindex"]) one.removeAttribute(name);
    shadow.setAttribute("class", "dragged");
    shadow.append(copy);
    piece.parentNode.append(shadow);
    return shadow;
  }
}
