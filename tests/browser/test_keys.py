"""Passkeys in a real browser, with Chromium's virtual authenticator."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guest, Guests


def sign_up(guest: Guest, name: str) -> None:
    """Make an account with a key of Chromium's virtual authenticator."""
    guest.house = guest.house.replace("127.0.0.1", "localhost")
    session = guest.context.new_cdp_session(guest.page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    page = guest.go("/keys")
    page.get_by_label("Your name at the table").last.fill(name)
    page.get_by_role("button", name="Make a key and come in").click()
    expect(page.locator(".codes li")).to_have_count(8)


@pytest.mark.parametrize("phone", [False, True])
def test_making_a_key_signing_out_and_coming_back(guests: Guests, phone: bool) -> None:
    guest = guests.come(phone=phone)
    sign_up(guest, "Ada")
    page = guest.go("/keys")
    expect(page.get_by_text("You are signed in as Ada.")).to_be_visible()
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/")
    page = guest.go("/keys")
    page.get_by_role("button", name="Sign in").first.click()
    expect(page.get_by_text("You are signed in as Ada.")).to_be_visible()
