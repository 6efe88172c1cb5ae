// The inspector: point at a piece, press it for a moment or focus it, and read what it is.

const REST = 300; // milliseconds a pointer rests
const HOLD = 500; // and a finger stays
const FAR = 10; // pixels a finger may slip meanwhile

export class Inspector {
  // `place` shows what is found; `address(key)` says where to ask, `version()` when to ask again. `first` is
  // what happened on the board before the inspector came.
  constructor(board, place, { address, version = () => 0, close }, first) {
    Object.assign(this, { board, place, address, version, close, known: new Map(), shown: "", over: "", help: place.innerHTML });
    board.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.rest(event));
    board.addEventListener("pointerleave", () => this.rest({ target: board }));
    board.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.show(keyOf(event.target)));
    board.addEventListener("pointerdown", (event) => this.pressed(event));
    board.addEventListener("click", (event) => this.held && this.swallow(event), true);
    board.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    if (first?.type === "focusin" && first.target.matches(":focus-visible")) this.show(keyOf(first.target));
    if (first?.type === "pointerover" && first.pointerType !== "touch") this.rest(first);
    if (first?.type === "pointerdown") this.pressed(first);
  }

  rest(event) {
    const key = keyOf(event.target);
    if (key === this.over) return;
    this.over = key;
    clearTimeout(this.waiting);
    if (key) this.waiting = setTimeout(() => this.show(key), REST);
  }

  pressed(event) {
    this.held = false;
    this.since = event.timeStamp;
    if (event.pointerType !== "touch") return;
    this.hide();
    const key = keyOf(event.target);
    if (!key) return;
    const from = [event.clientX, event.clientY];
    const stop = () => {
      clearTimeout(this.waiting);
      for (const name of ["pointerup", "pointercancel", "pointermove"]) removeEventListener(name, moved);
    };
    const moved = (move) => {
      if (move.type !== "pointermove" || Math.hypot(move.clientX - from[0], move.clientY - from[1]) > FAR) stop();
    };
    this.waiting = setTimeout(() => {
      this.held = true;
      this.show(key);
    }, HOLD);
    for (const name of ["pointerup", "pointercancel", "pointermove"]) addEventListener(name, moved);
  }

  // The tap that ends a long press chooses nothing. A page that was busy may take a short one for long.
  swallow(event) {
    this.held = false;
    if (event.timeStamp - this.since < HOLD) return this.hide();
    event.stopPropagation();
    event.preventDefault();
  }

  async show(key) {
    if (!key) return;
    const address = this.address(key);
    const name = `${this.version()} ${address}`;
    if (!this.known.has(name)) {
      if (this.known.size > 100) this.known.clear();
      this.known.set(name, fetch(address).then((answer) => (answer.ok ? answer.text() : "")).catch(() => ""));
    }
    this.asked = key;
    const text = await this.known.get(name);
    if (!text || this.asked !== key) return;
    this.shown = key;
    this.place.innerHTML = text;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet narrowish close";
    close.textContent = "×";
    close.setAttribute("aria-label", this.close);
    close.addEventListener("click", () => this.hide());
    this.place.append(close);
    this.place.classList.add("shown");
  }

  // After a change of the board: what is still pointed at may stand differently, and what is shown when one is asked.
  // Of what has gone nothing is told any more.
  refresh() {
    if (this.shown && !this.board.querySelector(`[data-about="${CSS.escape(this.shown)}"]`)) {
      this.hide();
      this.place.innerHTML = this.help;
    } else if (this.shown && (this.shown === this.over || document.querySelector("#t-ask[data-mine='1']"))) this.show(this.shown);
  }

  hide() {
    this.shown = this.asked = "";
    this.place.classList.remove("shown");
  }

  // By keyboard: one piece after another.
  next() {
    const pieces = [...this.board.querySelectorAll("[data-about]")];
    const here = pieces.findIndex((piece) => piece.dataset.about === this.shown);
    const piece = pieces[(here + 1) % pieces.length];
    if (piece) this.show(piece.dataset.about);
  }
}

const keyOf = (target) => target.closest?.("[data-about]")?.dataset.about ?? "";
