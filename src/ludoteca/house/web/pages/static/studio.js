// The studio: a draft lives in this browser; every change is checked and drawn by the house.

const studio = document.querySelector(".studio");
const game = studio.dataset.game;
const drawer = `studio ${game}`;
const by = id => document.getElementById(id);
const status = by("status");
let text = by("text").value;
let item = studio.dataset.item;
let valid = true;
let sending = 0;
const undo = [];

const kept = () => JSON.parse(localStorage.getItem(drawer) || '{"text":"","versions":[]}');
const store = change => { try { localStorage.setItem(drawer, JSON.stringify({ ...kept(), ...change })) } catch { /* no room: the draft lives as long as the page */ } };

const send = (where, body) => fetch(`/studio/${game}/${where}`, { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body) });

async function ask(where, body) {
  const answer = await send(where, body);
  const told = await answer.json();
  if (!answer.ok) status.textContent = told.detail;
  return answer.ok ? told : null;
}

function show(told) {
  const focus = document.activeElement?.id, at = document.activeElement?.selectionStart;
  if (told.gallery) by("gallery").innerHTML = told.gallery;
  if (told.form) by("form").innerHTML = told.form;
  by("check").innerHTML = told.check;
  by("differences").innerHTML = told.differences;
  const cell = told.cell && by("gallery").querySelector(`[data-item="${CSS.escape(item)}"]`);
  if (cell) {
    by("gallery").querySelector("[aria-current]")?.removeAttribute("aria-current");
    cell.outerHTML = told.cell;
  }
  const again = focus && document.getElementById(focus);
  if (again && again !== document.activeElement) {
    again.focus({ preventScroll: true });
    if (at != null && again.setSelectionRange) again.setSelectionRange(at, at);
  }
  valid = told.valid;
  for (const name of ["open", "share", "keep", "export"]) document.querySelector(`[data-do=${name}]`).disabled = !valid;
}

async function change(more, remember = true) {
  const mine = ++sending;
  const told = await ask("change", { text, item, ...more });
  if (!told || mine !== sending) return;
  if (told.valid && told.text !== text) {
    if (remember) undo.push(text);
    text = told.text;
    by("text").value = text;
    store({ text });
    status.textContent = status.dataset.draft;
    clearTimeout(resting);
    resting = setTimeout(begin, 2000);
  }
  document.querySelector("[data-do=undo]").disabled = !undo.length;
  show(told);
}

// Balance: a change that fits is played in the background, the house's edition beside it with the same deals.
let running = "", looking, resting, swept = "";

function showTrial(told) {
  by("trial-words").textContent = told.words;
  by("progress").hidden = !told.going;
  by("progress").value = told.share;
  document.querySelector("[data-do=halt]").disabled = !told.going;
  const fresh = document.createElement("div");
  fresh.innerHTML = told.part;
  const keys = box => [...box.querySelectorAll("[data-key]")].map(one => one.dataset.key).join();
  if (!told.part || !keys(fresh) || keys(fresh) !== keys(by("trial"))) { by("trial").replaceChildren(...fresh.childNodes); return }
  const rows = by("trial").querySelectorAll("[data-key]");
  fresh.querySelectorAll("[data-key]").forEach((row, at) => {
    rows[at].className = row.className;
    rows[at].querySelector(".figures").replaceWith(row.querySelector(".figures"));
    const old = rows[at].querySelectorAll("rect");
    row.querySelectorAll("rect").forEach((rect, number) => { for (const name of ["x", "width"]) old[number].setAttribute(name, rect.getAttribute(name)) });
  });
}

async function look() {
  if (!running) return;
  const answer = await fetch(`/studio/${game}/trial/${running}`, { headers: { accept: "application/json" } });
  if (!answer.ok) { running = ""; return }
  const told = await answer.json();
  showTrial(told);
  if (told.going) looking = setTimeout(look, 1000); else running = "";
}

async function begin(more = {}) {
  clearTimeout(resting);
  clearTimeout(looking);
  if (!valid) return;
  const told = await ask("trial", { text, players: Number(by("players").value), bot: by("bot").value, ...more });
  if (!told) return;
  by("trial").replaceChildren();
  running = told.trial;
  showTrial(told);
  looking = setTimeout(look, 700);
}

const replace = next => { undo.push(text); text = next; by("text").value = next; store({ text }); return change({ gallery: true }, false) };

let typing;
studio.addEventListener("input", event => {
  const { path } = event.target.dataset;
  if (!path) return;
  clearTimeout(typing);
  typing = setTimeout(() => change({ path, value: event.target.value }), 150);
});

