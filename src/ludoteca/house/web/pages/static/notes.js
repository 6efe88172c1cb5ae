// Notes over the table: what the house has to say, and what the page asks before it acts.

const notes = document.getElementById("notes");
const told = document.getElementById("main").dataset;

const RULE = /\(([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\)/;
export function ruleOf(sentence) {
  const found = RULE.exec(sentence);
  return found ? `${told.rulebook}#${found[1]}` : "";
}
export function say(sentence, link = "") {
  removeNote("no");
  const note = addNote("no");
  note.setAttribute("role", "alert");
  note.append(paragraph(sentence));
  if (link) {
    const read = document.createElement("a");
    read.href = link;
    read.className = "rule";
    read.textContent = told.sayRule;
    note.append(read);
    import("./aside.js").then(({ quote }) => quote(link)).then((text) => note.firstChild.insertAdjacentHTML("beforeend", text));
  }
  const close = button("×", "quiet", () => note.remove());
  close.setAttribute("aria-label", told.sayClose);
  note.append(close);
  fade(note, link ? 14000 : 7000);
}
// A note goes by itself, unless somebody is just reading it.
function fade(note, wait) {
  setTimeout(() => {
    if (note.matches(":hover, :focus-within")) return fade(note, 1500);
    note.classList.add("fading");
    setTimeout(() => note.remove(), 400);
  }, wait);
}
export function addNote(kind) {
  const note = document.createElement("div");
  note.className = `note ${kind}`;
  notes.append(note);
  return note;
}
export function removeNote(kind) {
  notes.querySelector(`.${kind}`)?.remove();
}
export function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}
export function button(text, kind, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `narrowish ${kind}`;
  made.textContent = text;
  made.addEventListener("click", pressed);
  return made;
}
