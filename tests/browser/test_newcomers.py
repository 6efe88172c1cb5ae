"""A newcomer's first game in a browser: hints at every decision, and the coach on request."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guests


@pytest.mark.parametrize(
    ("language", "first", "words"),
    [
        ("en-GB", "A first game of Bosa", "free of charge"),
        ("it-IT", "Una prima partita a Bosa", "Prendi gratis"),
    ],
)
def test_a_newcomer_plays_a_first_game_with_hints(
    guests: Guests, language: str, first: str, words: str
) -> None:
    guest = guests.come(language=language)
    page = guest.go("/")
    page.get_by_role("button", name=first).click()
    guest.my_turn()
    hint = page.locator(".hint-now")
    expect(hint).to_contain_text(words)
    expect(page.locator("#t-coach-ask")).to_be_enabled()
    guest.take()
    expect(hint).not_to_contain_text(words)
    hint.locator("a.rule").first.click()
    expect(page.locator(".aside .sought")).to_be_visible()


def test_a_phone_shows_what_an_invocation_gives_before_it_is_carried_out(guests: Guests) -> None:
    guest = guests.come(phone=True, confirm="touch")
    guest.open("bomarzo", {0: "me", 1: "random"})
    page = guest.page
    guest.my_turn()
    while not page.locator("#t-board [data-touch='statue genio'].lit").count():
        seq = guest.seq
        page.locator("#t-board .lit").first.tap()
        page.locator("#notes .primary").tap()
        guest.moved_on(seq)
        guest.my_turn()
    page.locator("#t-board [data-touch='statue genio'].lit").tap()
    expect(page.locator("#t-tray")).to_contain_text("Draw two cards")
    expect(page.locator("#t-tray .primary")).to_be_visible()


def test_what_newcomers_are_offered_is_large_enough_for_a_finger(guests: Guests) -> None:
    page = guests.come(phone=True).go("/")
    doors = page.locator(".first-time .doors :is(a, button)")
    expect(doors.first).to_be_visible()
    assert all(
        box is not None and box["height"] >= 44 for box in [door.bounding_box() for door in doors.all()]
    )


def test_beside_what_three_bots_say_the_rail_has_room_for_all_that_follows(guests: Guests) -> None:
    guest = guests.come()
    guest.open("manticore", {0: "me", **dict.fromkeys(range(1, 4), "novice")})
    guest.my_turn()
    words = "Let the Manticore sleep: I fetch the helmet from the Druid's Hut in this turn."
    guest.page.evaluate(
        "words => document.getElementById('t-remarks').innerHTML = '<ul class=remarks>'"
        " + `<li><svg class=seat-mark></svg><span><q>${words}</q></span></li>`.repeat(3) + '</ul>'",
        words,
    )
    flag, about, log = (
        guest.page.locator(name).bounding_box() for name in ("#t-flag", "#t-about", "#in-log")
    )
    assert flag is not None and about is not None and log is not None
    assert flag["y"] + flag["height"] <= about["y"] - 8, (flag, about, log)
    assert log["height"] >= 225, log
