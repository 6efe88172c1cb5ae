// The set-up page: every change is shown at once by the page the server makes of the form, in place.
// Without script the same form makes the same round trip by a button.

import { changing, morph } from "./morph.js";
import { readRules } from "./aside.js";

const form = document.getElementById("setup");
let newest = 0;

async function show(submitter) {
  const number = ++newest;
  const fields = new URLSearchParams(new FormData(form, submitter));
  for (const name of ["command", "nonce", "compare", "name"]) fields.delete(name);
  const address = `${form.action}?${fields}`;
  const answer = await fetch(address);
  if (number !== newest || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== newest) return;
  changing(form, () => morph(form, page.getElementById("setup")), () => form.querySelector("[name=preset]:checked"));
  asWritten();
  const here = page.querySelector("input[name=back]").value;
  history.replaceState(null, "", here);
  for (const back of document.querySelectorAll("input[name=back]")) back.value = here;
}

// Fields that were touched no longer follow their attributes: let them.
function asWritten() {
  for (const field of form.elements) {
    if (field.hasAttribute("data-still") && field.type !== "radio") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.localName === "select") for (const one of field.options) one.selected = one.defaultSelected;
    else if (field.type === "number") field.value = field.defaultValue;
  }
}

form.addEventListener("change", (event) => {
  if (!event.target.hasAttribute("data-still")) show();
});
form.addEventListener("submit", (event) => {
  if (event.submitter?.formMethod !== "get") return;
  event.preventDefault();
  show(event.submitter);
});

// A value that was pointed at closes its sheet; one found with the arrow keys does not.
form.addEventListener("click", (event) => {
  const sheet = event.detail > 0 && event.target.closest(".sheet label.check") && event.target.closest("details");
  if (!sheet) return;
  sheet.open = false;
  sheet.querySelector("summary").focus();
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule, a[data-rules]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  readRules(link.href, form.dataset.sayClose).catch(() => (location.href = link.href));
});
