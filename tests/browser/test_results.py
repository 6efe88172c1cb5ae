"""The sheet after a match, for many players."""

from __future__ import annotations

from tests.browser.guests import Guest, Guests


def played_by_seven(guest: Guest) -> None:
    """A short match of Bologna."""
    seats = {0: "me", **dict.fromkeys(range(1, 7), "random")}
    guest.open("bologna", seats, {"round_cap": "1", "deus_ex_machina": "false"})
    guest.my_turn()
    while not guest.over:
        guest.choose(0)
        guest.my_turn()


def test_everybodys_column_is_seen_at_a_desk_and_on_a_phone(guests: Guests) -> None:
    for phone in (False, True):
        guest = guests.come(phone=phone)
        played_by_seven(guest)
        assert guest.result()
        columns = guest.page.locator(".score-sheet thead th")
        assert columns.count() == 8
        too_wide = "one => one.scrollWidth - one.clientWidth"
        assert guest.page.locator(".finale .scroll").evaluate(too_wide) <= 1
        broken = """names => names.some((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return range.getClientRects().length > 1;
        })"""
        assert not guest.page.locator(".score-sheet .named > span").evaluate_all(broken)
        spilt = "cells => cells.some(one => one.scrollWidth > one.clientWidth + 1)"
        assert not guest.page.locator(".score-sheet tbody td").evaluate_all(spilt)
