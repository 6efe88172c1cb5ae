"""Whole matches in a browser, by pointer and by keyboard."""

from __future__ import annotations

import zlib
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guests import MOST_TOUCHES, Guest, Guests

QUICK = {
    "bologna": ({0: "me", 1: "random"}, {"round_cap": "2"}),
    "bosa": ({0: "me", 1: "random"}, {"gain_prompts": "never", "goals": "false"}),
    "bomarzo": ({0: "me", 1: "random"}, {}),
    "bello_divorum": ({0: "me", 1: "random", 2: "random", 3: "random"}, {"track_length": "12"}),
    "manticore": ({0: "me", 1: "random", 2: "random", 3: "random"}, {"mode": "semicoop"}),
}
MOST_MOVES = 200
LISTED = """() => {
    const names = (found, key) => [...found].map((one) => one.dataset[key]);
    const made = JSON.parse(document.getElementById('b-gestures').dataset.gestures);
    const actions = names(document.querySelectorAll('#t-board [data-action]'), 'action');
    return {
        listed: names(document.querySelectorAll('#t-choices [data-choice]'), 'choice'),
        drawn: [...actions, ...made.map(([text]) => text.split('\\n')[0])],
    };
}"""


MEASURED = """([text, target]) => {
    const board = document.getElementById('b-board');
    const scale = (one) => { const { a, b } = one.getScreenCTM(); return Math.hypot(a, b) };
    const size = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one);
    const seen = (one) => getComputedStyle(one).visibility === 'visible';
    const words = [...board.querySelectorAll('text')].filter((one) => seen(one) && size(one) < text - 0.05);
    const small = [...board.querySelectorAll('.touch.lit .halo')].filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height) < target - 0.5;
    });
    return [...words.map((one) => one.textContent), ...small.map((one) => one.parentNode.dataset.touch)];
}"""
DESK_SIZES, PHONE_SIZES = (12.5, 32), (14, 44)
Scheme = Literal["dark", "light"]


def measure(guest: Guest, sizes: tuple[float, float], *schemes: Scheme) -> None:
    """Every word on the board can be read, and everything that is lit be touched."""
    for scheme in schemes:
        guest.page.emulate_media(color_scheme=scheme)
        small = guest.page.evaluate(MEASURED, list(sizes))
        assert not small, f"too small, {scheme}: {small[:5]}"


def touch_through(guest: Guest, sizes: tuple[float, float]) -> int:
    """Play a whole match by touching the board; measure it at every new question by night and by day."""
    page = guest.page
    moves = 0
    known: set[frozenset[str]] = set()
    while moves < MOST_MOVES:
        guest.my_turn()
        if guest.over:
            return moves
        seen = page.evaluate(LISTED)
        assert set(seen["drawn"]) <= set(seen["listed"]), "the board offers what the list does not"
        question = frozenset(text.split()[0] for text in seen["listed"])
        if question not in known:
            known.add(question)
            measure(guest, sizes, "dark", "light")
        guest.choose(moves * 5 + 1)
        moves += 1
    raise AssertionError(f"no end after {moves} moves")


def weight(page: Page) -> tuple[int, int]:
    """Bytes of what a page loaded, as they travelled: the game's art, and all the rest."""
    art, rest = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".reduce(([art, rest], { name, transferSize }) => name.includes('.svg#')"
        " ? [art + transferSize, rest] : [art, rest + transferSize], [0, 0])"
    )
    return art, rest


def packed(told: str | bytes) -> int:
    """The size of a message as the socket deflates it: with a window of 4 KB."""
    return len(zlib.compress(told.encode() if isinstance(told, str) else told, 1, 12))


@pytest.mark.parametrize("game", QUICK)
def test_a_person_plays_a_whole_match_by_clicking(guests: Guests, game: str) -> None:
    """To the result page, with a light page (60 KB, 30 KB of art) and light updates (60 KB) all the way."""
    guest = guests.come()
    page = guest.page
    updates: list[int] = []
    page.on("websocket", lambda live: live.on("framereceived", lambda told: updates.append(packed(told))))
    path = guest.open(game, *QUICK[game])
    art, rest = weight(page)
    assert art < 30_000 and rest < 60_000
    moves = touch_through(guest, DESK_SIZES)
    assert moves > 2 and len(updates) > moves
    assert max(updates) < 60_000
    assert guest.result()
    expect(page.locator("#t-result")).to_contain_text("Play again")
    expect(page.locator(".finale .score-sheet tbody tr").last).to_be_visible()
    assert page.locator("#t-board [data-action]").count() == 0
    page.get_by_role("link", name="Replay and analysis").click()
    page.wait_for_url(f"**{path}/replay?at=0")


@pytest.mark.parametrize("game", QUICK)
def test_a_person_plays_a_whole_match_on_a_phone_by_touching_the_board(guests: Guests, game: str) -> None:
    guest = guests.come(phone=True)
    guest.open(game, *QUICK[game])
    assert touch_through(guest, PHONE_SIZES) > 2
    assert guest.result()


def type_through(guest: Guest) -> int:
    """Play a whole match with the keyboard alone: O goes to the board, arrows about, Enter chooses."""
    page = guest.page
    moves = 0
    while moves < MOST_MOVES:
        guest.my_turn()
        if guest.over:
            return moves
        type_choice(guest, moves)
        if not guest.over:
            lost = page.evaluate("document.activeElement === document.body")
            assert not lost, "an update lost the focus"
        moves += 1
    raise AssertionError(f"no end after {moves} moves")


def type_choice(guest: Guest, moves: int) -> None:
    """One choice by keyboard: piece after piece, or a button beside the board where none can be touched."""
    page, seq = guest.page, guest.seq
    for _ in range(MOST_TOUCHES):
        focused = page.evaluate("document.activeElement.matches('#t-tray .primary, #notes .go .primary')")
        if not focused:
            page.keyboard.press("o")
            for key in ("ArrowRight", "ArrowDown", "ArrowLeft")[: moves % 4]:
                page.keyboard.press(key)
            if not page.evaluate("document.activeElement.matches('.option, .touch.lit')"):
                page.keyboard.press("o")
        page.keyboard.press("Enter" if moves % 2 else "Space")
        if guest.settled(seq):
            return
    raise AssertionError("the keyboard made no choice")


@pytest.mark.parametrize("game", ["bologna", "bello_divorum"])
def test_a_person_plays_a_whole_match_by_keyboard(guests: Guests, game: str) -> None:
    guest = guests.come()
    guest.open(game, *QUICK[game])
    assert type_through(guest) > 2
    assert guest.result()
