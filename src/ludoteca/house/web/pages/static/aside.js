// Rulebook and decks beside the table, at the rule in question. They bring the style they are read in.

let panel;
let opener;

// `own` is the rulebook of this table: with its edition, and its options.
export async function readRules(address, closeWords, own = address) {
  const url = new URL(address, location.href);
  const mine = new URL(own, location.href);
  if (url.pathname === mine.pathname) url.search = mine.search;
  const { title, content } = await fetchPage(url);
  if (!panel) build(closeWords);
  panel.querySelector("h2").textContent = title;
  panel.setAttribute("aria-label", title);
  const inside = panel.querySelector(".inside");
  inside.replaceChildren(content);
  if (panel.hidden) opener = document.activeElement;
  panel.hidden = false;
  const field = inside.querySelector("[data-sift]");
  if (field) {
    field.form.querySelector("button").hidden = true;
    field.form.addEventListener("submit", (event) => event.preventDefault());
    import("./sift.js").then(({ sift }) => sift(field));
  }
  if (!goTo(url.hash.slice(1))) (field ?? panel.querySelector("button")).focus();
}

// The text of a rule, to be shown where somebody ran into it.
export async function quote(address) {
  const url = new URL(address, location.href);
  const answer = await fetch(`${url.pathname}/${url.hash.slice(1)}`);
  return answer.ok ? answer.text() : "";
}

function goTo(id) {
  const inside = panel.querySelector(".inside");
  const found = id && inside.querySelector(`[id="${CSS.escape(id)}"]`);
  if (!found) return false;
  inside.querySelector(".sought")?.classList.remove("sought");
  found.classList.add("sought");
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  inside.scrollTop += found.getBoundingClientRect().top - inside.getBoundingClientRect().top - 80;
  return true;
}

async function fetchPage(url) {
  const page = new DOMParser().parseFromString(await (await fetch(url.pathname + url.search)).text(), "text/html");
  const known = new Set(Array.from(document.styleSheets, (sheet) => sheet.href));
  const own = document.head.querySelector("link[rel=stylesheet]:last-of-type");
  const added = [...page.querySelectorAll("link[rel=stylesheet]")].filter((link) => !known.has(link.href));
  const loaded = added.map((link) => new Promise((done) => (link.onload = link.onerror = done)));
  own.before(...added);
  await Promise.all(loaded);
  return { title: page.querySelector("h1").textContent, content: page.querySelector(".book") };
}

function build(closeWords) {
  panel = document.createElement("aside");
  panel.className = "aside";
  panel.hidden = true;
  panel.innerHTML = '<header><h2></h2><button class="narrowish"></button></header><div class="inside" tabindex="0"></div>';
  const button = panel.querySelector("button");
  button.textContent = closeWords;
  const close = () => {
    panel.hidden = true;
    opener?.isConnected && opener.focus();
  };
  button.addEventListener("click", close);
  panel.addEventListener("keydown", (event) => event.key === "Escape" && close());
  // Links lead on inside; the table stays where it is.
  panel.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const href = link?.getAttribute("href") ?? "";
    if (href.startsWith("#") && goTo(href.slice(1))) event.preventDefault();
    else if (link && !href.startsWith("#")) link.target = "_blank";
  });
  document.body.append(panel);
}
