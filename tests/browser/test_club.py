"""The club in a browser: one's tables, people, notices, tournaments."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.guests import Guests


def test_what_waits_is_shown_with_the_time_left_and_the_next_table_comes_after_a_move(club: Guests) -> None:
    ada = club.come()
    first = ada.open("bologna", {0: "me", 1: "me"}, {"round_cap": "3"}, clock="move", seconds="259200")
    second = ada.open("bosa", {0: "me", 1: "me"}, clock="move", seconds="259200")
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


def test_two_people_see_each_others_profile_and_choose_who_may(club: Guests) -> None:
    ada, bruno = club.come(), club.come(phone=True)
    ada.open("bologna", {0: "me", 1: "open"}, {"round_cap": "3"}, name="Ada", public="yes")
    table = ada.page.url
    bruno.page.goto(table)
    bruno.page.get_by_role("button", name="Sit down here").click()
    ada.page.wait_for_selector("#t-board svg")
    page = ada.go("/me/profile")
    page.get_by_label("Rate me").check()
    page.get_by_label("Everybody here").check()
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("Rated from the next match on.")).to_be_visible()
    address = page.url.removeprefix(ada.house)
    seen = bruno.go(address)
    expect(seen.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(seen.get_by_label("Rate me")).to_have_count(0)
    page.get_by_label("Only me").check()
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_label("Only me")).to_be_checked()
    expect(bruno.go(address).get_by_text("Ada does not show this.")).to_be_visible()


PLAYED = """<table class="plain-table">
<thead><tr><th>Game</th><th class="num">Matches</th><th class="num">Won</th>
<th class="num">Luck apart</th></tr></thead>
<tbody><tr><td>The Throne of Bologna</td><td class="num">12</td><td class="num">50 %</td>
<td class="num">−0.1 <small class="faint">11 won, 12 analysed</small></td></tr></tbody></table>"""


def test_a_phone_shows_what_somebody_won_apart_from_luck_within_its_card(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.open("bosa", {0: "me", 1: "random"})
    card = guest.go("/me/profile").locator("section[aria-labelledby=favourites]")
    card.evaluate("(card, played) => card.insertAdjacentHTML('beforeend', played)", PLAYED)
    edge = card.evaluate("card => card.querySelector('table').getBoundingClientRect().right")
    assert edge <= card.evaluate("card => card.getBoundingClientRect().right - 12")


NOTIFICATIONS = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
SHOWN_SOON = f"""(async () => {{
    for (let look = 0; look < 60; look++) {{
        if ((await {NOTIFICATIONS}).length) return true;
        await new Promise((done) => setTimeout(done, 50));
    }}
    return false;
}})()"""
"""Whether a notification is shown: waiting for a function would take the promise itself for a yes."""


def test_a_push_is_shown_by_the_service_worker_and_leads_to_the_table(club: Guests) -> None:
    ada = club.come()
    ada.house = ada.house.replace("127.0.0.1", "localhost")
    ada.context.grant_permissions(["notifications"], origin=ada.house)
    page = ada.go("/notices")
    expect(page.get_by_text("Notices are for people with an account")).to_be_visible()
    session = ada.context.new_cdp_session(page)
    found: dict[str, str] = {}

    def registered(told: dict[str, Any]) -> None:
        for one in told["registrations"]:
            found["id"] = one["registrationId"]

    session.on("ServiceWorker.workerRegistrationUpdated", registered)
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    told = json.dumps({"title": "Your turn in Bosa", "body": "Bruno has played.", "link": "/yours"})
    message = {"origin": ada.house, "registrationId": found["id"], "data": told}
    # A push service tells again what did not arrive: Chromium may drop what it is told while a worker begins.
    for _ in range(5):
        session.send("ServiceWorker.deliverPushMessage", message)
        if page.evaluate(SHOWN_SOON):
            break
    shown = page.evaluate(
        f"{NOTIFICATIONS}.then((all) => all.map((one) => [one.title, one.body, one.data.link]))"
    )
    assert shown == [["Your turn in Bosa", "Bruno has played.", "/yours"]]


def test_two_people_and_bots_begin_a_duplicate_that_nobody_else_may_watch(club: Guests) -> None:
    ada, bruno, stranger = club.come(), club.come(phone=True), club.come()
    page = ada.go("/tournaments")
    page.get_by_label("Name", exact=True).fill("Autumn duplicate")
    page.get_by_role("radio", name="Bosa").check()
    page.get_by_label("Seats at a table").fill("2")
    page.get_by_role("button", name="Announce a tournament").click()
    page.wait_for_url("**/tournaments/*")
    where = page.url.removeprefix(ada.house)
    seen = bruno.go(where)
    expect(seen.get_by_text("Rounds: 3 · Time for a move: a day")).to_be_visible()
    seen.get_by_role("button", name="Take part").click()
    expect(seen.get_by_role("heading", name="2 take part so far")).to_be_visible()
    page = ada.go(where)
    page.get_by_label("Bots besides").fill("2")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".standings-table tbody tr")).to_have_count(4)
    expect(page.locator(".boards li")).to_have_count(2)
    seen = bruno.go(where)
    expect(seen.locator(".standings-table")).to_be_visible()
    assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.get_by_role("link", name="To your table").click()
    seen.wait_for_selector("#t-board svg")
    table = seen.url
    stranger.page.goto(table)
    expect(stranger.page.get_by_text("Others are still playing with the same luck")).to_be_visible()
