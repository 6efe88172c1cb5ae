"""Second thoughts: a choice that ends the turn waits for a moment; on a phone a touch is confirmed first."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Route, expect

from tests.browser.guests import LOOK, Guest, Guests


def touch_the_first_piece(guest: Guest) -> None:
    """The first lit piece, and *Do it* where the tray lays out what follows."""
    guest.touch(guest.page.evaluate(LOOK, 0)["place"])
    told = guest.page.locator("#notes .moment, #t-tray:not([hidden]) .primary").first
    expect(told).to_be_visible()
    if told.evaluate("one => one.matches('.primary')"):
        told.click()


def test_a_choice_that_ends_the_turn_can_be_taken_back_for_a_moment(guests: Guests) -> None:
    guest = guests.come(pace="quick")
    guest.open("bosa", {0: "me", 1: "random"}, {"gain_prompts": "never", "first_player": "seat0"})
    page, held = guest.page, guest.page.locator("#notes .moment")
    guest.my_turn()
    guest.choose(0)
    guest.choose(0)
    seq = guest.seq

    touch_the_first_piece(guest)
    held.get_by_role("button", name="Take back").click()
    expect(held).to_have_count(0)
    touch_the_first_piece(guest)
    expect(held).to_be_visible()
    page.keyboard.press("u")
    expect(held).to_have_count(0)
    assert guest.seq == seq
    expect(page.locator("#t-ask")).to_have_attribute("data-mine", "1")

    names = page.locator("#t-choices [data-choice]").all_text_contents()
    touch_the_first_piece(guest)
    waits = held.locator("p").inner_text()
    assert waits.endswith(". Your turn ends with this.") and waits.partition(". ")[0] in names
    guest.moved_on(seq)
    expect(held).to_have_count(0)


def test_a_second_press_of_the_same_finger_takes_nothing_back(guests: Guests) -> None:
    """After *Do it* the keyboard is at the next piece: there it opened the tray again, and nothing was
    done.
    """
    guest = guests.come(pace="quick")
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    page, confirm = guest.page, guest.page.locator("#t-tray:not([hidden]) .primary")
    told = page.locator("#notes .moment").or_(confirm)
    pressed = 0
    while pressed < 3:
        guest.my_turn()
        seq = guest.seq
        guest.touch(page.evaluate(LOOK, 0)["place"])
        with suppress(AssertionError):
            expect(told).to_be_visible(timeout=1500)
        if confirm.count():
            pressed += 1
            expect(confirm).to_be_focused()
            for _ in range(2):
                page.keyboard.press("Enter")
                page.wait_for_timeout(150)
        guest.moved_on(seq)


def test_a_choice_that_waits_is_made_at_once_when_it_is_touched_again(guests: Guests) -> None:
    guest = guests.come(pace="calm")
    guest.open(
        "bologna", {0: "me", 1: "random", 2: "random"}, {"first_player": "seat0", "deus_ex_machina": "no"}
    )
    page, held = guest.page, guest.page.locator("#notes .moment")
    guest.my_turn()
    while True:
        seq, place = guest.seq, page.evaluate(LOOK, 0)["place"]
        guest.touch(place)
        page.wait_for_function(
            "seq => document.querySelector('#notes .moment, .touch.held')"
            " || Number(document.querySelector('#t-act').elements.base.value) > seq",
            arg=seq,
        )
        if held.count():
            break
    page.wait_for_timeout(500)
    guest.touch(place)
    expect(held).to_have_count(0, timeout=1000)
    guest.moved_on(seq)


def test_on_a_phone_a_touch_shows_what_it_would_do_and_the_next_one_does_it(guests: Guests) -> None:
    guest = guests.come(phone=True, confirm="touch")
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    lit = guest.page.locator("#t-board .touch.lit")
    asked = guest.page.locator("#notes .ask-first")
    guest.my_turn()
    seq = guest.seq

    guest.touch(guest.page.evaluate(LOOK, 0)["place"])
    asked.get_by_role("button", name="Rather not").click()
    expect(asked).to_have_count(0)
    expect(lit).not_to_have_count(0)
    guest.touch(guest.page.evaluate(LOOK, 0)["place"])
    assert guest.seq == seq
    asked.get_by_role("button", name="Do it").click()
    guest.moved_on(seq)
    expect(lit).not_to_have_count(0)


def test_a_choice_is_made_although_the_house_refuses_to_propose_what_follows(guests: Guests) -> None:
    guest = guests.come()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, json={"code": "too-many", "detail": "Please wait."})

    guest.page.route("**/plan?*", refuse)
    guest.open("bosa", {0: "me", 1: "random"}, {"gain_prompts": "never", "first_player": "seat0"})
    for _ in range(4):
        guest.my_turn()
        guest.choose(0)
    assert asked


def test_a_choice_that_was_asked_twice_leaves_nothing_in_hand(guests: Guests) -> None:
    """The same worker may go again: the second question is drawn like the first, and all rows are lit."""
    guest = guests.come(phone=True, confirm="touch")
    guest.open("bomarzo", {0: "me", 1: "novice"})
    page = guest.page
    for lit, touched in ((4, "[data-touch^='card']"), (5, "[data-touch='row food']")):
        guest.my_turn()
        expect(page.locator("#t-board .touch.lit")).to_have_count(lit)
        seq = guest.seq
        page.locator(f"#t-board {touched} .halo").first.tap()
        page.locator("#notes .ask-first .primary").tap()
        guest.moved_on(seq)
    guest.my_turn()
    expect(page.locator("#t-board .touch.lit")).to_have_count(5)
    expect(page.locator("#t-board .touch.held")).to_have_count(0)


def test_on_a_phone_the_button_stays_under_the_finger_when_the_page_says_what_it_would_do(
    guests: Guests,
) -> None:
    guest = guests.come(phone=True, confirm="touch")
    waiting: list[Route] = []

    def hold_back(route: Route) -> None:
        waiting.append(route)

    guest.page.route("**/would?*", hold_back)
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    guest.my_turn()
    guest.touch(guest.page.evaluate(LOOK, 0)["place"])
    go = guest.page.locator("#notes .ask-first .primary")
    before = go.bounding_box()
    while not waiting:
        guest.page.wait_for_timeout(20)
    for route in waiting:
        route.continue_()
    expect(guest.page.locator("#notes .ask-first .would")).to_contain_text("takes")
    assert go.bounding_box() == before


def test_on_a_phone_another_piece_touched_while_a_choice_waits_is_asked_about_instead(guests: Guests) -> None:
    """The question about it went as it came, and nothing was lit any more."""
    guest = guests.come(phone=True, confirm="touch", pace="calm")
    guest.open(
        "bologna", {0: "me", 1: "random", 2: "random"}, {"first_player": "seat0", "deus_ex_machina": "no"}
    )
    page, held = guest.page, guest.page.locator("#notes .moment")
    asked = page.locator("#notes .ask-first")
    guest.my_turn()
    while True:
        seq = guest.seq
        guest.touch(page.evaluate(LOOK, 0)["place"])
        if page.locator("#t-board .touch.held").count() in (1, 2) and not asked.count():
            continue
        asked.get_by_role("button", name="Do it").click()
        page.wait_for_function(
            "seq => document.querySelector('#notes .moment')"
            " || Number(document.querySelector('#t-act').elements.base.value) > seq",
            arg=seq,
        )
        if held.count() and page.evaluate(LOOK, 1)["pieces"] > 1:
            break
        guest.moved_on(seq)
        guest.my_turn()
    page.wait_for_timeout(500)
    guest.touch(page.evaluate(LOOK, 1)["place"])
    expect(held).to_have_count(0)
    asked.get_by_role("button", name="Do it").click()
    guest.moved_on(seq)
