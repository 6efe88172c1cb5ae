// People who share a device. On the curtain: who sits down touches it. At a seat: the device is passed on when the
// next one is asked, after a moment to see what one's move did.

import { Live } from "./live.js";
import { addNote, button, paragraph } from "./notes.js";

const MOMENT = { calm: 4000, quick: 2500, none: 0 };
const main = document.getElementById("main");

// The way back must not lead to somebody else's cards: no page of a seat stays in the history.
for (const door of document.querySelectorAll("[data-seat-door]"))
  door.addEventListener("click", (event) => {
    event.preventDefault();
    location.replace(door.href);
  });
document.getElementById("take-seat")?.focus();

if (main.dataset.curtain)
  new Live((last) => `${main.dataset.curtain}&last=${last}`, Number(main.dataset.seq), ({ table }) => {
    const moved = table && (table.awaited !== Number(main.dataset.awaited) || table.status !== "playing");
    if (moved) location.reload();
  });

export class Passing {
  constructor() {
    this.shown = null;
    this.look(false);
  }

  // Whether the device goes on to somebody, by itself if that has just come up.
  look(moved) {
    const words = document.getElementById("t-phase")?.dataset.pass ?? "";
    if (words === this.words) return;
    this.words = words;
    clearTimeout(this.timer);
    this.shown?.remove();
    this.shown = null;
    if (!words) return;
    const wait = MOMENT[main.dataset.pace];
    if (moved && !wait) return this.draw();
    this.shown = addNote("moment pass");
    this.shown.setAttribute("role", "status");
    this.shown.append(paragraph(words), button(main.dataset.sayCurtain, "primary", () => this.draw()));
    if (!moved) return this.shown.classList.add("still");
    this.shown.style.setProperty("--moment", `${wait}ms`);
    const stay = button(main.dataset.sayLookOn, "quiet", () => {
      clearTimeout(this.timer);
      stay.remove();
      this.shown.classList.add("still");
    });
    this.shown.append(stay);
    this.timer = setTimeout(() => this.draw(), wait);
  }

  draw() {
    location.replace(`/tables/${main.dataset.table}`);
  }
}
