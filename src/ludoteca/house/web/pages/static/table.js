// The table's page: news as it comes, choices by pointer, touch and keyboard.

import { arrange, changing, morph, parse } from "./morph.js";
import { Live } from "./live.js";
import { steer } from "./keys.js";
import { Gestures } from "./gestures.js";
import { foretell, Tray } from "./tray.js";
import { addNote, button, paragraph, removeNote, ruleOf, say } from "./notes.js";
import { Tabs } from "./tabs.js";
import { askTwice, letBe } from "./safe.js";

const main = document.getElementById("main");
const told = main.dataset;
const board = document.getElementById("t-board");
const at = (id) => document.getElementById(id);
const pause = { calm: 600, quick: 250, none: 0 }[told.pace];
const patience = 3 * pause;
const title = document.title;

// Phones get a board of their own: asked for by the live connection, remembered for the next page.

const phone = matchMedia("(max-width: 45rem)");
let last = Number(told.seq);
function fit() {
  const layout = phone.matches ? "narrow" : "wide";
  if (new URLSearchParams(location.search).has("layout") || layout === told.layout || !board) return false;
  document.cookie = `layout=${layout}; path=/; max-age=34560000; SameSite=Lax`;
  told.layout = layout;
  main.className = layout;
  tabs?.lay(phone.matches);
  return true;
}
const tabs = at("t-tabs") && new Tabs(at("t-tabs"), told.layout === "narrow");
if (fit()) last = -1;
phone.addEventListener("change", () => {
  if (!fit()) return;
  live.last = -1;
  live.connect();
});

// News

const shelf = [];
let busy = false;
let shownAt = 0;
let ownMoveUntil = 0;

const live = new Live(address, last, (message) => {
  shelf.push(message);
  if (!busy) show();
});
live.lost = (tries) => {
  if (tries < 2) return;
  at("t-lost").hidden = false;
  at("t-lost").textContent = told.sayLost;
};
live.healed = () => {
  at("t-lost").hidden = true;
  hear([told.sayHealed]);
};

function address(last) {
  const asked = new URLSearchParams({ form: "page", last, language: told.language });
  if (told.layout === "narrow") asked.set("narrow", "1");
  if (told.seat !== "-1") asked.set("seat", told.seat);
  return `/live/${told.table}?${asked}`;
}

// What one did oneself is shown at once. Of others, a turn is shown as a whole, and stays for a moment before the
// next one's begins; a touch or a key hurries on. Each pause takes at most half of what is left of our `patience`.
async function show() {
  busy = true;
  let [moments, together] = [[], false];
  while (shelf.length) {
    const message = shelf.shift();
    if (message.layers || message.lists) {
      if (!together) await rest(message);
      paint(message);
      shownAt = performance.now();
      ownMoveUntil = 0;
      moments.push(...(message.moments ?? []));
      together = goesOn(message);
      if (!together) {
        await drawn();
        turn();
        if (moments.length && shelf.length < 4) play(moments);
        moments = [];
      }
    }
    if (message.news) hear(message.news);
    if (message.here) present(message.here);
  }
  busy = false;
}

// Whether the same turn of somebody else goes on in a picture that is here already: both are shown together.
const goesOn = ({ by = -1 }) => by >= 0 && String(by) !== told.seat && shelf[0]?.by === by && Boolean(shelf[0].layers);

let [lastBy, hurry, rested] = [-1, null, 0];
async function rest(message) {
  const { by = -1, whole } = message;
  const sameTurn = by === lastBy;
  lastBy = by;
  const now = performance.now();
  if (now - shownAt > patience) rested = 0;
  if (document.hidden || now < ownMoveUntil || whole || hurry === "on") return;
  const wanted = (sameTurn ? pause / 5 : pause) / (1 + Math.max(0, shelf.length - 4));
  const left = Math.min(Math.max(shownAt + wanted - now, playing(message)), (patience - rested) / 2);
  if (left <= 0) return;
  await new Promise((done) => {
    hurry = done;
    setTimeout(done, left);
  });
  rested += performance.now() - now;
  if (hurry !== "on") hurry = null;
}
function hurryOn() {
  if (typeof hurry !== "function") return;
  hurry();
  hurry = "on";
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, hurryOn);

// Moments are played while the board is shown as it is now. A picture of others' moves lets one be seen to its
// end, unless it asks us something or more pictures wait.

