"""A choice that ends the turn by itself waits for a moment, in which it can be taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import LOOK, Guest, Guests


def touch_the_first_piece(guest: Guest) -> None:
    """The first lit piece, and *Do it* where the tray lays out what follows."""
    guest.touch(guest.page.evaluate(LOOK, 0)["place"])
    told = guest.page.locator("#notes .moment, #t-tray:not([hidden]) .primary").first
    expect(told).to_be_visible()
    if told.evaluate("one => one.matches('.primary')"):
        told.click()


def test_a_choice_that_ends_the_turn_can_be_taken_back_for_a_moment(guests: Guests) -> None:
    guest = guests.come(pace="quick", reduced_motion="reduce")
    guest.open("bosa", {0: "me", 1: "random"}, {"gain_prompts": "never", "first_player": "seat0"})
    page, held = guest.page, guest.page.locator("#notes .moment")
    guest.my_turn()
    guest.choose(0)
    guest.choose(0)
    seq = guest.seq

    touch_the_first_piece(guest)
    held.get_by_role("button", name="Take back").click()
    expect(held).to_have_count(0)
    touch_the_first_piece(guest)
    expect(held).to_be_visible()
    page.keyboard.press("u")
    expect(held).to_have_count(0)
    assert guest.seq == seq
    expect(page.locator("#t-ask")).to_have_attribute("data-mine", "1")

    touch_the_first_piece(guest)
    guest.moved_on(seq)
    expect(held).to_have_count(0)
