"""The inspector in a browser: by pointer, long press and keyboard, at tables, in replays and in lessons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ludoteca.games import load, names
from ludoteca.kernel.game import presentation_of
from tests.browser.guests import Guest, Guests

GAMES = [name for name in names() if presentation_of(load(name)).about is not None]
LESSON = "/learn/bosa/1-houses"
TOUCHABLE = """() => {
    for (const piece of document.querySelectorAll('.board [data-about]')) {
        const { x, y, width, height } = piece.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2];
        if (document.elementFromPoint(...middle)?.closest('[data-about]') === piece) return middle;
    }
}"""


def seated(guest: Guest, game: str) -> Page:
    seats = dict.fromkeys(range(1, 4 if game == "bello_divorum" else 2), "random")
    guest.open(game, {0: "me", **seats})
    guest.my_turn()
    return guest.page


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_that_is_pointed_at_is_explained(guests: Guests, game: str) -> None:
    page = seated(guests.come(), game)
    board = page.locator("#b-board").bounding_box()
    page.mouse.move(*page.evaluate(TOUCHABLE))
    expect(page.locator("#t-about h3")).to_be_visible()
    assert page.locator("#b-board").bounding_box() == board


@pytest.mark.parametrize("game", GAMES)
def test_a_long_press_explains_and_chooses_nothing(guests: Guests, game: str) -> None:
    guest = guests.come(phone=True)
    page = seated(guest, game)
    seq = guest.seq
    x, y = page.evaluate(TOUCHABLE)
    finger = guest.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#t-about h3")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("#t-about .close").tap()
    expect(page.locator("#t-about")).to_be_hidden()
    assert guest.seq == seq
    expect(page.locator(".touch.held")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES[:1])
def test_pieces_are_explained_one_after_another_by_keyboard(guests: Guests, game: str) -> None:
    page = seated(guests.come(), game)
    title = page.locator("#t-about h3")
    page.keyboard.press("i")
    expect(title).to_be_visible()
    first = title.inner_text()
    for _ in range(3):
        page.keyboard.press("i")
    expect(title).not_to_have_text(first)


def test_what_is_shown_is_asked_for_again_when_the_table_has_changed(guests: Guests) -> None:
    """Nobody points at it any more, and it would tell how things stood before the move."""
    guest = guests.come()
    page = seated(guest, "bomarzo")
    page.keyboard.press("i")
    expect(page.locator("#t-about h3")).to_be_visible()
    with page.expect_response(lambda answer: "/about?" in answer.url):
        guest.take()


@pytest.mark.parametrize("game", GAMES[:1])
def test_replays_and_lessons_explain_pieces_too(guests: Guests, game: str) -> None:
    guest = guests.come()
    page = seated(guest, game)
    for path in (f"{page.url.removeprefix(guest.house)}/replay?at=1", LESSON):
        guest.go(path)
        page.mouse.move(*page.evaluate(TOUCHABLE))
        expect(page.locator(".about h3")).to_be_visible()


def test_nothing_is_said_of_what_nobody_knows(guests: Guests) -> None:
    guest = guests.come()
    page = seated(guest, names()[0])
    answer = guest.context.request.get(f"{page.url}/about?key=no+such+piece")
    assert answer.status == 404
    assert answer.text().endswith(".")


def test_what_has_gone_from_the_board_is_not_explained_any_more(guests: Guests) -> None:
    """A line that had worked a turn ago was still told of, and took the room of what the others had done."""
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    page = guest.page
    for _ in range(2):
        guest.my_turn()
        guest.choose(0)
    guest.my_turn()
    row, told = page.locator("#b-line-row"), page.locator("#t-about")
    about = row.get_attribute("data-about")
    row.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(told.locator("h3")).to_be_visible()
    guest.take()
    guest.my_turn()
    expect(page.locator(f"#t-board [data-about='{about}']")).to_have_count(0)
    expect(told.locator("h3")).to_have_count(0)
    expect(told).to_contain_text("Point at anything")
