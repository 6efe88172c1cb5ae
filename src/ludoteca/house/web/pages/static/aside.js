// The rulebook beside the table, at the rule in question. It brings the style it is read in.

let panel;
let opener;

export async function readRules(address, closeWords) {
  const url = new URL(address, location.href);
  const rule = url.hash.slice(1);
  const { title, content } = await fetchRules(url);
  if (!panel) build(closeWords);
  panel.querySelector("h2").textContent = title;
  panel.setAttribute("aria-label", title);
  const inside = panel.querySelector(".inside");
  inside.replaceChildren(content);
  if (panel.hidden) opener = document.activeElement;
  panel.hidden = false;
  const found = rule && inside.querySelector(`[id="${CSS.escape(rule)}"]`);
  if (found) {
    found.classList.add("sought");
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    inside.scrollTop = found.offsetTop - inside.offsetTop - 80;
  } else panel.querySelector("button").focus();
}

async function fetchRules(url) {
  const page = new DOMParser().parseFromString(await (await fetch(url.pathname)).text(), "text/html");
  const known = new Set(Array.from(document.styleSheets, (sheet) => sheet.href));
  const own = document.head.querySelector("link[rel=stylesheet]:last-of-type");
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) if (!known.has(link.href)) own.before(link);
  return { title: page.querySelector("h1").textContent, content: page.querySelector(".prose") };
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
  document.body.append(panel);
}
