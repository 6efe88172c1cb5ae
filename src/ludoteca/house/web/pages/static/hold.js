// A choice that ends the turn by itself is held for a moment, so that a slip can be taken back.

import { addNote, button, paragraph } from "./notes.js";

export class Hold {
  constructor(back, length) {
    Object.assign(this, { back, length, end: null });
    addEventListener("pagehide", () => this.end?.(true));
  }

  // Whether the choice shall be made after all: nobody took it back in time.
  wait(sentence, wish) {
    Object.assign(this, { wish, since: performance.now() });
    const note = addNote("moment");
    note.style.setProperty("--moment", `${this.length}ms`);
    return new Promise((done) => {
      const timer = setTimeout(() => this.end(true), this.length);
      this.end = (goes) => {
        clearTimeout(timer);
        note.remove();
        this.end = null;
        done(goes);
      };
      const first = CSS.escape(wish.slice(4).split("\n")[0]);
      const name = document.querySelector(`[data-choice="${first}"]`)?.textContent;
      note.append(paragraph(name ? `${name}. ${sentence}` : sentence), button(this.back, "", () => this.end(false)));
    });
  }

  // Whether the choice goes on: it was pressed again and is made at once, or the same finger pressed twice.
  takeBack(wish) {
    const again = Boolean(this.end) && wish === this.wish;
    const twice = this.end && wish && performance.now() - this.since < 400;
    if (!twice) this.end?.(again);
    return again || Boolean(twice);
  }
}
