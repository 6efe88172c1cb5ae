"""The club in a browser: one's tables, people, notices, tournaments."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import Guests


def test_what_waits_is_shown_with_the_time_left_and_the_next_table_comes_after_a_move(guests: Guests) -> None:
    ada = guests.come()
    clock = {"clock": "move", "seconds": "259200"}
    first = ada.open("bologna", {0: "me", 1: "me"}, {"round_cap": "3"}, **clock)
    second = ada.open("bosa", {0: "me", 1: "me"}, **clock)
    page = ada.go("/yours")
    expect(page.locator(".turn-card.mine")).to_have_count(2)
    expect(page.locator(".left").first).to_contain_text("2 days 23 h")
    with page.expect_navigation():
        page.locator(".onward input[type=checkbox]").click()
    expect(page.locator(".onward input[type=checkbox]")).to_be_checked()
    page = ada.go(first)
    expect(page.locator("#next")).to_contain_text("1")
    page.locator("#next").click()
    page.wait_for_url(f"**{second}")
    page = ada.go("/yours")
    page.get_by_role("button", name="Go on vacation").click()
    expect(page.get_by_role("status")).to_contain_text("You are away until")
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_role("button", name="Go on vacation")).to_be_visible()