const still = matchMedia("(prefers-reduced-motion: reduce)");
let stage = null;
async function play(moments) {
  if (document.hidden || !board) return;
  if (still.matches || !pause) return moments.slice(-3).forEach((moment) => moment.sound && sound(moment.sound));
  const asked = live.last;
  stage ??= new (await import("./moments.js")).Stage(board, sound);
  if (asked === live.last || shelf.length < 2) stage.play(moments);
}
function playing(message) {
  const asksUs = [message, ...shelf].some(({ layers }) => layers?.["t-ask"]?.includes('data-mine="1"'));
  return !stage || asksUs || shelf.length > 2 ? 0 : stage.left;
}
async function sound(name, wait) {
  if (told.sound === "1" && navigator.userActivation?.hasBeenActive !== false) (await import("./sound.js")).play(name, wait);
}

// Until what was painted is on the screen: what comes next must not hold it up. A hidden page draws nothing.
const drawn = () =>
  document.hidden ? null : new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done, 25));
    setTimeout(done, 150);
  });

function paint(message) {
  const { layers = {}, lists = {} } = message;
  const phase = layers["t-phase"] && parse(layers["t-phase"], document.body).dataset.phase;
  if (phase && phase !== at("t-phase").dataset.phase && (phase === "playing" || at("t-waiting"))) return location.reload();
  changing(document.body, () => {
    const ends = [...document.querySelectorAll("[data-end]")].filter(
      (end) => !end.matches(":hover, :focus-within") || end.scrollTop + end.clientHeight > end.scrollHeight - 30);
    for (const [id, [keys, fresh]] of Object.entries(lists)) if (at(id)) arrange(at(id), keys, fresh);
    for (const [id, html] of Object.entries(layers)) {
      const old = at(id);
      const fresh = old && parse(html, old);
      if (fresh) morph(old, fresh);
    }
    frame();
    gestures?.read();
    pencil?.show();
    dress();
    for (const end of ends) end.scrollTop = end.scrollHeight;
  }, home);
  const { base } = at("t-act").elements;
  const moved = message.seq !== undefined && base && base.value !== String(message.seq);
  if (moved) {
    base.value = message.seq;
    tray?.close();
    laidOut();
    passing?.then((one) => one.look(true));
    standing?.then((one) => one.show());
    if (at("t-rail")) letBe(at("t-rail"));
  }
  if (moved || !offered(picked)) forget();
  else mark(picked);
  if (around.seats) present(around);
  inspector?.refresh();
  if (moved) coach?.moved();
  if (layers["t-talk"] && !message.whole) tabs?.news("chat");
  clocks();
  if (at("t-result-title") && !ended) {
    ended = true;
    sound("end");
    style(told.finaleStyle).then(() => finale(true));
  }
}
let ended = Boolean(at("t-result-title"));

const style = (href) => new Promise((done) => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
});

// The result lies over the table until it is closed.
function finale(open) {
  document.body.classList.toggle("result-closed", !open);
  document.querySelector(".room").inert = open;
  tabs.open("log");
  if (open) at("t-result-title").focus({ preventScroll: true });
  else document.querySelector(".reopen").focus();
}
if (ended) finale(true);
addEventListener("click", (event) => {
  const wish = event.target.closest?.("[data-finale]")?.dataset.finale;
  if (wish) finale(wish === "open");
  const picture = event.target.closest?.("[data-picture]");
  if (!picture) return;
  event.preventDefault();
  import("./finale.js").then(({ share }) => share(picture)).catch(() => (location.href = picture.href));
});
// A touch shows at once what would come one after another.
addEventListener("pointerdown", () => document.querySelector(".finale")?.classList.add("done"));
addEventListener("keydown", (event) => event.key === "Escape" && ended && !event.target.closest?.(".aside, .menu, .result-closed") && finale(false));

// The marks of the seats take the colours they have on the board.
function dress() {
  const pairs = at("t-phase")?.dataset.colours?.split(";") ?? [];
  pairs.forEach((pair, seat) => {
    const [colour, ink] = pair.split(" ");
    document.documentElement.style.setProperty(`--seat-${seat}`, colour);
    document.documentElement.style.setProperty(`--seat-ink-${seat}`, ink);
  });
}
dress();

function frame() {
  const told = at("b-frame")?.dataset;
  if (!told) return;
  const svg = at("b-board");
  for (const [name, value] of [["viewBox", told.view], ["aria-label", told.label]])
    if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
}

function hear(sentences) {
  const region = at("t-heard");
  for (const sentence of sentences) region.append(paragraph(sentence));
  while (region.children.length > 20) region.firstChild.remove();
}