studio.addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  const { item: chosen, first, path, back, sweep, least, most, now, try: value, sheet, upload, forget } = button.dataset;
  if (forget) ask("forget", { text: "", value: forget }).then(told => { if (told) by("own-editions").innerHTML = told.own });
  if (sheet) download(sheet);
  if (upload) { by("sheet-file").dataset.list = upload; by("sheet-file").click() }
  if (chosen) { item = chosen; change({}) }
  if (first) { item = first; change({ gallery: true }) }
  if (back != null) change({ path, value: back });
  if (value != null && swept) change({ path: swept, value });
  if (sweep) {
    swept = sweep;
    by("swept").textContent = sweep;
    const [low, high] = by("sweep").querySelectorAll("input");
    low.value = Math.max(Number(least), Number(now) - 4);
    high.value = Math.min(Number(most), Number(low.value) + 8);
    by("sweep").showModal();
  }
});

// Spreadsheets: a list of the draft goes out as CSV and comes in again.

function tellSheet(words, fits) {
  by("sheet-words").textContent = words;
  by("sheet-words").className = fits ? "small fits" : "small misfit";
}

async function download(list) {
  const answer = await send("sheet", { text, list });
  if (answer.ok) save(await answer.blob(), `${game}-${list}.csv`);
  else tellSheet((await answer.json()).detail, false);
}

by("sheet-file")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files, { list, notUtf } = target.dataset;
  if (!file) return;
  let sheet;
  try { sheet = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) } catch { tellSheet(notUtf, false); return } finally { target.value = "" }
  const answer = await send("sheet/read", { text, list, sheet, file: file.name.slice(0, 100) });
  const told = await answer.json();
  tellSheet(told.words ?? told.detail, answer.ok && told.fits);
  if (answer.ok && told.text !== text) { await replace(told.text); clearTimeout(resting); resting = setTimeout(begin, 2000) }
});

function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
}

const DO = {
  undo() { if (undo.length) { text = undo.pop(); by("text").value = text; store({ text }); change({ gallery: true }, false) } },
  export() { save(new Blob([text], { type: "application/toml" }), `${game}.toml`) },
  async keep() {
    const told = await ask("keep", { text });
    if (!told) return;
    by("own-editions").innerHTML = told.own;
    status.textContent = told.differs ? status.dataset.own : status.dataset.same;
  },
  async share() {
    const told = await ask("keep", { text });
    if (!told) return;
    by("own-editions").innerHTML = told.own;
    status.textContent = status.dataset.kept;
    by("link").querySelector("input").value = told.link;
    by("link").showModal();
    by("link").querySelector("input").select();
  },
  async open() {
    const told = await ask("keep", { text });
    if (told) location.href = told.table;
  },
  try() { begin() },
  async halt() { if (running) { clearTimeout(looking); showTrial(await ask(`trial/${running}`, {})); running = "" } },
  print() { by("print").showModal() },
  read() { replace(by("text").value) },
  house() { replace(by("own").content.textContent) },
};
document.addEventListener("click", event => DO[event.target.closest("[data-do]")?.dataset.do]?.());

by("sweep").addEventListener("close", () => {
  if (by("sweep").returnValue !== "sweep") return;
  const { low, high } = Object.fromEntries(new FormData(by("sweep").querySelector("form")));
  begin({ path: swept, low: Number(low), high: Number(high) });
});

by("print")?.addEventListener("close", async () => {
  if (by("print").returnValue !== "print") return;
  const { what, paper, language } = Object.fromEntries(new FormData(by("print").querySelector("form")));
  const order = { text, paper, language, ...(what === "piece" ? { item } : { what }) };
  status.textContent = status.dataset.printing;
  const answer = await send("print", order);
  if (!answer.ok) { status.textContent = (await answer.json()).detail; return }
  save(await answer.blob(), `${game}.pdf`);
  status.textContent = status.dataset.printed;
});

function versions() {
  by("versions").replaceChildren(...kept().versions.map(one => {
    const line = document.createElement("li"), take = document.createElement("button");
    take.type = "button";
    take.className = "quiet narrowish";
    take.textContent = by("versions").dataset.take;
    take.onclick = () => replace(one.text);
    line.append(`${new Date(one.at).toLocaleString()}: ${one.note || "–"} `, take);
    return line;
  }).reverse());
}
by("version").addEventListener("submit", event => {
  event.preventDefault();
  store({ versions: [...kept().versions.slice(-19), { at: Date.now(), note: by("note").value, text }] });
  by("note").value = "";
  versions();
});

versions();
const shared = new URLSearchParams(location.search).has("edition");
if (!shared && kept().text && kept().text !== text) { text = kept().text; by("text").value = text; status.textContent = status.dataset.restored; change({ gallery: true }, false) }
