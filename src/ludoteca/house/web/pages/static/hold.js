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
      note.append(paragraph(sentence), button(this.back, "", () => this.end(false)));
    });
  }

  // Whether it is the held choice that was pressed again: then it is made at once, unless it was a double click.
  takeBack(wish) {
    const again = Boolean(this.end) && wish === this.wish;
    if (!again || performance.now() - this.since > 400) this.end?.(again);
    return again;
  }
}
