"""Whole matches in a browser, by pointer and by keyboard."""

from __future__ import annotations

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
CHOSEN = """number => {
    const options = document.querySelectorAll('#t-board [data-action]');
    return options[number % options.length].dataset.action;
}"""


def everything_can_be_pointed_at(page: Page) -> None:
    """Every choice of the list lies on the board too, and the other way round."""
    listed = page.locator("#t-choices [data-choice]").evaluate_all(
        "all => all.map(one => one.dataset.choice)"
    )
    drawn = page.locator("#t-board [data-action]").evaluate_all("all => all.map(one => one.dataset.action)")
    assert set(drawn) == set(listed), set(drawn) ^ set(listed)


def click_through(guest: Guest) -> int:
    """Play a whole match by clicking on the board; every seventh time on the list."""
    page = guest.page
    moves = 0
    while moves < MOST_MOVES:
        guest.my_turn()
        if guest.over:
            return moves
        everything_can_be_pointed_at(page)
        seq = guest.seq
        if moves % 7 == 3:
            buttons = page.locator("#t-choices [data-choice]")
            buttons.nth(moves % buttons.count()).click()
        else:
            text = page.evaluate(CHOSEN, moves * 5 + 1)
            place = page.locator(f'#t-board [data-action="{text}"] .halo').first
            place.click()
        guest.moved_on(seq)
        moves += 1
    raise AssertionError(f"no end after {moves} moves")


@pytest.mark.parametrize("game", QUICK)
def test_a_person_plays_a_whole_match_by_clicking(guests: Guests, game: str) -> None:
    guest = guests.come(reduced_motion="reduce")
    seats, options = QUICK[game]
    path = guest.open(game, seats, options)
    moves = click_through(guest)
    assert moves > 2
    assert guest.result()
    page = guest.page
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
