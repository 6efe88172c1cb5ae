// The tray: small decisions that follow each other are laid out together, with a proposal for each. A touch
// changes one; all are sent as one command.

const made = (name, attributes = {}, ...inside) => {
  const element = document.createElement(name);
  Object.assign(element, attributes);
  element.append(...inside);
  return element;
};

let foretold;

// Shows on the board what a plan would do, as soon as the script for it is here, unless another came meanwhile.
export async function foretell(plan = {}) {
  foretold = plan;
  document.getElementById("b-ghosts")?.remove();
  if (!plan.moves && !plan.changes) return;
  const { showGhosts } = await import("./ghosts.js");
  if (foretold === plan) showGhosts(document.getElementById("b-board"), plan);
}

export class Tray {
  // `ask(texts)` fetches the plan after these choices, `act(texts)` carries them out; `words` for its buttons;
  // `home()` is where somebody at the keyboard goes on.
  constructor(place, { ask, act, words, home }) {
    Object.assign(this, { place, ask, act, words, home, texts: [], turn: 0 });
  }

  // Whether choosing `text` opens the tray, or an open one takes it as its answer.
  begins(text) {
    const told = document.getElementById("t-phase")?.dataset ?? {};
    return Boolean(told.planned) || (told.plans ?? "").split(" ").includes(text.split(" ")[0]);
  }

  // Lays out what follows from these choices. A choice that only matters of course follow is carried out at once,
  // unless it was just taken back, as somebody wants to change something, or is to be `shown` first. One that was made
  // on the board is only named.
  async open(texts, shown) {
    const turn = ++this.turn;
    const plan = { decisions: [], ...(await this.ask(texts)) };
    if (turn !== this.turn) return;
    const rest = plan.decisions.slice(texts.length);
    if (!plan.decisions.length) return texts.length && this.act(texts);
    shown ||= this.takenBack;
    this.takenBack = false;
    if (texts.length && !this.isOpen && !shown && rest.every(({ course }) => course)) return this.act([...texts, ...rest.map(({ chosen }) => chosen)]);
    if (!this.isOpen) this.onBoard = texts.length;
    this.texts = plan.decisions.map((decision) => decision.chosen);
    this.show(plan);
  }

  close() {
    this.turn++;
    this.texts = [];
    if (this.place.querySelector(":focus-visible")) this.home().focus({ preventScroll: true });
    this.place.replaceChildren();
    this.place.hidden = true;
    foretell();
  }

  get isOpen() {
    return !this.place.hidden;
  }

  confirm() {
    const texts = this.texts;
    this.close();
    return this.act(texts);
  }

  show(plan) {
    const rows = plan.decisions.map((decision, number) => this.row(decision, number)).filter(Boolean);
    const go = made("button", { type: "button", className: "primary", onclick: () => this.confirm() }, this.words.go);
    const back = made("button", { type: "button", className: "quiet", onclick: () => this.close() }, this.words.back);
    this.place.replaceChildren(made("ol", { className: "plan" }, ...rows), made("p", { className: "doors" }, go, back));
    this.place.hidden = false;
    go.focus({ preventScroll: true });
    foretell(plan);
  }

  row(decision, number) {
    const options = decision.options.map(([text, label]) => {
      const button = made("button", { type: "button", className: "narrowish", textContent: label,
        onclick: () => this.open([...this.texts.slice(0, number), text]) });
      button.setAttribute("aria-pressed", text === decision.chosen);
      return button;
    });
    const label = decision.options.find(([text]) => text === decision.chosen)[1];
    if (number === 0 && this.onBoard) return made("li", {}, made("b", {}, label));
    return made("li", {}, made("p", {}, decision.question), made("div", { className: "doors" }, ...options));
  }
}
