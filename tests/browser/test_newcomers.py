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
