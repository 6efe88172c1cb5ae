// Answers that stand: offered while the question is asked, and switched off by one touch.

import { button, paragraph } from "./notes.js";

export class Standing {
  constructor(place, { address, seat, labelOf }) {
    Object.assign(this, { place, address, seat, labelOf, text: "", named: "" });
    this.ask();
  }

  async ask(wish) {
    const answer = await fetch(wish ? this.address : `${this.address}?seat=${this.seat}`, wish).catch(() => null);
    if (answer?.ok) this.text = (await answer.json()).text;
    this.draw();
  }

  set(until) {
    const body = JSON.stringify({ until, seat: this.seat });
    return this.ask({ method: "POST", body, headers: { "content-type": "application/json" } });
  }

  // After every change of the table: an answer that stands may have come to its end.
  show() {
    return this.text ? this.ask() : this.draw();
  }

  draw() {
    const offered = document.getElementById("t-phase").dataset.standing;
    if (offered) this.named = this.labelOf(offered);
    const { sayTurn, sayAlways, sayOn, sayOff } = this.place.dataset;
    const doors = this.text ? { off: sayOff } : offered ? { turn: sayTurn, always: sayAlways } : {};
    const words = this.text ? `${sayOn} ${this.named}` : this.named;
    const buttons = Object.entries(doors).map(([until, said]) => button(said, "calm", () => this.set(until)));
    this.place.replaceChildren(paragraph(words), ...buttons);
    this.place.hidden = !buttons.length;
  }
}
