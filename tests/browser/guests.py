"""People in browsers: what they do at the house, and what must never happen to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.browser.chromium import Chromium

PATIENCE = 20_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STILL = {"reduced_motion": "reduce"}
DESK = {"viewport": {"width": 1280, "height": 800}}
HASTE = {"pace": "none", "confirm": "never", "theme": "auto", "badge": "1", "keys": "1", "sound": "0"}
expect.set_options(timeout=PATIENCE)

EXPECTED = ("the server responded with a status of 4", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")


SETTLED = """([seq, asked, patience]) => new Promise((done, fail) => {
    const until = performance.now() + patience;
    const look = () => {
        const newer = Number(document.querySelector('#t-act')?.elements.base.value) > seq;
        if (newer || window.stayed || document.querySelector(asked)) done(newer);
        else if (performance.now() > until) fail(new Error(`nothing happened: ${window.heard}; `
            + document.getElementById('notes')?.textContent));
        else requestAnimationFrame(look);
    };
    look();
})"""
"""Whether the page shows something newer, as soon as it does or asks for more.

Where the machine was so busy that a tap became a long press, the piece is to be touched again.
"""
ASKED = ".touch.held, #t-tray:not([hidden]) .primary, #notes .go, .really .yes"
LOOK = """number => {
    [window.stayed, window.heard, window.began] = [false, [], NaN];
    window.hear ??= (({ type, timeStamp }) => {
        window.heard.push(`${type} ${timeStamp}`);
        if (type === 'touchstart') window.began = timeStamp;
        window.stayed ||= type === 'click' && timeStamp - window.began >= 500;
    });
    for (const kind of ['touchstart', 'touchend', 'click']) addEventListener(kind, window.hear, true);
    const pieces = [...document.querySelectorAll('#t-board [data-action], #t-board .touch.lit:not(.held)')];
    const beside = document.querySelectorAll('#t-choices :is(.beside, .ending) [data-choice]').length;
    const whole = document.querySelector('#t-tray:not([hidden]) .primary, #notes .go .primary, .really .yes');
    if (!pieces.length) return { pieces: 0, beside, whole: Boolean(whole) };
    const one = pieces[number % pieces.length];
    one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = (one.querySelector('.halo') ?? one).getBoundingClientRect();
    const share = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
    const places = share.flatMap((y) => share.map((x) => [box.x + box.width * x, box.y + box.height * y]));
    const place = places.find(([x, y]) =>
        document.elementFromPoint(x, y)?.closest('[data-action], [data-touch]') === one);
    const name = one.getAttribute('aria-label');
    return { pieces: pieces.length, beside, whole: Boolean(whole), place, name };
}"""
MOST_TOUCHES = 12


class Guest:
    """One person with one browser."""

    def __init__(self, context: BrowserContext, house: str, phone: bool) -> None:
        self.context = context
        self.phone = phone
        self.house = house
        self.troubles: list[str] = []
        self.strangers: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("request", self._asked)
        context.on("console", self._grumbled)
        context.on("weberror", lambda error: self.troubles.append(str(error.error)))
        self.page: Page = context.new_page()

    def _asked(self, request: Request) -> None:
        host = urlsplit(self.house).netloc
        if urlsplit(request.url).netloc not in ("", host):
            self.strangers.append(request.url)

    def _grumbled(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in EXPECTED):
            self.troubles.append(message.text)

    def go(self, path: str) -> Page:
        answer = self.page.goto(self.house + path)
        assert answer is not None and answer.ok, f"{path}: {answer and answer.status}"
        return self.page

    def open(
        self, game: str, seats: Mapping[int, str], options: Mapping[str, str] | None = None, **more: str
    ) -> str:
        """Open a table by the form and go there. Seats are `me`, `open`, or the level of a bot."""
        form: dict[str, str] = {}
        for number, seat in seats.items():
            kind = seat if seat in ("me", "open") else "bot"
            form[f"seat {number}"] = kind
            if kind == "bot":
                form[f"level {number}"] = seat
        form |= written(options or {}) | more
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": self.house}
        answer = self.context.request.post(
            f"{self.house}/games/{game}/open", data=urlencode(form), headers=headers
        )
        assert answer.ok, answer.text()
        path = urlsplit(answer.url).path
        assert path.startswith("/tables/"), f"no table was opened: {answer.url}"
        self.go(path)
        return path

    # At a table

    def my_turn(self) -> None:
        """Wait until something is asked of this person, or the match is over."""
        self.page.wait_for_selector("#t-ask[data-mine='1'], #t-result-title")

    @property
    def over(self) -> bool:
        return self.page.locator("#t-result-title").count() > 0

    @property
    def seq(self) -> int:
        return int(self.page.locator("#t-act input[name=base]").input_value())

    def moved_on(self, seq: int) -> None:
        """Wait until the page shows something newer."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('#t-act').elements.base.value) > seq", arg=seq
        )

    def touch(self, place: list[float]) -> None:
        """Tap with a finger on a phone, click with the mouse at a desk."""
        (self.page.touchscreen.tap if self.phone else self.page.mouse.click)(*place)

    def choose(self, number: int) -> int:
        """Make a choice by touching pieces on the board, picking by `number` where several are lit.

        Beside the board where nothing on it can be touched; never from the list of all choices in words.
        Returns the number of touches.
        """
        seq = self.seq
        for touches in range(1, MOST_TOUCHES):
            seen = self.page.evaluate(LOOK, number)
            if seen["whole"]:
                self.page.locator("#t-tray .primary, #notes .go .primary, .really .yes").first.click()
            elif seen["pieces"]:
                assert seen["place"], f"“{seen['name']}” cannot be pointed at"
                self.touch(seen["place"])
            else:
                assert seen["beside"], "nothing to choose on the board or beside it"
                buttons = self.page.locator("#t-choices :is(.beside, .ending) [data-choice]")
                buttons.nth(number % seen["beside"]).evaluate("button => button.click()")
            if self.settled(seq):
                return touches
        raise AssertionError(f"{MOST_TOUCHES} touches made no choice")

    def settled(self, seq: int) -> bool:
        """Whether a choice was made; gives it time unless more pieces are to be touched."""
        return bool(self.page.evaluate(SETTLED, [seq, ASKED, PATIENCE]))

    @property
    def choices(self) -> Locator:
        """The options in words, unfolded."""
        fold = self.page.locator("#t-all:not([open]) > summary")
        if fold.count():
            fold.click()
        return self.page.locator("#t-choices [data-choice]")

    def take(self, number: int = 0) -> None:
        """Take an option of the list; where the page asks whether to give up the rest, do it.

        Small decisions that follow are answered as the tray proposes.
        """
        button = self.choices.nth(number)
        asks = button.get_attribute("data-ending") is not None
        verb = (button.get_attribute("data-choice") or "").split(" ")[0]
        plans = self.page.evaluate("document.getElementById('t-phase')?.dataset.plans ?? ''").split(" ")
        seq = self.seq
        button.click()
        if asks:
            self.page.locator(".really .yes").click()
        elif verb in plans and not self.settled(seq):
            self.page.locator("#t-tray .primary").click()

    def result(self) -> str:
        expect(self.page.locator("#t-result-title")).to_be_visible()
        return self.page.locator("#t-result-title").inner_text()


