// A flag on the board: its button, then a place. Escape, or the button again, lets it be.

import { addNote, button, paragraph, removeNote } from "./notes.js";

const main = document.getElementById("main").dataset;
const board = document.getElementById("t-board");
let stop = null;

// `act` sends a command.
export function plant(door, act) {
  if (stop) return stop();
  const touched = (event) => {
    event.stopPropagation();
    event.preventDefault();
    if (event.type !== "click") return;
    stop();
    const { x, y } = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(document.getElementById("b-board").getScreenCTM().inverse());
    ask(door.dataset.flag, Math.round(x), Math.round(y)).then(({ place }) => place && act({ do: "flag", place }));
  };
  const escape = (event) => event.key === "Escape" && stop();
  stop = () => {
    stop = null;
    removeNote("flag-note");
    door.setAttribute("aria-pressed", "false");
    board.style.cursor = "";
    for (const kind of ["click", "pointerdown"]) board.removeEventListener(kind, touched, true);
    removeEventListener("keydown", escape);
  };
  door.setAttribute("aria-pressed", "true");
  board.style.cursor = "crosshair";
  addNote("flag-note").append(paragraph(door.dataset.say), button(main.sayRatherNot, "quiet", () => stop?.()));
  for (const kind of ["click", "pointerdown"]) board.addEventListener(kind, touched, true);
  addEventListener("keydown", escape);
}

async function ask(address, x, y) {
  const asked = new URLSearchParams({ x, y, layout: main.layout });
  if (main.seat !== "-1") asked.set("seat", main.seat);
  const answer = await fetch(`${address}?${asked}`).catch(() => null);
  return answer?.ok ? answer.json() : {};
}
