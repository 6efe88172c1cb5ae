// What stands beside the table, as tabs: arrow keys go from one to the next. On a phone the choices are a tab too.

export class Tabs {
  constructor(list, narrow) {
    this.list = list;
    this.rail = list.parentNode;
    this.all = [...list.querySelectorAll("[role=tab]")];
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) this.select(tab);
    });
    list.addEventListener("keydown", (event) => this.step(event));
    this.lay(narrow);
    this.follow(this.rail.querySelectorAll("[data-end]"));
  }

  // Whoever is at the end of a list stays there when the panels above it grow.
  follow(lists) {
    const ended = new Map();
    const sizes = new ResizeObserver((all) => {
      for (const { target } of all) if (ended.get(target) ?? true) target.scrollTop = target.scrollHeight;
    });
    for (const list of lists) {
      sizes.observe(list);
      list.addEventListener("scroll", () => ended.set(list, list.scrollTop + list.clientHeight > list.scrollHeight - 30));
    }
  }

  get shown() {
    return this.all.filter((tab) => !tab.hidden);
  }

  panel(tab) {
    return document.getElementById(tab.getAttribute("aria-controls"));
  }

  // Wide pages show the choices above the tabs, narrow ones among them, with what happened since one's last move.
  lay(narrow) {
    const [choices, log] = this.all;
    const panel = this.panel(choices);
    const since = document.getElementById("t-told");
    if (narrow) document.getElementById("t-would").before(since);
    else this.panel(log).prepend(since);
    choices.hidden = !narrow;
    if (narrow) panel.before(this.list);
    else (document.getElementById("t-about") ?? panel).after(this.list);
    for (const tab of this.all) {
      const own = this.panel(tab);
      const tabbed = tab !== choices || narrow;
      own.toggleAttribute("hidden", tabbed);
      if (tabbed) own.setAttribute("role", "tabpanel");
      else own.removeAttribute("role");
      if (tabbed) own.setAttribute("aria-labelledby", tab.id);
      else own.removeAttribute("aria-labelledby");
    }
    this.select(narrow ? choices : log);
  }

  select(tab) {
    for (const one of this.shown) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", chosen);
      one.tabIndex = chosen ? 0 : -1;
      this.panel(one).hidden = !chosen;
    }
    tab.classList.remove("news");
    for (const end of this.panel(tab).querySelectorAll("[data-end]")) end.scrollTop = end.scrollHeight;
  }

  open(name) {
    const tab = this.shown.find((one) => one.id === `tab-${name}`);
    if (tab) this.select(tab);
  }

  // A dot at a tab that is not open and has something new.
  news(name) {
    const tab = this.shown.find((one) => one.id === `tab-${name}`);
    if (tab && tab.getAttribute("aria-selected") !== "true") tab.classList.add("news");
  }

  step(event) {
    const { shown } = this;
    const here = shown.indexOf(event.target);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (here < 0 || there === undefined) return;
    event.preventDefault();
    const tab = shown[(there + shown.length) % shown.length];
    this.select(tab);
    tab.focus();
  }
}
