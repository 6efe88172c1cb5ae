// What was solved in this browser, and on how many days in a row. A missed day pauses a streak, it does not end it.

const main = document.getElementById("main");
const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const solved = new Set(read("puzzles", []));
const days = new Set(read("puzzle-days", []));

function keep() {
  const form = document.querySelector("form[data-puzzle]");
  const told = document.getElementById("l-lesson");
  if (form && told?.hasAttribute("data-wrong")) read("puzzle-missed", []).includes(form.dataset.puzzle) ||
    localStorage.setItem("puzzle-missed", JSON.stringify([...read("puzzle-missed", []), form.dataset.puzzle]));
  if (!form || !told?.hasAttribute("data-right")) return;
  solved.add(form.dataset.puzzle);
  if (form.dataset.daily) days.add(form.dataset.daily);
  localStorage.setItem("puzzles", JSON.stringify([...solved]));
  localStorage.setItem("puzzle-days", JSON.stringify([...days]));
  show();
}

function show() {
  for (const link of document.querySelectorAll("a[data-puzzle]")) link.toggleAttribute("data-done", solved.has(link.dataset.puzzle));
  for (const theme of document.querySelectorAll("a[data-shelf]")) {
    const all = [...document.querySelectorAll(`[data-numbers="${theme.dataset.shelf}"] a`)];
    const open = all.filter((link) => !link.hasAttribute("data-done"));
    const done = all.length - open.length;
    theme.href = (open[0] ?? all[0]).href;
    theme.querySelector(".count").textContent = `${done} / ${all.length}`;
    theme.style.setProperty("--done", `${(100 * done) / all.length}%`);
  }
  for (const day of document.querySelectorAll("[data-day]")) day.toggleAttribute("data-done", days.has(day.dataset.day));
  const { streakOne, streakMany } = main.dataset;
  for (const place of document.querySelectorAll("[data-streak]"))
    place.textContent = days.size ? (days.size === 1 ? streakOne : streakMany).replace("{number}", days.size) : "";
}

new MutationObserver(keep).observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-right", "data-wrong"] });
keep();
show();