let around = { seats: null };
function present(here) {
  around = here;
  for (const item of document.querySelectorAll("#t-people [data-key^='seat ']")) {
    const dot = item.querySelector(".dot");
    if (!dot) continue;
    const sits = here.seats.includes(Number(item.dataset.key.slice(5)));
    dot.classList.toggle("here", sits);
    dot.nextSibling.nodeValue = sits ? told.sayHere : told.sayAway;
  }
  const watching = at("t-watching");
  if (!watching) return;
  watching.hidden = !here.watching;
  watching.textContent = here.watching === 1 ? watching.dataset.one : watching.dataset.many.replace("0", here.watching);
}

// Your turn: in the title and by a sound, both if wanted.

let mine = at("t-ask")?.dataset.mine === "1";
badge();
function turn() {
  const now = at("t-ask")?.dataset.mine === "1";
  if (now && hurry === "on") hurry = null;
  if (now && !mine) {
    sound("turn");
    if (!document.activeElement?.closest("#in-chat")) tabs?.open("choices");
  }
  mine = now;
  badge();
}
function badge() {
  if (told.badge !== "1") return;
  const words = mine ? `● ${told.sayYourTurn} – ${title}` : title;
  if (document.title === words) return;
  document.title = words;
  const icon = document.querySelector("link[rel=icon]");
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, mine ? "icon-turn.svg" : "icon.svg");
}

// Clocks

