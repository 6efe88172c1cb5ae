"""A flag on the map of Manticore: by touch and by keyboard, kept when the page is loaded."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import Guests

CITY = """() => {
    const board = document.getElementById('b-board').getScreenCTM();
    const { x, y } = new DOMPoint(374, 415).matrixTransform(board);
    return [x, y];
}"""
"""Where the middle of the City lies on the screen."""


def test_a_flag_is_put_by_touch_moved_by_keyboard_and_taken_away(guests: Guests) -> None:
    ada = guests.come()
    ada.open("manticore", {0: "me", 1: "random"})
    page = ada.page
    line, mark = page.locator("#t-flag-line"), page.locator("#b-flag path")
    asking = page.get_by_text("Touch the place to which the bots shall come.")
    page.get_by_role("button", name="Call the bots").click()
    expect(asking).to_be_visible()
    page.mouse.click(*page.evaluate(CITY))
    expect(line).to_contain_text(": H8")
    expect(mark).to_have_count(2)
    expect(asking).to_have_count(0)
    page.locator("#t-question").focus()
    page.keyboard.press("f")
    page.keyboard.type("k6")
    page.keyboard.press("Enter")
    expect(line).to_contain_text(": K6")
    page.reload()
    expect(line).to_contain_text(": K6")
    page.get_by_role("button", name="Call the bots").click()
    expect(asking).to_have_count(1)
    page.keyboard.press("Escape")
    expect(asking).to_have_count(0)
    page.get_by_role("button", name="Take it away").click()
    expect(line).to_have_count(0)
    expect(mark).to_have_count(0)
