"""Lessons in a browser: all are played through by touch on a phone, the last of each game at a desk too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from ludoteca.games import load, names
from ludoteca.house.web.pages.lesson import Lesson, lesson_of, lessons_of
from tests.browser.guests import Guest, Guests

GAMES = [name for name in names() if lessons_of(load(name))]
KEYS = """text => {
    const made = JSON.parse(document.getElementById('b-gestures').dataset.gestures);
    const [, , ...keys] = made.find((gesture) => gesture[0] === text) ?? [text, 0];
    const fits = (held) => made.filter(([, together, ...others]) =>
        held.every((key, place) => (together ? others.includes(key) : others[place] === key)));
    const enough = keys.findIndex((_, place) => fits(keys.slice(0, place + 1)).length === 1);
    return enough < 0 ? keys : keys.slice(0, enough + 1);
}"""
PLACE = """([attribute, value]) => {
    const one = [...document.querySelectorAll(`#l-board [${attribute}], #l-choices [${attribute}]`)]
        .find((piece) => piece.getAttribute(attribute) === value);
    if (!one) return null;
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = (one.querySelector('.halo') ?? one).getBoundingClientRect();
    const share = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
    const places = share.flatMap((y) => share.map((x) => [box.x + box.width * x, box.y + box.height * y]));
    return places.find(([x, y]) =>
        document.elementFromPoint(x, y)?.closest(`[${attribute}]`) === one) ?? null;
}"""
MOVED_ON = "at => document.querySelector('input[name=step]').value !== String(at)"


NEXT_PICTURE = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def touch(guest: Guest, attribute: str, value: str) -> bool:
    """Touch a piece or a button once it stands still; false if it cannot be touched."""
    place, before = guest.page.evaluate(PLACE, [attribute, value]), None
    while place != before:
        guest.page.evaluate(NEXT_PICTURE)
        place, before = guest.page.evaluate(PLACE, [attribute, value]), place
    if place is None:
        return False
    guest.touch(place)
    return True


def make_move(guest: Guest, text: str) -> None:
    """Make a move of a lesson on the board, with as many touches as it takes until nothing else is left;
    beside the board where it has no place on it.
    """
    keys = guest.page.evaluate(KEYS, text)
    if keys:
        for key in keys:
            assert touch(guest, "data-touch", key), f"{text}: {key} cannot be touched"
    elif not touch(guest, "data-action", text):
        assert touch(guest, "value", f"act {text}"), f"{text} cannot be chosen"


def moved_on(page: Page, at: int) -> bool:
    """Whether the lesson is past a step, or soon is."""
    try:
        page.wait_for_function(MOVED_ON, arg=at, timeout=8_000)
    except PlaywrightTimeout:
        return False
    return True


def play_through(guest: Guest, lesson: Lesson) -> Page:
    page = guest.go(f"/learn/{lesson.game.name}/{lesson.outline.name}")
    expect(page.locator("main.narrow" if guest.phone else "main.wide")).to_be_visible()  # laid out anew
    for at, step in enumerate(lesson.steps[:-1]):
        expect(page.locator("input[name=step]")).to_have_value(str(at))
        if step.yours:
            make_move(guest, step.wanted)
            if not moved_on(page, at):  # the touch fell into a change of the page: a person touches again
                make_move(guest, step.wanted)
        else:
            page.get_by_role("button", name="Go on").click()
        page.wait_for_function(MOVED_ON, arg=at)
    expect(page.locator(".ended").get_by_role("button", name="Play now")).to_be_visible()
    return page


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_played_through_by_touching_the_board_of_a_phone(guests: Guests, game: str) -> None:
    guest = guests.come(phone=True)
    for outline in lessons_of(load(game)):
        lesson = lesson_of(load(game), outline.name)
        assert lesson is not None
        play_through(guest, lesson)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_lesson_is_played_at_a_desk_and_leads_to_a_match(guests: Guests, game: str) -> None:
    guest = guests.come()
    outlines = lessons_of(load(game))
    page = guest.go(f"/learn/{game}")
    expect(page.locator(".lessons > li")).to_have_count(len(outlines))
    lesson = lesson_of(load(game), outlines[-1].name)
    assert lesson is not None
    play_through(guest, lesson)
    page.locator(".ended").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (820, 1180)])
def test_a_lessons_board_is_seen_whole_and_stays_where_it_is(guests: Guests, width: int, height: int) -> None:
    lesson = lesson_of(load("bosa"), "3-goals")
    assert lesson is not None
    guest = guests.come(viewport={"width": width, "height": height})
    places = []
    for step in range(len(lesson.steps)):
        box = guest.go(f"/learn/bosa/3-goals?step={step}").locator("#b-board").bounding_box()
        assert box is not None
        places.append((box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]))
    assert len(set(places)) == 1, places
    assert places[0][3] <= height


def test_another_move_is_answered_and_one_can_go_back(guests: Guests) -> None:
    page = guests.come().go("/learn/bosa/1-houses")
    page.locator("#l-choices button").last.click()
    expect(page.locator(".wrong")).to_contain_text("It would do this")
    page.get_by_role("button", name="Show me").click()
    page.locator("#l-choices .picked").click()
    expect(page.locator("input[name=step]")).to_have_value("1")
    page.get_by_role("button", name="One back").click()
    expect(page.locator("input[name=step]")).to_have_value("0")


def test_show_me_makes_its_piece_stand_out_among_what_is_lit(guests: Guests) -> None:
    page = guests.come().go("/learn/bosa/1-houses")
    page.get_by_role("button", name="Show me").click()
    rims = page.locator("#l-board .lit .halo")
    expect(page.locator("#l-board [data-wanted] .halo")).to_have_css("stroke-width", "6px")
    look = "rims => rims.map(rim => getComputedStyle(rim)).map(rim => [rim.stroke, rim.strokeOpacity])"
    seen = [tuple(one) for one in rims.evaluate_all(look)]
    assert len(seen) == 4 and len(set(seen)) == 2 and seen.count(seen[0]) == 1, seen


def test_the_board_points_at_a_place_that_words_hardly_tell(guests: Guests) -> None:
    page = guests.come().go("/learn/manticore/1-roads?step=2")
    expect(page.locator("#l-board [data-wanted]")).to_have_attribute("data-touch", "cell j8")


@pytest.mark.parametrize("lesson", ["bosa/1-houses", "bello_divorum/2-war", "bologna/1-throne"])
@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_the_board_stays_where_it_is_when_a_lesson_has_more_to_say(
    guests: Guests, lesson: str, language: str
) -> None:
    guest = guests.come(language=language)
    tops = set()
    for step in range(5):
        page = guest.go(f"/learn/{lesson}?step={step}")
        tops.add(page.locator("#l-board").evaluate("one => Math.round(one.getBoundingClientRect().top)"))
    assert len(tops) == 1


def test_a_lesson_on_a_phone_keeps_its_board_in_place_and_ends_with_doors_within_the_screen(
    guests: Guests,
) -> None:
    guest = guests.come(phone=True)
    tops = set()
    for step in (1, 2, 3, 5, 8):
        page = guest.go(f"/learn/bomarzo/1-park?step={step}")
        tops.add(page.locator("#l-board").evaluate("one => Math.round(one.getBoundingClientRect().top)"))
    assert len(tops) == 1, tops
    for game, name in (("bello_divorum", "2-war"), ("bosa", "3-goals")):
        lesson = lesson_of(load(game), name)
        assert lesson is not None
        page = guest.go(f"/learn/{game}/{name}?step={len(lesson.steps) - 1}")
        box = page.locator(".lesson").get_by_role("button", name="Play now").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390
        hidden = "one => one.scrollHeight - one.clientHeight"
        assert page.locator(".lesson").evaluate(hidden) <= 1
