"""The set-up page in a browser: presets, seats and rules change in place, with script and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ludoteca.games import load
from tests.browser.guests import Guests
from tests.browser.test_everyone import faults

TARGETS = "#setup :is(button, select, summary, .preset, .extra label, .switch label)"


def preset(page: Page, key: str) -> None:
    page.locator(f"#p-{key}").click()
    expect(page.locator(f"#p-{key} input")).to_be_checked()
    expect(page.locator("input[name=was]")).to_have_value(key)


def alternative(game: str) -> tuple[str, str, str]:
    """An option of the game that concerns a usual table, its value and another one."""
    from ludoteca.house.web.pages.setup_form import SetupForm, is_extra

    form = SetupForm(load(game), {}, fresh=True)
    option = next(one for one in form.concerning if one.kind == "choice" and not is_extra(one))
    return option.key, option.words[0], option.words[-1]


def test_a_table_opened_at_once_is_as_printed(guests: Guests) -> None:
    page = guests.come().go("/games/bosa/open")
    expect(page.locator("#p-printed input")).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("as in the rulebook")).to_be_visible()


def test_where_a_rule_comes_from_stands_clear_of_its_name_in_italian(guests: Guests) -> None:
    page = guests.come(language="it-IT").go("/games/bologna/open")
    gaps = page.locator(".rule-row").evaluate_all(
        """rows => rows.map((row) => row.querySelector('.told').getBoundingClientRect().left
            - row.querySelector('.tag').getBoundingClientRect().right)"""
    )
    assert min(gaps) >= 4


def test_another_preset_keeps_the_seats_and_explains_itself(guests: Guests) -> None:
    page = guests.come().go("/games/bosa/open")
    page.get_by_label("Seat 2", exact=True).select_option("bot")
    page.get_by_label("Seat 2: How strong").select_option("novice")
    page.get_by_label("Your name").fill("Ada")
    preset(page, "first")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("bot")
    expect(page.get_by_label("Seat 2: How strong")).to_have_value("novice")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.reload()
    expect(page.locator("#p-first input")).to_be_checked()
    expect(page.get_by_label("Seat 2: How strong")).to_have_value("novice")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".facts-list")).to_contain_text("Goal cards")


def test_a_changed_rule_is_gilded_and_counted(guests: Guests) -> None:
    key, _, other = alternative("bosa")
    page = guests.come().go("/games/bosa/open")
    row = page.locator(f"#r-{key}")
    row.locator("summary").click()
    row.locator(f"label:has(input[value='{other}'])").click()
    expect(row).to_have_class(re.compile("gilded"))
    expect(page.locator("#p-printed")).to_contain_text("1 changed")
    expect(row.locator(".sheet")).to_be_hidden()
    expect(row.locator("summary")).to_be_focused()
    preset(page, "first")
    preset(page, "printed")
    expect(row).not_to_have_class(re.compile("gilded"))


def test_a_rule_is_changed_by_keyboard_and_read_beside(guests: Guests) -> None:
    key, _, _ = alternative("bosa")
    page = guests.come().go("/games/bosa/open")
    row = page.locator(f"#r-{key}")
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(row).to_have_class(re.compile("gilded"))
    expect(row.locator(".sheet")).to_be_visible()
    assert not faults(page), "a rule that changes"
    page.keyboard.press("Escape")
    expect(row.locator("summary")).to_be_focused()
    row.locator("a.rule").click()
    expect(page.locator(".aside .sought")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "words", "button"),
    [("en-GB", "is for 4 to 6 players", "Add 1 bot"), ("it-IT", "è per 4-6 giocatori", "Aggiungi 1 bot")],
)
def test_too_few_players_are_told_so_and_helped(
    guests: Guests, language: str, words: str, button: str
) -> None:
    page = guests.come(language=language).go("/games/bello_divorum/open")
    expect(page.locator("#why")).to_be_empty()
    page.locator("[name='seat 3']").select_option("")
    expect(page.locator("#why")).to_contain_text(words)
    page.locator("#why").get_by_role("button", name=button).click()
    expect(page.locator("[name='seat 3']")).to_have_value("bot")
    expect(page.locator("#why")).to_be_empty()


def test_the_page_works_without_script(guests: Guests) -> None:
    page = guests.come(java_script_enabled=False).go("/games/bosa/open")
    page.locator("[name='seat 1']").select_option("bot")
    page.locator("[name='seat 2']").select_option("")
    page.locator("#p-first").click()
    page.get_by_role("button", name="Show what this changes").first.click()
    expect(page.locator("#p-first input")).to_be_checked()
    expect(page.locator("[name='seat 1']")).to_have_value("bot")
    page.locator("#p-printed").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")


def test_targets_on_a_phone_are_large_enough(guests: Guests) -> None:
    guest = guests.come(phone=True)
    for game in ("bomarzo", "bello_divorum", "manticore"):
        page = guest.go(f"/games/{game}/open")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        small = page.locator(TARGETS).evaluate_all(
            """all => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert not small, small
        assert not faults(page), game