def written(options: Mapping[str, str]) -> dict[str, str]:
    """Options as the form's fields."""
    return {f"option {key}": value for key, value in options.items()}


class Guests:
    """Everybody who came to one test."""

    def __init__(self, chromium: Chromium, house: str) -> None:
        self.chromium = chromium
        self.house = house
        self.all: list[Guest] = []

    def come(self, *, phone: bool = False, language: str = "en-GB", **more: Any) -> Guest:
        """Somebody new, on a phone or at a desk; settings of the house or of the browser by name.

        Pages keep still unless a test is about motion: drawing every frame of it costs more than the rest.
        """
        taste = urlencode({**HASTE, **{key: more.pop(key) for key in list(more) if key in HASTE}})
        context = self.chromium.browser.new_context(
            **{**(PHONE if phone else DESK), **STILL, **more}, locale=language
        )
        context.add_cookies([{"name": "taste", "value": taste, "url": self.house}])
        guest = Guest(context, self.house, phone)
        self.all.append(guest)
        return guest

    def begin_again(self) -> None:
        """Give up a browser that hangs, and whoever came with it."""
        self.chromium.give_up()
        self.all.clear()

    def leave(self) -> None:
        troubles = [trouble for guest in self.all for trouble in guest.troubles]
        strangers = [url for guest in self.all for url in guest.strangers]
        with self.chromium.given_up_if_it_hangs():
            for guest in self.all:
                guest.context.close()
        assert not troubles, f"the browser grumbled: {troubles}"
        assert not strangers, f"a request left the house: {strangers}"
