// The coach: a hint in three steps, and a word after a decision that cost much.

const PATIENCE = 60;

export class Coach {
  constructor(place, seat) {
    Object.assign(this, { place, seat, said: place.querySelector("#t-coach-said"), step: 0, ticket: 0 });
    const button = place.querySelector("#t-coach-ask");
    button.addEventListener("click", () => this.next());
    button.disabled = false;
  }

  next() {
    this.step = Math.min(3, this.step + 1);
    this.show(this.place.dataset.thinks);
    return this.ask({ step: this.step });
  }

  // Something happened at the table: hints begin anew, and the decision just made may deserve a word.
  moved() {
    this.step = 0;
    this.said.replaceChildren();
    return this.ask({ after: 1 });
  }

  async ask(wish) {
    const ticket = ++this.ticket;
    const asked = new URLSearchParams(wish);
    if (this.seat() !== "-1") asked.set("seat", this.seat());
    for (let tries = 0; tries < PATIENCE; tries++) {
      const answer = await fetch(`${this.place.dataset.source}?${asked}`);
      if (ticket !== this.ticket) return;
      if (!answer.ok) return this.said.replaceChildren();
      const { ready, title, text } = await answer.json();
      if (ready) return this.show(text, title);
      await new Promise((done) => setTimeout(done, 500));
      if (ticket !== this.ticket) return;
    }
  }

  show(text, title = "") {
    const parts = [];
    for (const [kind, words] of [["h3", title], ["p", text]]) {
      if (!words) continue;
      const part = document.createElement(kind);
      part.textContent = words;
      parts.push(part);
    }
    this.said.replaceChildren(...parts);
  }
}
