// What every page does where there is script. All of it can be done without.

const menus = () => document.querySelectorAll("details.menu[open]");

addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A person's own share of the luck.
addEventListener("submit", (event) => {
  const field = event.target.elements?.nonce;
  if (field && !field.value) field.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
}, true);

for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.textContent = button.dataset.done;
  });

for (const button of document.querySelectorAll("[data-share]"))
  if (navigator.share) {
    button.hidden = false;
    button.addEventListener("click", () =>
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}));
  }

// Times of the bar above, for what sticks below it.
const bar = document.querySelector(".bar");
if (bar) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  new ResizeObserver(() => sheet.replaceSync(`:root{--bar:${bar.offsetHeight}px}`)).observe(bar);
}

const sifted = document.querySelector("[data-sift]");
if (sifted) import("./sift.js").then(({ sift }) => sift(sifted));

// A record file is read here and sent as text.
for (const field of document.querySelectorAll("[data-into]"))
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (file) document.getElementById(field.dataset.into).value = await file.text();
  });

// Fields that are sent as soon as they change need no button.
for (const field of document.querySelectorAll("[data-send]")) {
  field.form.querySelector("[data-without-script]")?.remove();
  field.addEventListener("change", () => field.form.submit());
}