function clocks() {
  const clock = at("t-clock");
  if (!clock) return;
  const left = Math.max(0, Number(clock.dataset.until) - Date.now());
  const s = Math.floor(left / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const text = s >= 86400 ? `${Math.floor(s / 86400)} d ${two(Math.floor(s / 3600) % 24)}:${two(Math.floor(s / 60) % 60)}`
    : s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
  const shown = clock.querySelector("time");
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("late", left < 20000);
}
setInterval(clocks, 500);
clocks();

// Acting

// One command at a time: what is pressed meanwhile waits, unless it was pressed twice on the same picture.
let sending = null;
let pressedOn = "";
const pressedTwice = () => sending && !hold?.end && at("t-act").elements.base?.value === pressedOn;

async function send(fields) {
  const body = new URLSearchParams(fields);
  body.set("command", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`);
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(`/tables/${told.table}/do`, { method: "POST", body, headers: { accept: "application/json" } });
      if (answer.status === 503 && attempt < 8) throw new Error("try again");
      return { ok: answer.ok, ...(await answer.json()) };
    } catch (trouble) {
      if (attempt >= 8) throw trouble;
      await new Promise((done) => setTimeout(done, Math.min(4000, 300 * 2 ** attempt)));
    }
  }
}

async function act(fields) {
  if (pressedTwice() && String(fields.do).startsWith("act ")) return null;
  pressedOn = at("t-act").elements.base?.value;
  if (tray) tray.takenBack = fields.do === "undo";
  const before = sending;
  const mine = (sending = carryOut(fields, before));
  try {
    return await mine;
  } finally {
    if (sending === mine) sending = null;
  }
}

// What would end the turn by itself waits for a moment, and can be taken back meanwhile.
const moment = { calm: 2500, quick: 1500, none: 0 }[told.pace];
let hold = null;

async function carryOut(fields, before) {
  await before;
  if (moment && String(fields.do).startsWith("act ") && !fields.sure) {
    const answer = await carryOut({ ...fields, sure: "1", hesitant: "1" });
    if (answer?.code !== "ends-turn") return answer;
    hold ??= new (await import("./hold.js")).Hold(told.sayUndo, moment);
    if (await hold.wait(answer.detail, fields.do)) return carryOut({ ...fields, sure: "1" });
    if (!picked) forget();
    return null;
  }
  const slow = setTimeout(() => board?.setAttribute("aria-busy", "true"), 250);
  ownMoveUntil = performance.now() + 2000;
  rested = 0;
  try {
    const answer = await send({ ...Object.fromEntries(new FormData(at("t-act"))), ...fields });
    if (answer.code === "ends-turn") return answer;
    if (!answer.ok) {
      forget();
      say(answer.detail, answer.rule ? answer.link : "");
    } else if (answer.go) location.href = answer.go;
    return answer;
  } catch {
    forget();
    say(told.sayLost);
    return null;
  } finally {
    clearTimeout(slow);
    board?.removeAttribute("aria-busy");
  }
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-do")) return;
  event.preventDefault();
  const button = event.submitter;
  const wish = button?.value ?? "";
  if (wish.startsWith("act ")) return choose(wish.slice(4), button);
  const answer = await act({ ...Object.fromEntries(new FormData(form)), do: wish });
  if (!answer?.ok) return;
  if (form.elements.text) form.elements.text.value = "";
  if (wish === "leave") location.href = "/";
  else if (wish.startsWith("join")) location.reload();
});

const CHOICE = ".option, .touch.lit";
const home = () => board?.querySelector(CHOICE) ?? at("t-question");
board?.addEventListener("click", (event) => {
  const option = event.target.closest("[data-action]");
  if (option) return choose(option.dataset.action, option);
  const refused = event.target.closest(".refused");
  if (refused) refuse(refused);
});

function refuse(piece) {
  const why = piece.getAttribute("aria-description");
  if (why) say(why, ruleOf(why));
}

// A choice that is complete although more pieces could be touched waits for a button.
function offer(text) {
  removeNote("go");
  if (text) addNote("go").append(button(labelOf(text), "primary", () => act({ do: `act ${text}` })));
}
// Several choices in a row, such as a walk, have no button in words: they are called like the piece that was touched.
const labelOf = (text, piece) =>
  document.querySelector(`[data-choice="${CSS.escape(text)}"]`)?.textContent ?? piece?.getAttribute("aria-label") ?? text;

const gestures = board && new Gestures(board, { choose, refuse, offer });

// A notebook in which marks can be pencilled, where the board has one.
let pencil = null;
if (at("b-gestures")?.dataset.notebook)
  import("./pencil.js").then(({ Pencil }) => (pencil = new Pencil(board, `pencil ${told.table} ${told.seat}`)));

// Small decisions that follow each other are answered together.
const tray = at("t-tray") && new Tray(at("t-tray"), {
  ask: (texts) => fetch(`/tables/${told.table}/plan?${new URLSearchParams([...texts.map((text) => ["text", text]), ...seatField()])}`)
    .then((answer) => answer.json()).catch(() => ({})),
  act: (texts) => act({ do: `act ${texts.join("\n")}` }),
  words: { go: told.sayDoIt, back: told.sayRatherNot }, home,
});
const standing = at("t-standing") && import("./standing.js").then(({ Standing }) => new Standing(at("t-standing"), {
  address: `/api/v1/tables/${told.table}/standing`, seat: Number(told.seat), labelOf,
}));
// Where people share the device, it is passed on behind a curtain.
const passing = "shared" in told ? import("./curtain.js").then(({ Passing }) => new Passing()) : null;
const seatField = () => (told.seat === "-1" ? [] : [["seat", told.seat]]);
const laidOut = () => at("t-phase")?.dataset.planned === "1" && tray?.open([]);
laidOut();

// A choice is carried out at once, or shown first where that is wanted. Says whether it was carried out.

const touched = matchMedia("(hover: none)");
let picked = "";
let pointing;

function choose(text, element) {
  if (hold?.takeBack(`act ${text}`)) return true;
  const first = told.confirm === "always" || (told.confirm === "touch" && touched.matches);
  if (tray?.begins(text)) {
    if (tray.isOpen && tray.texts[0] === text) tray.confirm();
    else if (!pressedTwice()) tray.open([text], first);
    return true;
  }
  if (element?.dataset.touch) for (const twin of twins(text)) if ("ending" in twin.dataset) return twin.click();
  const sure = !first || picked === text;
  (sure ? letGo : forget)();
  mark(text);
  if (sure) {
    act({ do: `act ${text}` });
    return true;
  }
  picked = text;
  const label = labelOf(text, element);
  const line = paragraph("");
  line.className = "would";
  addNote("ask-first").append(paragraph(label), line, button(told.sayDoIt, "primary", () => choose(text, element)), button(told.sayRatherNot, "quiet", letGo));
  foresee(text).then((sentence) => (line.textContent = sentence));
  return false;
}

const twins = (text) =>
  document.querySelectorAll(`[data-action="${CSS.escape(text)}"],[data-choice="${CSS.escape(text)}"]`);

const offered = (text) => twins(text).length > 0 || Boolean(gestures?.made.some((one) => one.text === text));

// What was pressed is seen at once, before the house has answered.
function mark(text) {
  for (const twin of twins(text)) twin.classList.add("picked");
}

function forget() {
  picked = "";
  clearTimeout(pointing);
  for (const one of document.querySelectorAll(".picked")) one.classList.remove("picked");
  removeNote("ask-first");
  foretell();
  seen = "";
  at("t-would")?.setAttribute("hidden", "");
}

function letGo() {
  forget();
  gestures?.release();
}

// What an option would do, while it is pointed at.

let seen = "";
const known = new Map();

async function foresee(text) {
  const key = `${live.last} ${text}`;
  if (!known.has(key)) {
    if (known.size > 200) known.clear();
    const asked = new URLSearchParams([["text", text], ...seatField()]);
    known.set(key, fetch(`/tables/${told.table}/would?${asked}`).then((answer) => answer.json()).catch(() => ({ sentences: [] })));
  }
  const foreseen = await known.get(key);
  const { sentences, chance } = foreseen;
  await foretell(foreseen);
  const all = chance ? [...sentences, told.sayWouldChance] : sentences;
  return all.length ? `${told.sayWould} ${all.join(" · ")}` : told.sayWouldOpen;
}

async function pointed(event) {
  const option = event.target.closest?.("[data-action],[data-choice],[data-touch]");
  const told = option?.dataset ?? {};
  const text = told.action ?? told.choice ?? (told.touch ? gestures.would(told.touch) : "");
  if (text === seen) return;
  seen = text;
  clearTimeout(pointing);
  if (!picked) foretell();
  const line = at("t-would");
  if (!line) return;
  if (!text) {
    line.hidden = true;
    return;
  }
  pointing = setTimeout(async () => {
    const sentence = await foresee(text);
    const now = at("t-would");
    if (seen !== text) return foretell();
    if (!now) return;
    now.textContent = sentence;
    now.hidden = false;
  }, 180);
}
if (at("t-would")) {
  main.addEventListener("pointerover", pointed);
  main.addEventListener("focusin", pointed);
}

// What a piece is. The inspector comes with the first sign of a hand.

let inspector = null;
async function inspect(first) {
  if (first?.type === "pointerover" && first.pointerType === "touch") return;
  let lifted = false;
  addEventListener("pointerup", () => (lifted = true), { once: true });
  const { Inspector } = await import("./inspector.js");
  inspector ??= new Inspector(board, at("t-about"), {
    address: (key) => `${at("t-about").dataset.source}?${new URLSearchParams([["key", key], ...seatField()])}`,
    version: () => live.last,
    close: told.sayClose,
  }, lifted ? null : first);
  return inspector;
}
if (at("t-about"))
  for (const sign of ["pointerover", "pointerdown", "focusin"]) board.addEventListener(sign, inspect, { once: true });

addEventListener("click", ({ target }) => target.closest?.("[data-flag]") && import("./flag.js").then((flag) => flag.plant(target.closest("[data-flag]"), act)));
let coach = null;
if (at("t-coach")) import("./coach.js").then(({ Coach }) => (coach = new Coach(at("t-coach"), () => told.seat)));
let names = null;
const pointOut = (first) => (names ??= import("./names.js").then(({ pointAtNames }) => pointAtNames(main, first)));
if (board) for (const sign of ["pointerover", "focusin"]) main.addEventListener(sign, pointOut, { once: true });

// Rules are read beside the table.

addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule, a[data-rules]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  removeNote("no");
  import("./aside.js").then(({ readRules }) => readRules(link.href, told.sayClose, told.rulebook))
    .catch(() => (location.href = link.href));
});

// Keys

if (board)
  steer(board, told.keys === "1" && {
    o: () => (board.querySelector(CHOICE) ?? document.querySelector("#t-choices [data-choice]"))?.focus(),
    b: () => document.querySelector(".beside button, .ending button")?.focus(), q: () => at("t-question").focus(),
    u: () => (hold?.end ? hold.takeBack() : at("t-undo")?.click()),
    l: () => (tabs.open("log"), at("t-log-in").focus()),
    c: () => (tabs.open("chat"), at("t-say")?.elements.text.focus()),
    r: () => at("rules-door").click(),
    i: () => at("t-about") && inspect().then((found) => found.next()),
    h: () => coach?.next(), f: () => at("t-flag-at")?.focus(),
  });
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  hold?.takeBack();
  forget();
  tray?.close();
});

if (at("t-rail")) askTwice(at("t-rail"));

// On a phone the sheet can be drawn up over the board.
at("t-grip")?.addEventListener("click", (event) => {
  const raised = at("t-rail").classList.toggle("raised");
  event.currentTarget.setAttribute("aria-expanded", raised);
});

for (const end of document.querySelectorAll("[data-end]")) end.scrollTop = end.scrollHeight;
