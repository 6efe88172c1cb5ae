// Replays and lessons: the next page is fetched and what is on this one changes into it, pieces gliding.

import { Gestures } from "./gestures.js";
import { Inspector } from "./inspector.js";
import { changing, morph } from "./morph.js";

const main = document.getElementById("main");
let latest = 0;

async function turn(form, submitter, fields = {}) {
  const ticket = ++latest;
  const asked = new URLSearchParams(new FormData(form, submitter ?? undefined));
  for (const [name, value] of Object.entries(fields)) asked.set(name, value);
  const post = form.method === "post";
  const address = new URL(form.getAttribute("action"), location.href);
  if (!post) address.search = asked;
  const answer = await fetch(address, post ? { method: "POST", body: asked } : {});
  const text = await answer.text();
  if (ticket !== latest) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return form.submit();
  changing(main, () => morph(main, fresh), () => document.getElementById("r-question") ?? document.getElementById("l-lesson"));
  gestures?.read();
  chapter();
  const slider = form.elements.slide;
  if (slider) slider.value = slider.getAttribute("value");
  if (!post) history.replaceState(null, "", address);
  else if (answer.redirected) history.replaceState(null, "", answer.url);
}

// A page that was made for another width is asked for again. The last width counts, whatever is under way.
const phone = matchMedia("(max-width: 45rem)");
let layout = main.className;
function fit() {
  const wanted = phone.matches ? "narrow" : "wide";
  if (layout === wanted || new URLSearchParams(location.search).has("layout")) return;
  layout = wanted;
  document.cookie = `layout=${layout}; path=/; max-age=34560000; SameSite=Lax`;
  const form = reel() ?? document.querySelector("form[data-lesson]");
  if (form?.id === "reel") turn(form, null, { at: form.elements.slide.value });
  else if (form) location.reload();
}
phone.addEventListener("change", fit);

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "reel" && !form.hasAttribute("data-lesson")) return;
  event.preventDefault();
  turn(form, event.submitter);
});

const reel = () => document.getElementById("reel");
const chapter = () => {
  const now = document.querySelector(".chapter[aria-current]");
  if (now) now.closest("ul").scrollTo(now.offsetLeft - innerWidth / 2, now.offsetTop - 40);
};
let waiting;
addEventListener("input", (event) => {
  if (!reel()?.contains(event.target)) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => turn(reel(), null, { at: reel().elements.slide.value }), 30);
});

const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  if (!reel() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, .scroll")) return;
  const button = reel().querySelector(`[data-step="${STEPS[event.key]}"]`);
  if (!button || button.disabled) return;
  event.preventDefault();
  turn(reel(), button);
});

// The analysis: its links and its chart lead to moments; while it is being made, look again now and then.
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.("#analysis a[data-line]");
  const chart = event.target.closest?.(".chances");
  if (link) {
    event.preventDefault();
    const asked = new URL(link.href).searchParams;
    turn(reel(), null, { at: asked.get("at"), seat: asked.get("seat") }).then(() => reel().scrollIntoView({ block: "nearest" }));
  } else if (chart) {
    const box = chart.getBoundingClientRect();
    const { left, right, last } = chart.dataset;
    const share = ((event.clientX - box.left) / box.width - left) / (right - left);
    turn(reel(), null, { at: Math.round(Math.min(1, Math.max(0, share)) * last) });
  }
});
async function look() {
  const place = document.getElementById("analysis");
  if (!place?.hasAttribute("data-asked")) return;
  const { ready, begun } = await (await fetch(place.dataset.source)).json();
  if (!ready) setTimeout(look, 2500);
  if (!ready && !begun) return;
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  morph(document.getElementById("analysis"), page.getElementById("analysis"));
}
look();

if (reel()?.dataset.follow) import("./follow.js").then(({ follow }) => follow(reel, turn));

// In a lesson the board's choices answer too.
const learn = (text) => {
  if (text) turn(document.querySelector("form[data-lesson]"), null, { do: `act ${text}` });
  return true;
};
document.addEventListener("click", (event) => {
  const option = event.target.closest?.("#l-board [data-action]");
  if (option) learn(option.dataset.action);
});
const lessonBoard = document.getElementById("l-board");
const gestures = lessonBoard && new Gestures(lessonBoard, { choose: learn, offer: learn, refuse: () => {} });
document.addEventListener("keydown", (event) => {
  const option = event.target.closest?.("#l-board :is([data-action], [data-touch])");
  if (!option || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  option.dispatchEvent(new MouseEvent("click", { bubbles: true }));
});

// What a piece is, at the moment or step in hand.
const about = document.querySelector("#r-about, #l-about");
if (about)
  new Inspector(document.querySelector("#r-board, #l-board"), about, {
    address: (key) => {
      const { slide, seat, step, early } = (reel() ?? document.querySelector("form[data-lesson]")).elements;
      const moment = step ? { step: step.value, early: early.value } : { at: slide.value, seat: seat.value };
      return `${about.dataset.source}?${new URLSearchParams({ key, ...moment })}`;
    },
    close: about.dataset.close,
  });
chapter();
fit();
