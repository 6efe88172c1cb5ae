"""The studio in a browser: a card is changed, drawn, refused, taken back and played with."""

import re

from playwright.sync_api import expect

from tests.browser.guests import Guests


def test_a_card_is_changed_drawn_refused_taken_back_and_played_with(guests: Guests) -> None:
    guest = guests.come()
    page = guest.go("/studio/bosa")
    page.get_by_role("button", name="edition · patronage").click()
    points = page.locator('[data-path$=".points"]').first
    expect(points).to_be_visible()
    before = page.locator("#form .piece").inner_html()
    assert points.input_value() == "3"
    points.fill("5")
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    assert page.locator("#form .piece").inner_html() != before
    expect(page.locator(".cell.changed")).to_have_count(1)
    points.fill("100")
    expect(page.locator("#check")).to_contain_text("expected a number from 101")
    expect(page.get_by_role("button", name="Open a table with it")).to_be_disabled()
    points.fill("6")
    expect(page.locator("#check")).to_contain_text("Fits.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.reload()
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#link input")).to_have_value(re.compile("/studio/bosa"))
    link = page.locator("#link input").input_value()
    page.get_by_role("button", name="Close").click()
    other = guests.come().go(link[link.index("/studio") :])
    expect(other.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.get_by_role("button", name="Open a table with it").click()
    expect(page).to_have_url(re.compile("/games/bosa/open"))
