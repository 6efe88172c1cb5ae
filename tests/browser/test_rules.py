"""Rules in a browser: the book with everything in the box, and the same beside the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guests
from tests.browser.test_everyone import faults
from tests.browser.test_pages import REFUSED


@pytest.mark.parametrize(
    ("language", "field", "words"),
    [("en-GB", "Search rules and pieces", "boots"), ("it-IT", "Cerca fra regole e pezzi", "stivali")],
)
def test_everything_in_the_box_is_found_while_one_types(
    guests: Guests, language: str, field: str, words: str
) -> None:
    page = guests.come(language=language).go("/games/manticore/rules")
    boots, sword = page.locator("#box-kind-3"), page.locator("#box-kind-0")
    expect(boots.locator("svg")).to_have_count(1)
    page.get_by_label(field).fill(words)
    expect(sword).to_be_hidden()
    expect(boots).to_be_visible()
    expect(page.locator(".sifted")).not_to_be_empty()
    assert page.locator(".rules > li:visible, .pieces > li:visible").count() < 12
    note = page.locator(".rules > li:visible .governs").first
    note.locator("summary").click()
    expect(note.locator("li").first).to_be_visible()
    assert not faults(page), "a rule with what it governs, and a piece"
    page.get_by_label(field).fill("")
    expect(sword).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".contents")).to_be_hidden()
    expect(boots.locator("svg")).to_be_visible()


def test_rules_and_pieces_are_found_without_script(guests: Guests) -> None:
    page = guests.come(java_script_enabled=False).go("/games/bosa/rules")
    expect(page.locator("#box-card-12")).to_be_visible()
    page.get_by_label("Search rules and pieces").fill("castle")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".pieces > li").first).to_be_visible()
    expect(page.locator(".rules > li").first).to_be_visible()
    page.locator(".pieces a.id").first.click()
    expect(page.locator("#box-card-12")).to_have_count(1)


def test_rules_are_searched_at_the_table_and_a_refused_touch_quotes_its_rule(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"}, {"goal_choice": "auto", "first_player": "seat0"})
    guest.my_turn()
    page = guest.page
    page.keyboard.press("r")
    field = page.locator(".aside [data-sift]")
    expect(field).to_be_focused()
    field.fill("patronage")
    expect(page.locator(".aside .sifted")).not_to_be_empty()
    expect(page.locator("#BOS-2\\.3")).to_be_hidden()
    field.fill("")
    expect(page.locator(".aside .here").first).to_contain_text("At this table")
    expect(page.locator(".aside .here", has_text="the best two count")).to_have_count(1)
    page.locator(".aside .pieces a.id").first.click()
    expect(page.locator(".aside .rules > li.sought")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#tab-words").click()
    page.get_by_role("link", name="What has been seen").click()
    expect(page.locator(".aside .counts").first).to_be_visible()
    page.keyboard.press("Escape")
    guest.take()
    page.locator(REFUSED).first.dispatch_event("click")
    note = page.locator("#notes .note.no")
    expect(note.locator(".quoted")).to_contain_text("BOS-3.")
    note.locator("a.rule").click()
    expect(page.locator(".aside .sought")).to_be_in_viewport()
