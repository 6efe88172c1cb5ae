// Finds rules and pieces while one types: whatever does not contain every word is hidden.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const HEADING = /^H[2-4]$/;

export function sift(field) {
  const book = field.closest(".book");
  const entries = [...book.querySelectorAll(".prose > *, .rules > li, .box-of-pieces > *, .pieces > li")];
  const told = new Map();
  field.addEventListener("input", () => {
    const words = plain(field.value).match(/[\p{L}\p{N}.-]+/gu) ?? [];
    let found = 0;
    for (const entry of entries) {
      if (HEADING.test(entry.tagName) || entry.matches(".rules, .pieces")) continue;
      if (!told.has(entry)) told.set(entry, plain(entry.textContent));
      entry.hidden = !words.every((word) => told.get(entry).includes(word));
      if (!entry.hidden) found++;
    }
    for (const list of entries) if (list.matches(".rules, .pieces")) list.hidden = ![...list.children].some((one) => !one.hidden);
    headings(entries);
    book.querySelector(".sifted").textContent = words.length ? field.dataset.found.replace("{}", found) : "";
  });
}

// A heading stays as long as something below it does.
function headings(entries) {
  const below = [0, 0, 0, 0, 0];
  for (const entry of entries.toReversed()) {
    if (!HEADING.test(entry.tagName)) {
      if (!entry.hidden) below.fill(1);
      continue;
    }
    const level = Number(entry.tagName[1]);
    entry.hidden = !below[level];
    below.fill(0, level);
  }
}
