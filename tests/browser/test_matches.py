"""Whole matches in a browser, by pointer and by keyboard."""

from __future__ import annotations

import zlib

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guests import Guest, Guests

QUICK = {
    "bologna": ({0: "me", 1: "random"}, {"round_cap": "3"}),
    "bosa": ({0: "me", 1: "random"}, {"gain_prompts": "never", "goals": "false"}),
    "bomarzo": ({0: "me", 1: "random"}, {}),
    "bello_divorum": ({0: "me", 1: "random", 2: "random", 3: "random"}, {"track_length": "12"}),
    "manticore": ({0: "me", 1: "random"}, {"mode": "semicoop"}),
}
MOST_MOVES = 200
LOOK = """number => {
    const names = (found, key) => [...found].map((one) => one.dataset[key]);
    const options = document.querySelectorAll('#t-board [data-action]');
    const one = options[number % options.length];
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = (one.querySelector('.halo') ?? one).getBoundingClientRect();
    const share = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
    const places = share.flatMap((y) => share.map((x) => [box.x + box.width * x, box.y + box.height * y]));
    const place = places.find(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-action]') === one);
    return {
        listed: names(document.querySelectorAll('#t-choices [data-choice]'), 'choice'),
        drawn: names(options, 'action'), text: one.dataset.action, place,
    };
}"""


def click_through(guest: Guest) -> int:
    """Play a whole match by clicking on the board; every seventh time on the list."""
    page = guest.page
    moves = 0
    while moves < MOST_MOVES:
        guest.my_turn()
        if guest.over:
            return moves
        seq = guest.seq
        seen = page.evaluate(LOOK, moves * 5 + 1)
        assert set(seen["drawn"]) == set(seen["listed"]), "board and list offer different things"
        if moves % 7 == 3:
            page.locator("#t-choices [data-choice]").nth(moves % len(seen["listed"])).click()
        else:
            assert seen["place"], f"“{seen['text']}” cannot be pointed at"
            page.mouse.click(*seen["place"])
        guest.moved_on(seq)
        moves += 1
    raise AssertionError(f"no end after {moves} moves")


def weight(page: Page) -> int:
    """Bytes of everything a page loaded, as they travelled."""
    total: int = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".reduce((sum, one) => sum + one.transferSize, 0)"
    )
    return total


def packed(told: str | bytes) -> int:
    """The size of a message as the socket deflates it: with a window of 4 KB."""
    return len(zlib.compress(told.encode() if isinstance(told, str) else told, 1, 12))


@pytest.mark.parametrize("game", QUICK)
def test_a_person_plays_a_whole_match_by_clicking(guests: Guests, game: str) -> None:
    """To the result page, with a light page (150 KB) and light updates (60 KB) all the way."""
    guest = guests.come(reduced_motion="reduce")
    page = guest.page
    updates: list[int] = []
    page.on("websocket", lambda live: live.on("framereceived", lambda told: updates.append(packed(told))))
    path = guest.open(game, *QUICK[game])
    assert weight(page) < 150_000
    moves = click_through(guest)
    assert moves > 2 and len(updates) > moves
    assert max(updates) < 60_000
    assert guest.result()
    expect(page.locator("#t-result")).to_contain_text("Play again")
    assert page.locator("#t-board [data-action]").count() == 0
    page.get_by_role("link", name="Replay and analysis").click()
    page.wait_for_url(f"**{path}/replay?at=0")


def type_through(guest: Guest) -> int:
    """Play a whole match with the keyboard alone: O goes to the board, arrows about, Enter chooses."""
    page = guest.page
    moves = 0
    while moves < MOST_MOVES:
        guest.my_turn()
        if guest.over:
            return moves
        seq = guest.seq
        page.keyboard.press("o")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft")[: moves % 4]:
            page.keyboard.press(key)
        on_option = page.evaluate("document.activeElement.matches('.option')")
        if not on_option:
            page.keyboard.press("o")
        page.keyboard.press("Enter" if moves % 2 else "Space")
        guest.moved_on(seq)
        if not guest.over:
            lost = page.evaluate("document.activeElement === document.body")
            assert not lost, "an update lost the focus"
        moves += 1
    raise AssertionError(f"no end after {moves} moves")


@pytest.mark.parametrize("game", ["bologna", "bello_divorum"])
def test_a_person_plays_a_whole_match_by_keyboard(guests: Guests, game: str) -> None:
    guest = guests.come(reduced_motion="reduce")
    guest.open(game, *QUICK[game])
    assert type_through(guest) > 2
    assert guest.result()
