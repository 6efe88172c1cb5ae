"""The page of a table: everything in sight, a board that keeps its size, tabs, the result over the table."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.draw import width_of
from ludoteca.games import names
from tests.browser.guests import Guest, Guests

# How green the middle of a PNG is.
GREEN = """async (png) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const pen = document.createElement("canvas").getContext("2d");
  pen.drawImage(image, 0, 0);
  return pen.getImageData(image.width / 2, image.height / 2, 1, 1).data[1];
}"""

# The fonts of names on the board; every name with its size and its width.
LETTERED = """() => {
  const names = document.querySelectorAll("#t-board :is(text[font-family=serif], [font-family=serif] text)");
  const told = [...names].map((one) => [getComputedStyle(one), one.textContent, one.getComputedTextLength()]);
  const fonts = [...new Set(told.map(([style]) => style.fontFamily))];
  return [fonts, told.map(([style, words, wide]) => [words, parseFloat(style.fontSize), wide])];
}"""


def seated(guest: Guest, game: str, options: dict[str, str] | None = None) -> Page:
    seats = dict.fromkeys(range(1, 4 if game == "bello_divorum" else 2), "random")
    guest.open(game, {0: "me", **seats}, options)
    guest.my_turn()
    return guest.page


def box(page: Page, place: str) -> dict[str, Any]:
    found = page.locator(place).bounding_box()
    assert found is not None, place
    return dict(found)


@pytest.mark.parametrize("game", names())
def test_a_desk_shows_question_board_and_rail_without_scrolling(guests: Guests, game: str) -> None:
    page = seated(guests.come(), game)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert box(page, ".bar")["height"] <= 53
    assert box(page, "#t-board") == {"x": 0, "y": 52, "width": 980, "height": 748}
    for place in ("#t-question", "#t-choices", "#t-tabs", "#t-log-in"):
        expect(page.locator(place)).to_be_in_viewport()


def test_a_phone_shows_question_others_board_and_sheet_without_scrolling(guests: Guests) -> None:
    page = seated(guests.come(phone=True), "bologna")
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    board, rail = box(page, "#t-board"), box(page, "#t-rail")
    assert board["width"] == 390 and abs(board["height"] - 520) < 4
    assert abs(board["y"] + board["height"] - rail["y"]) < 2
    for place in ("#t-question", "#t-chips li", "#t-tabs", "#t-choices"):
        expect(page.locator(place).first).to_be_in_viewport()
    choices = box(page, "#in-choices")
    assert abs(choices["y"] + choices["height"] - 844) < 2
    page.locator("#t-grip").tap()
    expect(page.locator("#t-grip")).to_have_attribute("aria-expanded", "true")
    assert box(page, "#t-rail")["height"] > rail["height"] + 200
    assert box(page, "#t-board") == board


def test_a_phone_shows_three_others_with_their_points_side_by_side(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.open("bello_divorum", {0: "me", 1: "random", 2: "random", 3: "random"})
    guest.my_turn()
    chips = guest.page.locator("#t-chips")
    expect(chips.locator(".points")).to_have_count(3)
    assert chips.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_phone_shows_many_others_with_their_whole_names(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.open("bello_divorum", {0: "me"} | dict.fromkeys(range(1, 6), "random"))
    guest.my_turn()
    names = guest.page.locator("#t-chips li > span")
    expect(names).to_have_count(5)
    assert guest.page.locator("#t-chips").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert names.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth + 1)")


@pytest.mark.parametrize("game", names())
def test_names_on_boards_are_lettered_as_on_the_page_and_as_wide_as_was_measured(
    guests: Guests, game: str
) -> None:
    page = seated(guests.come(), game)
    fonts, drawn = page.evaluate(LETTERED)
    assert fonts == [page.locator("#t-question").evaluate("one => getComputedStyle(one).fontFamily")]
    for words, size, wide in drawn:
        assert wide <= width_of(words, size, serif=True), words


def test_scenery_follows_the_theme_of_the_page_and_not_of_the_system(guests: Guests) -> None:
    green = {}
    for theme, system in (("light", "dark"), ("dark", "light")):
        page = seated(guests.come(theme=theme, color_scheme=system), "manticore")
        page.wait_for_load_state("load")
        corner = page.screenshot(clip={"x": 20, "y": 560, "width": 30, "height": 30})
        green[theme] = page.evaluate(GREEN, b64encode(corner).decode())
    assert green["light"] > 2 * green["dark"]


def test_the_board_keeps_its_size_whatever_comes_or_goes(guests: Guests) -> None:
    guest = guests.come()
    page = seated(guest, "bosa")
    before = box(page, "#b-board")
    for _ in range(6):
        guest.my_turn()
        seq = guest.seq
        guest.take()
        guest.moved_on(seq)
    guest.my_turn()
    assert box(page, "#b-board") == before
    page.locator("#rules-door").click()
    expect(page.locator(".aside")).to_be_visible()
    assert box(page, "#b-board") == before


def test_a_phone_tells_with_the_choices_what_happened_since(guests: Guests) -> None:
    guest = guests.come(phone=True)
    page = seated(guest, "bomarzo")
    while not page.locator("#t-told li").count():
        guest.choose(0)
        guest.my_turn()
    expect(page.locator("#in-choices #t-told")).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#in-log #t-told")).to_be_visible()


def test_turning_the_phone_lays_the_table_anew(guests: Guests) -> None:
    page = seated(guests.come(phone=True), "bologna")
    view = page.locator("#b-frame").get_attribute("data-view") or ""
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("main.wide")).to_have_count(1)
    expect(page.locator("#b-frame")).not_to_have_attribute("data-view", view)
    expect(page.locator("#tab-choices")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#b-frame")).to_have_attribute("data-view", view)
    expect(page.locator("#tab-choices")).to_have_attribute("aria-selected", "true")


def test_tabs_are_walked_by_arrow_keys(guests: Guests) -> None:
    page = seated(guests.come(), "bologna")
    expect(page.locator("#in-people")).to_be_hidden()
    page.locator("#tab-log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#in-people")).to_be_visible()
    expect(page.locator("#in-log")).to_be_hidden()
    expect(page.get_by_role("tab", name="Players")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#t-text")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#in-log")).to_be_visible()


def test_without_script_all_panels_stand_below_each_other(guests: Guests) -> None:
    guest = guests.come(java_script_enabled=False)
    page = guest.go("/")
    page.get_by_role("button", name="Play Bosa now").click()
    for place in ("#t-choices", "#t-log", "#t-people", "#t-talk", "#t-text"):
        expect(page.locator(place)).to_be_visible()
    expect(page.locator("#t-tabs")).to_be_hidden()


ENDING = """() => {
  const button = document.querySelector("#t-choices [data-choice]");
  const list = document.createElement("ul");
  list.className = "choice-list ending quietly";
  Object.assign(list.dataset, { sayReally: "More is left.", sayYes: "Yes", sayNo: "Go on" });
  button.setAttribute("data-ending", "");
  list.append(button.parentNode);
  document.getElementById("t-choices").append(list);
}"""


def test_what_ends_a_turn_asks_once(guests: Guests) -> None:
    """By keyboard and by pointer; going on changes nothing."""
    guest = guests.come()
    page = seated(guest, "bosa", {"first_player": "seat0"})
    page.evaluate(ENDING)
    seq = guest.seq
    button = page.locator("[data-ending]")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".really")).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    page.get_by_role("button", name="Go on").click()
    assert guest.seq == seq
    button.click()
    page.get_by_role("button", name="Yes").click()
    guest.moved_on(seq)
    expect(page.locator(".really")).to_have_count(0)


def test_a_piece_that_ends_a_turn_asks_once_too(guests: Guests) -> None:
    """Bomarzo's sundial, touched to pass for the season."""
    guest = guests.come()
    page = seated(guest, "bomarzo", {"may_pass": "any_time"})
    sundial = page.locator("[data-touch='season'].lit")
    while not sundial.count():
        seq = guest.seq
        guest.take()
        guest.moved_on(seq)
        guest.my_turn()
    seq = guest.seq
    sundial.click()
    page.locator(".really .primary").click()
    assert guest.seq == seq
    page.keyboard.press("Escape")
    sundial.click()
    page.locator(".really .yes").click()
    guest.moved_on(seq)
    expect(page.locator("#t-log")).to_contain_text("passes for this season")


