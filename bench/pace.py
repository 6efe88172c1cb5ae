"""Measures how long a person waits for bots, in a real browser on loopback: from an own answer to the next
own question, at the pace that a page has unless another was chosen.

python bench/pace.py                     every game, 25 decisions each, three Regular bots
python bench/pace.py bosa --decisions 100 --level strong

A wait begins when the answer leaves the page and ends when the page asks again; "shown" is its last part,
from the house's message that asks to the picture of it. What ends a turn by itself is held back for a moment
before it leaves, so that it can be taken back; "held" counts these. Where several decisions follow each
other in one turn, each counts. Choices are taken at random from those that the page lists.
"""

from __future__ import annotations

import argparse
import os
import random
from typing import Any

from pages import form_of, house_and_browser
from playwright.sync_api import Browser, Page

from ludoteca import build_note
from ludoteca.games import load, names

SEATS = 4
PATIENCE = 60_000
# When the last answer left the page that the house accepted, and when the house last asked something.
LISTEN = """(() => {
  window.sent = window.asked = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => {
        if (String(data).includes('data-mine=\\\\"1\\\\"')) window.asked = performance.now();
      });
    }
  };
  const ask = window.fetch;
  window.fetch = async (where, ...rest) => {
    const now = performance.now();
    const answer = await ask(where, ...rest);
    if (String(where).endsWith("/do") && answer.ok) window.sent = now;
    return answer;
  };
})()"""
# Takes a choice, says yes where the page asks again, and waits until it asks the next question: how long the
# answer was held back, how long the wait was, and how much of it the page took to show the question.
ANSWER = """number => new Promise((done, fail) => {
  const at = (id) => document.getElementById(id);
  const seq = () => Number(at("t-act").elements.base.value);
  const choices = [...document.querySelectorAll("#t-choices [data-choice]")];
  const [before, pressed] = [seq(), performance.now()];
  window.sent = 0;
  choices[number % choices.length].click();
  const look = () => {
    const now = performance.now();
    document.querySelector("#t-tray:not([hidden]) .primary, #notes .go .primary, .really .yes")?.click();
    const asks = at("t-ask")?.dataset.mine === "1" && seq() > before;
    if (window.sent && (asks || at("t-result-title")))
      done([window.sent - pressed, now - window.sent, now - Math.max(window.sent, window.asked)]);
    else if (now - pressed > 60000) fail(new Error("nothing was asked for a minute"));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


def at_a_table(browser: Browser, house: str, game: str, level: str, pace: str) -> Page:
    """A page before a new table with bots of a level, the rules as printed."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "taste", "value": f"pace={pace}&confirm=never", "url": house}])
    form: dict[str, str | float | bool] = {**form_of(game, min(SEATS, load(game).most), level)}
    answer = context.request.post(f"{house}/games/{game}/open", form=form)
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(answer.url)
    return page


class Waits:
    """How long answers were held back, how long the waits after them were, and the part of it that was the
    page's.
    """

    def __init__(self) -> None:
        self.held: list[float] = []
        self.waited: list[float] = []
        self.shown: list[float] = []

    def watch(self, page: Page, decisions: int, luck: random.Random) -> None:
        """Answer questions of a match until there are so many waits or it is over."""
        while len(self.waited) < decisions:
            page.wait_for_selector("#t-ask[data-mine='1'], #t-result-title", timeout=PATIENCE)
            if page.locator("#t-result-title").count():
                return
            held, waited, shown = page.evaluate(ANSWER, luck.randrange(1000))
            self.held.append(held / 1000)
            self.waited.append(waited / 1000)
            self.shown.append(shown / 1000)

    def told(self) -> str:
        late = sum(wait > 3 for wait in self.waited)
        held = sum(one > 1 for one in self.held)
        shares = (share_of(self.waited, share) for share in (0.5, 0.9, 0.95, 1.0))
        figures = " | ".join(f"{seconds:.1f}" for seconds in (*shares, share_of(self.shown, 0.95)))
        return f"{len(self.waited)} | {figures} | {late} | {held} | {os.getloadavg()[0]:.1f}"


def share_of(times: list[float], share: float) -> float:
    """The time that this share of the times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def measured(browser: Browser, house: str, game: str, wishes: Any) -> str:
    """A line of the table: what one game showed."""
    luck = random.Random(wishes.seed)
    waits = Waits()
    while len(waits.waited) < wishes.decisions:
        page = at_a_table(browser, house, game, wishes.level, wishes.pace)
        waits.watch(page, wishes.decisions, luck)
        page.context.close()
    return f"| {load(game).title} | {waits.told()} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--decisions", type=int, default=25)
    parser.add_argument("--level", default="regular")
    parser.add_argument("--pace", default="calm")
    parser.add_argument("--seed", type=int, default=7)
    wishes = parser.parse_args()
    with house_and_browser() as (house, browser):
        print(f"seconds from an own answer to the next own question, {wishes.level}, {build_note()}")
        print("| game | decisions | p50 | p90 | p95 | longest | shown, p95 | above 3 s | held | load |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for game in wishes.games:
            print(measured(browser, house, game, wishes), flush=True)


if __name__ == "__main__":
    main()
