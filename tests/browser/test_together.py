"""Together: friends, and a table at a time, by two people in browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.guests import Guest, Guests
from tests.browser.test_keys import sign_up

MANY_CHOICES = 60


@pytest.mark.parametrize("club", ["house_on_postgres"], indirect=True)
def test_two_people_become_friends_and_meet_by_the_calendar(club: Guests) -> None:
    ada, bruno = club.come(), club.come(phone=True)
    sign_up(ada, "Ada")
    sign_up(bruno, "Bruno")
    profile = ada.go("/me/profile").url.removeprefix(ada.house)
    page = bruno.go(profile)
    page.get_by_role("button", name="Ask to be friends").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    page = ada.go("/")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".friends li")).to_contain_text("Bruno")
    expect(page.get_by_role("button", name="End friendship")).to_be_visible()
    page.goto(ada.house + ada.open("bosa", {0: "me", 1: "open"}))
    page.get_by_role("button", name="Invite: Bruno").click()
    expect(page.get_by_role("button", name="Withdraw: Bruno")).to_be_visible()
    seen = bruno.go("/")
    expect(seen.get_by_text("Ada invites you to Bosa")).to_be_visible()
    assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.get_by_role("button", name="Sit down").first.click()
    expect(seen.locator("#t-board")).to_be_visible()
    page = ada.go("/games/bosa/open?public=yes&seat+0=me&seat+1=open")
    page.get_by_label("Begins (UTC)").fill("2999-12-24T20:00")
    page.get_by_role("button", name="Open the table").last.click()
    expect(page.get_by_text("The match begins on 24.12.2999 at 20:00 UTC")).to_be_visible()
    seen = bruno.go("/calendar")
    expect(seen.locator(".day h2")).to_have_text("24.12.2999")
    assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.locator(".day a").click()
    seen.get_by_role("button", name="Sit down here").click()
    expect(seen.get_by_text("Bruno (you)")).to_be_visible()
    expect(seen.locator("#t-board")).to_have_count(0)


def play_on(guest: Guest, until: Callable[[], bool]) -> bool:
    """Make one choice after the other until something is so; False if the match ends before."""
    for number in range(MANY_CHOICES):
        guest.my_turn()
        if guest.over:
            return False
        if until():
            return True
        guest.choose(number)
    raise AssertionError(f"it was not so after {MANY_CHOICES} choices")


def beyond(slide: Locator, seen: int) -> Callable[[], bool]:
    """Whether there is more to see than before."""
    return lambda: int(slide.get_attribute("max") or 0) > seen


@pytest.mark.parametrize("club", ["house"], indirect=True)
def test_whoever_looks_on_follows_the_hands_some_turns_later(club: Guests) -> None:
    ada, bruno = club.come(), club.come()
    page = bruno.page
    slide = page.locator("[name=slide]")
    going_on = False
    while not going_on:  # random players may lose a match before it has twenty turns
        path = ada.open("bologna", {0: "me", 1: "random", 2: "random"}, hands="20", public="yes")
        bruno.go(path)
        play_on(ada, lambda: page.locator("#t-hands a").count() > 0)
        bruno.go(f"{path}/replay?seat=1")
        seen = int(slide.get_attribute("max") or 0)
        expect(page.get_by_label("Seen by")).to_have_value("1")
        going_on = play_on(ada, beyond(slide, seen))
    expect(page.get_by_text("Those who look on see every hand 20 turns later.")).to_be_visible()
    expect(page.get_by_label("Seen by")).to_have_value("1")


def test_an_answer_is_prepared_for_what_another_person_may_do_and_taken_back(club: Guests) -> None:
    ada, bruno = club.come(), club.come(phone=True)
    corners = {0: "me", 1: "open", 2: "random", 3: "random"}
    path = ada.open("bello_divorum", corners, name="Ada", public="yes")
    bruno.go(path).get_by_role("button", name="Sit down here").first.click()
    door = "a[href*='/ahead']"
    ada.page.wait_for_selector(f"#t-ask[data-mine='1'], {door}", state="attached")
    waits = ada if ada.page.locator(door).count() else bruno
    page = waits.page
    page.locator(door).wait_for(state="attached")
    waits.go(str(page.locator(door).get_attribute("href")))
    while not page.get_by_role("heading", name="Then you do this").count():
        with page.expect_navigation():  # or the old page would be asked
            page.locator("[aria-labelledby=a-suppose] a").first.click()
    page.locator("[aria-labelledby=a-answer] button").first.click()
    expect(page.locator("[aria-labelledby=a-now] li")).to_contain_text("If ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