def test_the_result_lies_over_the_table_until_it_is_closed(guests: Guests) -> None:
    guest = guests.come()
    page = seated(guest, "bologna", {"round_cap": "1"})
    while not guest.over:
        seq = guest.seq
        guest.take()
        guest.moved_on(seq)
        guest.my_turn()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(page.locator("#t-result-title")).to_be_focused()
    href = dialog.get_by_role("link", name="Picture of the table").get_attribute("href") or ""
    picture = guest.context.request.get(guest.house + href)
    assert picture.ok and "<svg" in picture.text()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="The result").click()
    expect(dialog).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="The result").click()
    dialog.get_by_role("button", name="See the table").click()
    expect(dialog).to_be_hidden()


def test_at_the_keyboard_one_goes_on_where_the_tray_was_answered(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bomarzo", {0: "me", 1: "random"})
    page, tray = guest.page, guest.page.locator("#t-tray .primary")
    for _ in range(20):
        guest.my_turn()
        seq = guest.seq
        if not tray.is_visible():
            page.keyboard.press("o")
        page.keyboard.press("Enter")
        if guest.settled(seq):
            continue
        expect(tray).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#t-board .touch.lit").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(tray).to_be_focused()
        page.keyboard.press("Enter")
        guest.moved_on(seq)
        guest.my_turn()
        assert page.evaluate("document.activeElement.matches('#t-question, .option, .touch.lit')")
        return
    raise AssertionError("no tray came")


def test_a_key_goes_to_the_options_beside_the_board(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bello_divorum", {0: "me", 1: "random", 2: "random", 3: "random"})
    page = guest.page
    ending = page.locator("#t-choices .ending button")
    while not ending.count():
        guest.my_turn()
        seq = guest.seq
        guest.choose(0)
        guest.moved_on(seq)
        guest.my_turn()
    page.keyboard.press("b")
    expect(ending.first).to_be_focused()
    page.keyboard.press("o")
    expect(page.locator("#t-board .touch.lit").first).to_be_focused()


def test_a_question_fits_into_two_lines_of_a_phone(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    for _ in range(3):
        guest.my_turn()
        lines = guest.page.locator("#t-question").evaluate(
            "one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
        )
        assert lines < 2.5, guest.page.locator("#t-question").inner_text()
        guest.choose(0)


def test_on_an_upright_tablet_nothing_beside_the_board_is_cut_or_covered(guests: Guests) -> None:
    guest = guests.come(viewport={"width": 820, "height": 1180})
    page = seated(guest, "manticore")
    for _ in range(12):  # until the log is longer than its place
        seq = guest.seq
        guest.take()
        guest.moved_on(seq)
        guest.my_turn()
    tab, panel = box(page, "#tab-log"), box(page, "#in-log")
    assert tab["y"] + tab["height"] <= panel["y"] + 2, "the tabs lie above what they show"
    choices, about, rail = box(page, "#in-choices"), box(page, "#t-about"), box(page, "#t-rail")
    assert page.locator("#in-choices").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert choices["y"] + choices["height"] <= about["y"], "the choices lie above what a piece is"
    ends = [one["y"] + one["height"] for one in (about, panel)]
    assert min(ends) > rail["y"] + rail["height"] - 20, "both columns are filled"


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_a_table_is_no_wider_than_the_window_even_with_news_in_every_tab(
    guests: Guests, language: str
) -> None:
    guest = guests.come(language=language)
    page = guest.go("/")
    page.get_by_role("button", name="Bosa").and_(page.locator(".primary")).click()
    guest.my_turn()
    page.locator("#t-tabs button").evaluate_all("tabs => tabs.forEach(one => one.classList.add('news'))")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_log_stays_at_its_end_when_the_inspector_takes_its_room(guests: Guests) -> None:
    """It showed what had been at its lower edge before."""
    guest = guests.come()
    page = seated(guest, "bosa", {"first_player": "seat0"})
    log, inspector = page.locator("#t-log-in"), page.locator("#t-about h3")
    while log.evaluate("one => one.scrollHeight < one.clientHeight + 200"):
        guest.choose(0)
        guest.my_turn()
    room = box(page, "#t-log-in")["height"]
    page.locator("#b-season").hover()
    expect(inspector).to_be_visible()
    page.wait_for_timeout(100)
    assert box(page, "#t-log-in")["height"] != room
    assert log.evaluate("one => one.scrollHeight - one.clientHeight - one.scrollTop") < 2

    log.evaluate("one => (one.scrollTop = 0)")
    title = inspector.inner_text()
    page.locator("#b-board [data-about=stack]").hover()
    expect(inspector).not_to_have_text(title)
    page.wait_for_timeout(100)
    assert log.evaluate("one => one.scrollTop") == 0


def test_a_house_of_bosa_shows_as_a_ghost_in_the_place_where_it_would_stand(guests: Guests) -> None:
    """The whole card of the market lay beside the place, and over the next one."""
    guest = guests.come()
    page = seated(guest, "bosa", {"first_player": "seat0"})
    guest.choose(0)
    guest.my_turn()
    place = page.locator("#t-board [data-touch^='cell'].lit .halo").first
    place.hover()
    ghost = page.locator("#b-ghosts .ghost").first
    expect(ghost).to_be_attached()
    there, shown = place.bounding_box(), ghost.bounding_box()
    assert there is not None and shown is not None
    assert abs(shown["x"] + shown["width"] / 2 - there["x"] - there["width"] / 2) < 8
    assert shown["width"] < there["width"] + 12
