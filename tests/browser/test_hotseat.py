"""Two people on one device: a curtain between their secrets."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocket, expect

from ludoteca.games import load
from tests.browser.guests import Guest, Guests

ASKED = "#t-ask[data-mine='1']"


def secret_words() -> list[str]:
    """Every role of Bologna by its name: no curtain may show one."""
    return load("bologna").words("en").nouns["role"]


NEXT = """seq => document.querySelector('#take-seat')
    || (document.querySelector('#t-act')?.elements.base.value > seq
        && document.querySelector("#t-ask[data-mine='1']"))"""


def move(guest: Guest) -> None:
    """Make one choice; then the curtain falls, or the next thing is asked of the same person."""
    seq = guest.seq
    guest.page.locator("#t-choices [data-choice]").first.evaluate("button => button.click()")
    guest.page.wait_for_function(NEXT, arg=seq)


def nothing_shown(page: Page, sockets: list[str]) -> None:
    shown = page.content()
    assert "t-board" not in shown
    assert not [word for word in secret_words() if re.search(rf"\b{re.escape(word)}\b", shown)]
    assert not [address for address in sockets if "seat=" in address]


def sat_down(guest: Guest, number: int) -> str:
    """Touch the curtain with the keyboard; what the seat then sees of its own role."""
    page = guest.page
    page.keyboard.press("Enter")
    page.wait_for_url(f"**?seat={number}")
    page.wait_for_selector(ASKED)
    return page.content()


def test_the_device_is_passed_on_behind_a_curtain(guests: Guests) -> None:
    ada = guests.come(phone=True)
    sockets: list[str] = []

    def opened(socket: WebSocket) -> None:
        sockets.append(socket.url)

    ada.page.on("websocket", opened)
    page = ada.go("/games/bologna/open")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Seat 2: Name").fill("Bruno")
    for number in (3, 4, 5):
        page.get_by_label(f"Seat {number}", exact=True).select_option("")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the table").last.click()
    door = page.locator("#take-seat")
    expect(door).to_be_focused()
    expect(page).to_have_title(re.compile("Pass the device to"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seats = {"Ada": 0, "Bruno": 1}
    passed: list[str] = []
    for _ in range(12):
        if set(passed) == set(seats):
            break
        if page.locator("#take-seat").count():
            nothing_shown(page, sockets)
            name = next(one for one in seats if f"to {one}." in door.inner_text())
            passed.append(name)
            history = page.evaluate("history.length")
            sat_down(ada, seats[name])
            assert page.evaluate("history.length") == history, "no seat stays in the history"
        sockets.clear()
        move(ada)
    assert set(passed) == {"Ada", "Bruno"}
