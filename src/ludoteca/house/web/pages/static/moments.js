// Plays moments on the board: dice that roll, a card that turns, a god that speaks, a battle. Fetched with the
// first of them. Nothing waits for a moment: the board shows what is true already and can be used at once;
// any touch or key cuts it short.

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 2600;
const SPRING = "cubic-bezier(.3,1.4,.5,1)";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.moment { position: fixed; z-index: 7; pointer-events: none; overflow: hidden; contain: strict }
.moment > svg { position: absolute; inset: 0; width: 100%; height: 100% }
.moment .says { position: absolute; left: 50%; top: 42%; translate: -50% -50%; width: max-content; max-width: min(92%, 38rem); display: flex; align-items: center; gap: 1rem; padding: .7rem 1.4rem .7rem 1rem; border: 3px solid var(--lamp); border-radius: 16px; background: var(--card); color: var(--ink); box-shadow: var(--lift); font: 600 1.2rem/1.3 var(--serif) }
.moment .says svg { width: 5.5rem; height: 5.5rem; flex: none; overflow: visible }
.moment p { margin: 0; text-wrap: balance }
.moment .dusk { position: absolute; inset: -1px; background: linear-gradient(90deg, #0000, #14102acc 25%, #14102acc 75%, #0000); width: 160% }
.moment .fight { flex-direction: column; gap: .5rem; text-align: center }
.moment .fight > div { display: flex; align-items: center; gap: 1.5rem }
.moment .side { display: grid; justify-items: center; gap: .2rem; font: 600 1.05rem/1.2 var(--sans); min-width: 7rem }
.moment .side b { font: 700 2rem/1 var(--serif) }
.moment .side i { font-style: normal; display: flex; align-items: center; gap: .4rem }
.moment .side i svg { width: 2rem; height: 2rem }
.moment .loss { color: var(--warn) }
.narrow-moment .says { font-size: 1rem; gap: .7rem; padding: .6rem .9rem }
.narrow-moment .says svg { width: 3.6rem; height: 3.6rem }
.narrow-moment .fight > div { gap: .5rem }
.narrow-moment .side { min-width: 5rem }
`);

export class Stage {
  constructor(board, heard) {
    this.board = board;
    this.heard = heard;
    this.running = [];
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.cut(), true);
  }

  // Those on the board begin together, a little after each other; those over it one after another.
  play(moments) {
    this.cut();
    const picture = this.board.querySelector("svg");
    const box = this.board.getBoundingClientRect();
    this.view = picture.viewBox.baseVal;
    this.layer = element("div", `moment${this.view.width < 500 ? " narrow-moment" : ""}`);
    this.layer.ariaHidden = "true";
    Object.assign(this.layer.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
    this.drawn = node("svg", { viewBox: picture.getAttribute("viewBox"), class: "ludoteca auto", "text-anchor": "middle" });
    this.layer.append(this.drawn);
    document.body.append(this.layer);
    const shot = { small: 0, next: 0, end: 0 };
    for (const moment of moments) this.begin(moment, shot);
    this.until = performance.now() + shot.end;
    this.timer = setTimeout(() => this.cut(), shot.end);
  }

  begin(moment, shot) {
    const over = moment.words;
    const start = over ? shot.next : shot.small;
    if (start > LONGEST - 500) return;
    const long = this[moment.kind](moment, start);
    if (!long) return;
    if (moment.sound) this.heard(moment.sound, start);
    if (over) shot.next = start + long - 150;
    else shot.small = start + 130;
    shot.end = Math.min(LONGEST, Math.max(shot.end, start + long));
  }

  get left() {
    return this.layer ? Math.max(0, this.until - performance.now()) : 0;
  }

  cut() {
    if (!this.layer) return;
    clearTimeout(this.timer);
    for (const one of this.running) one.cancel();
    this.running = [];
    this.layer.remove();
    this.layer = null;
  }

  // On the board

  roll({ on }, start) {
    return this.each(on, start, 60, 640, (actor, number) => [
      { transform: `translate(${-170 + 30 * number}px,${120 - 50 * (number % 2)}px) rotate(${-560 - 90 * number}deg) scale(.6)`, opacity: 0 },
      { opacity: 1, offset: .2 },
      { transform: "translate(6px,-16px) rotate(20deg) scale(1.12)", offset: .65, easing: "ease-in" },
      { transform: "translate(2px,2px) rotate(-7deg)", offset: .82 },
      { transform: "none" },
    ]);
  }

  turn({ on }, start) {
    return this.each(on, start, 120, 420, () => [
      { transform: "translate(0,-8px) scale(0,1.06)" },
      { transform: "translate(0,-8px) scale(1.05,1.06)", offset: .7 },
      { transform: "none" },
    ]);
  }

  drop({ on, art }, start) {
    const fall = (high) => [
      { transform: `translate(0,${-high}px) scale(1.15)`, opacity: 0 },
      { transform: "translate(0,4px)", opacity: 1, offset: .6 },
      { transform: "translate(0,-5px)", offset: .8 },
      { transform: "none" },
    ];
    if (!art) return this.each(on, start, 80, 420, () => fall(40));
    const put = this.figures(art, on);
    for (const one of put) this.move(one, [...fall(60), { opacity: 1, offset: .9 }, { opacity: 0 }], start, 750);
    return put.length && 750;
  }

  rise({ on, art }, start) {
    const put = this.figures(art, on);
    put.forEach((one, number) => this.move(one, [
      { transform: "translate(0,14px) scale(.5)", opacity: 0 },
      { transform: "translate(0,-8px) scale(1.1)", opacity: 1, offset: .35 },
      { transform: "translate(0,-14px)", opacity: 1, offset: .75 },
      { transform: "translate(0,-30px)", opacity: 0 },
    ], start + 60 * number, 800));
    return put.length && 800 + 60 * put.length;
  }

  fly({ on, art, from }, start) {
    const source = this.place(from);
    if (!source) return 0;
    const put = this.figures(art, on);
    put.forEach((one, number) => {
      const [x, y] = [source.x - one.at.x, source.y - one.at.y];
      this.move(one, [
        { transform: `translate(${x}px,${y}px) scale(.7)`, opacity: 0 },
        { transform: `translate(${x * .85}px,${y * .85 - 12}px) scale(1)`, opacity: 1, offset: .18 },
        { transform: `translate(${x * .4}px,${y * .4 - 34}px) scale(1.15)`, offset: .55 },
        { transform: "none", opacity: 1, offset: .92 },
        { transform: "none", opacity: 0 },
      ], start + 90 * number, 480);
    });
    return put.length && 480 + 90 * put.length;
  }

  walk({ on, art, from }, start) {
    const source = this.place(from);
    if (!source) return 0;
    const put = this.figures(art, on, 26);
    put.forEach((one, number) => {
      const step = (left, up, opacity = 1) => ({
        transform: `translate(${(source.x - one.at.x) * left}px,${(source.y - one.at.y) * left - up}px)`, opacity,
      });
      this.move(one, [step(1, 0), step(.8, 6), step(.6, 0), step(.4, 6), step(.2, 0), step(0, 0), step(0, 0, 0)], start + 110 * number, 620);
    });
    return put.length && 620 + 110 * put.length;
  }

  change({ on, art, was }, start) {
    const [now, before] = was;
    for (const id of on) {
      const actor = this.twin(id);
      if (!actor) continue;
      for (const use of actor.querySelectorAll("use"))
        if (use.getAttribute("href").endsWith(`#${now}`)) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${before}`));
      this.move(actor, [{ opacity: 1 }, { opacity: 1, offset: .3 }, { opacity: 0 }], start, 700);
    }
    if (art) this.rise({ on, art }, start + 150);
    return 1000;
  }

  // Over the board

  speak({ words, art }, start) {
    const says = element("div", "says");
    for (const one of art ?? []) says.append(icon(one));
    says.append(element("p", "", words));
    this.layer.append(says);
    this.move(says, [
      { opacity: 0, transform: "translateY(20px) scale(.9)" },
      { opacity: 1, transform: "none", offset: .18, easing: SPRING },
      { opacity: 1, transform: "none", offset: .85 },
      { opacity: 0, transform: "translateY(-12px)" },
    ], start, 1200);
    return 1200;
  }

  parade(moment, start) {
    const { width, height } = this.view;
    moment.art.forEach((art, number) => {
      const one = this.figure(art, { x: 0, y: height * (.6 + .05 * (number % 3)) }, 60);
      const hop = [0, 1, 2, 3, 4, 5, 6].map((step) => ({ transform: `translate(${-80 + (width + 160) * step / 6}px,${step % 2 ? -14 : 0}px)` }));
      this.move(one, hop, start + 70 * number, 900);
    });
    return this.speak({ words: moment.words }, start);
  }

  shake(moment, start) {
    const quake = [0, 6, -6, 5, -5, 3, -2, 0].map((x, step) => ({ transform: `translate(${x}px,${step % 2 ? 3 : -2}px)` }));
    this.running.push(this.board.querySelector("svg").animate([...quake, { transform: "none" }], { duration: 550, delay: start }));
    return this.speak(moment, start);
  }

  dusk(moment, start) {
    const shadow = element("div", "dusk");
    this.layer.prepend(shadow);
    this.move(shadow, [{ transform: "translateX(-110%)" }, { transform: "translateX(-20%)", offset: .5 }, { transform: "translateX(80%)" }], start, 1200);
    return this.speak(moment, start);
  }

  battle({ sides, words }, start) {
    const says = element("div", "says fight");
    const row = element("div", "");
    sides.forEach(([art, strength, die, loss], number) => {
      const one = element("div", "side");
      const line = element("i", "", String(strength));
      const total = element("b", "", String(strength + die));
      const lost = element("span", "loss", loss ? `−${loss}` : "\u00a0");
      one.append(icon(art));
      if (die) {
        const pips = dots(die);
        line.append("+", pips);
        one.append(line);
        this.move(pips, [{ transform: "rotate(-500deg) scale(.3)", opacity: 0 }, { transform: "rotate(15deg) scale(1.2)", opacity: 1, offset: .7 }, { transform: "none" }], start + 500 + 120 * number, 550);
      }
      one.append(total, lost);
      row.append(one);
      this.move(one, [{ opacity: 0, transform: `translateX(${number ? 60 : -60}px)` }, { opacity: 1, transform: "none" }], start, 280);
      this.move(line, [{ opacity: 0 }, { opacity: 1 }], start + 250, 200);
      this.move(total, [{ opacity: 0, transform: "scale(.4)" }, { opacity: 1, transform: "scale(1.25)", offset: .7 }, { transform: "none" }], start + (die ? 1150 : 500), 300);
      this.move(lost, [{ opacity: 0, transform: "translateY(-10px)" }, { opacity: 1, transform: "none" }], start + (die ? 1450 : 800), 250);
    });
    const end = element("p", "", words);
    says.append(row, end);
    this.layer.append(says);
    const rolled = sides.some(([, , die]) => die);
    const long = rolled ? 2400 : 1700;
    this.move(end, [{ opacity: 0 }, { opacity: 1 }], start + (rolled ? 1450 : 800), 200);
    this.move(says, [{ opacity: 0 }, { opacity: 1, offset: .07 }, { opacity: 1, offset: .93 }, { opacity: 0 }], start, long);
    return long;
  }

  // Hands

  move(actor, frames, delay, duration) {
    this.running.push(actor.animate(frames, { delay, duration, fill: "both", easing: "ease-out" }));
  }

  // Plays the same with a twin of each piece, while the piece itself is not seen.
  each(ids, start, apart, duration, frames) {
    const found = ids.filter((id) => document.getElementById(id));
    found.forEach((id, number) => {
      const actor = this.twin(id);
      this.move(actor, frames(actor, number), start + apart * number, duration);
      this.running.push(document.getElementById(id).animate([{ opacity: 0 }, { opacity: 0 }], { duration: start + apart * number + duration }));
    });
    return found.length && duration + apart * (found.length - 1);
  }

  // A copy of a piece at its place on the board.
  twin(id) {
    const piece = document.getElementById(id);
    if (!piece) return null;
    const copy = piece.cloneNode(true);
    for (const halo of copy.querySelectorAll(".halo, .ghost")) halo.remove();
    for (const one of [copy, ...copy.querySelectorAll("*")])
      for (const name of one.getAttributeNames())
        if (/^(id|class|role|tabindex|aria-.*|data-.*)$/.test(name)) one.removeAttribute(name);
    const { a, b, c, d, e, f } = this.matrix(piece.parentNode);
    const holder = node("g", { transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` });
    holder.append(copy);
    const actor = node("g", {});
    actor.append(holder);
    const { x, y } = this.place(id);
    actor.style.transformOrigin = `${x}px ${y}px`;
    this.drawn.append(actor);
    return actor;
  }

  matrix(inside) {
    return this.drawn.getScreenCTM().inverse().multiply(inside.getScreenCTM());
  }

  // The middle of a piece, in units of the board.
  place(id) {
    const piece = document.getElementById(id ?? "");
    if (!piece) return null;
    const box = piece.getBoundingClientRect();
    if (!box.width) return null;
    const { a, e, f } = this.drawn.getScreenCTM();
    return { x: (box.x + box.width / 2 - e) / a, y: (box.y + box.height / 2 - f) / a };
  }

  // The art at the pieces: each symbol at its own piece, or all at the only one.
  figures(art, on, size = 40) {
    const places = on.map((id) => this.place(id)).filter(Boolean);
    if (!places.length) return [];
    const spread = places.length === 1 ? art.length : 1;
    return art.map((one, number) => {
      const { x, y } = places[number % places.length];
      return this.figure(one, { x: x + 16 * (spread > 1 ? number - (spread - 1) / 2 : 0), y }, size);
    });
  }

  figure([href, box, tone], at, size) {
    const [x, y, w, h] = box.split(" ").map(Number);
    const scale = size / Math.max(w, h);
    const use = node("use", { href, transform: `translate(${at.x} ${at.y}) scale(${scale}) translate(${-x - w / 2} ${-y - h / 2})` });
    if (tone) use.style.color = tone;
    const actor = node("g", {});
    actor.append(use);
    actor.style.transformOrigin = `${at.x}px ${at.y}px`;
    actor.at = at;
    this.drawn.append(actor);
    return actor;
  }
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function element(name, kind, text = "") {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

function icon([href, box, tone]) {
  const made = node("svg", { viewBox: box });
  made.append(node("use", { href }));
  if (tone) made.style.color = tone;
  return made;
}

const PIPS = ["", "4", "26", "246", "0268", "02468", "023568"];
function dots(face) {
  const made = node("svg", { viewBox: "-2 -2 34 34" });
  made.append(node("rect", { width: 30, height: 30, rx: 7, fill: "#fffaf0", stroke: "#2b2118", "stroke-width": 2 }));
  for (const place of PIPS[face] ?? "") made.append(node("circle", { cx: 7 + 8 * (place % 3), cy: 7 + 8 * Math.floor(place / 3), r: 3, fill: "#2b2118" }));
  return made;
}
