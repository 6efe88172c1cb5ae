// What ends a turn or gives something up is asked about once while something else is left to do.

import { button, paragraph } from "./notes.js";

export function askTwice(rail) {
  rail.addEventListener("click", (event) => {
    const ending = event.target.closest("[data-ending]");
    if (!ending) return;
    event.preventDefault();
    event.stopPropagation();
    ask(rail, ending);
  }, true);
  rail.addEventListener("keydown", (event) => event.key === "Escape" && letBe(rail));
}

// Also when the question changes.
export function letBe(rail) {
  const box = rail.querySelector(".really");
  if (!box) return;
  const held = box.contains(document.activeElement);
  box.remove();
  if (held) rail.querySelector("[data-ending]")?.focus();
}

function ask(rail, ending) {
  letBe(rail);
  const { sayReally, sayYes, sayNo } = ending.closest(".ending").dataset;
  const box = document.createElement("div");
  box.className = "really";
  box.setAttribute("role", "alertdialog");
  box.setAttribute("aria-label", ending.textContent);
  const no = button(sayNo, "primary", () => letBe(rail));
  const yes = button(sayYes, "yes", () => {
    const { form } = ending;
    letBe(rail);
    form.requestSubmit(ending);
  });
  const doors = document.createElement("div");
  doors.append(no, yes);
  box.append(paragraph(sayReally), doors);
  rail.append(box);
  no.focus();
}
