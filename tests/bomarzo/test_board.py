"""The painted table: all that is offered can be made on it, nothing on it is secret or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.board.cards import W
from ludoteca.games.bomarzo.board.fiefs import cards
from ludoteca.games.bomarzo.board.inspector import about
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import (
    AREAS,
    CARDS,
    DIVINITIES,
    FIELDS,
    KINDS,
    ROWS,
    TRACKS,
)
from ludoteca.games.bomarzo.rules.state import BomarzoState, no_cubes
from ludoteca.house.table.plan import lay_out
from ludoteca.kernel.choices import Choice, Choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR
from tests.browser.contrasts import Mark, words_on

NAMES = ("Ada", "Maria Fiammetta Bentivoglio", "Chiara", "Davide")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"deck_top": "shown"}),
    (3, {"seasons_promo": True, "supply": "limited"}),
    (4, {"seasons_promo": True, "worship_promo": True}),
]


def positions(seats: int, options: dict[str, Any], stride: int = 9) -> Iterator[Match]:
    """Tables as random play leaves them, every few decisions and at the end."""
    match = Match(GAME, GAME.setup(seats, options), Seeded(seats), NAMES[:seats])
    source = Stream(seats, "people")
    moves = 0
    while match.actor >= 0:
        if moves % stride == 0:
            yield match
        offered = match.options
        match.play(match.actor, offered[source.below(len(offered))])
        moves += 1
    yield match


def seen_by(match: Match, seat: int) -> BomarzoView:
    view = match.view(seat)
    assert isinstance(view, BomarzoView)
    return view


def drawn(match: Match, seat: int, narrow: bool = False, language: str = "en") -> d.Scene:
    scene = GAME.presentation.board(
        match.view(seat), match.speaker(language), match.choices(seat, language), narrow
    )
    assert isinstance(scene, d.Scene)
    return scene


def reached(step: str, seats: int = 2, options: dict[str, Any] | None = None) -> Match:
    """The first moment of a match at which this is asked."""
    match = Match(GAME, GAME.setup(seats, options or {}), Seeded(3), NAMES[:seats])
    while match.state.step.name() != step:
        match.play(match.actor, match.options[0])
    return match


def texts(scene: d.Scene) -> Iterator[tuple[d.Text, float, float]]:
    """Every upright text with its place on the scene."""

    def inside(group: d.Group, x: float, y: float, scale: float) -> Iterator[tuple[d.Text, float, float]]:
        if group.turn:
            return
        x, y, scale = x + group.x * scale, y + group.y * scale, scale * group.scale
        for child in group.children:
            if isinstance(child, d.Group):
                yield from inside(child, x, y, scale)
            elif isinstance(child, d.Text):
                yield child, x, y

    for layer in scene._layers.values():
        for group in layer:
            yield from inside(group, 0, 0, 1)


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_option_is_made_with_pieces_or_has_no_place(
    seats: int, options: dict[str, Any], narrow: bool
) -> None:
    for match in positions(seats, options):
        scene = drawn(match, max(match.actor, 0), narrow)
        made = {gesture.text for gesture in scene.gestures}
        lit = set(re.findall('class="touch lit"[^>]*data-touch="([^"]*)"', scene.svg(d.LIGHT, style=False)))
        assert {gesture.keys[0] for gesture in scene.gestures} == lit
        for action in match.options:
            verb, *parameters = action.text.split()
            beside = narrow and verb == "worship-draw" and parameters != ["0"]
            assert (action.text in made) != beside, action.text


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
def test_amounts_and_steps_of_a_payment_have_a_plate_that_shows_them(narrow: bool) -> None:
    match = reached("turn")
    asked = [["raise 0", "raise 1", "raise 2", "raise 3"], [f"draw-now {n}" for n in range(1, 10)]]
    asked += [["pay card-as-food", "pay card-as-coin"]]
    for texts_offered in asked:
        offered = [Choice(text, text) for text in texts_offered]
        view = match.view(match.actor)
        scene = GAME.presentation.board(view, match.speaker("en"), Choices("How?", offered, []), narrow)
        markup = scene.svg(d.LIGHT, style=False)
        assert re.findall('class="touch lit"[^>]*data-touch="plate ([^"]*)"', markup) == texts_offered
        boxes = [text.box().right + x for text, x, _ in texts(scene)]
        assert max(boxes) <= scene.width + 1


@pytest.mark.parametrize("played", [0, 1, 6])
@pytest.mark.parametrize("held", [0, 1, 5, 9])
def test_all_own_cards_lie_on_the_table(played: int, held: int) -> None:
    match = reached("turn")
    seat = match.actor
    view = seen_by(match, seat)
    mine, laid = tuple(range(1, held + 1)), tuple(range(21, 21 + played))
    hands = tuple([mine if other == seat else () for other in range(2)])
    tables = tuple([laid if other == seat else () for other in range(2)])
    kit = BomarzoKit(replace(view, hands=hands, first_level=tables), match.speaker("en"))
    lefts = [
        card.x for group in cards(kit, 404, 563, 566) for card in group.children if isinstance(card, d.Group)
    ]
    assert len(lefts) == played + held
    assert all([404 <= left <= 970.1 - W for left in lefts])


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_all_words_lie_on_the_table(language: str, narrow: bool) -> None:
    for seats, options in TABLES:
        for match in positions(seats, options, 23):
            scene = drawn(match, max(match.actor, 0), narrow, language)
            assert "{" not in scene.text()
            for text, x, y in texts(scene):
                box = text.box()
                assert x + box.x >= -1 and x + box.right <= scene.width + 1, text.words
                assert y + box.y >= -1 and y + box.bottom <= scene.height + 1, text.words


def test_refusals_are_told_where_they_are_met() -> None:
    match = reached("turn", options={"may_pass": "no_harvest_left"})
    assert isinstance(match.state, BomarzoState)
    for fief in match.state.fiefs:
        fief.cubes = no_cubes()
    match.state.look_again()
    assert re.search(r"Gigante;.*\(You cannot pay what Gigante asks now", drawn(match, match.actor).text())


def test_others_see_no_hand_and_no_option() -> None:
    for match in positions(3, {}, 31):
        for viewer in (SPECTATOR, (match.actor + 1) % 3):
            scene = drawn(match, viewer)
            assert not scene.gestures or match.actor < 0
    match = Match(GAME, GAME.setup(2), Seeded(3), NAMES[:2])
    name = match.speaker().spell("card", match.options[0].a)
    seat = match.actor
    assert name in drawn(match, seat).text()
    assert name not in drawn(match, 1 - seat).text()


def test_the_text_of_the_table_tells_what_lies_there() -> None:
    match = reached("turn")
    text = drawn(match, match.actor).text()
    assert "The park" in text and "Fields: 3 for the next pawn" in text
    assert re.search(r"\d Genio; Active; Scores Science; Price 1 coin", text)
    assert "Season 1" in text


def test_parts_that_are_kept_look_as_if_drawn_anew() -> None:
    for match in positions(3, {"deck_top": "shown"}, 41):
        seat = max(match.actor, 0)
        once = drawn(match, seat).svg(d.LIGHT)
        assert drawn(match, seat).svg(d.LIGHT) == once


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_inspector_knows_every_component(language: str) -> None:
    match = reached("turn", 3, {"seasons_promo": True, "worship_promo": True, "supply": "limited"})
    keys = [f"statue {god}" for god in DIVINITIES] + [f"card {card}" for card in range(1, CARDS + 1)]
    keys += [f"area {area}" for area in AREAS] + [f"row {row}" for row in ROWS]
    keys += [f"track {track}" for track in TRACKS] + [f"store {kind}" for kind in KINDS]
    keys += [f"field {field}" for field in FIELDS] + [f"player {seat}" for seat in range(3)]
    keys += ["season", "deck", "discards", "worship", "reserve", "temple", "worth"]
    rules = GAME.rules()
    for key in keys:
        told = about(seen_by(match, match.actor), match.speaker(language), key)
        assert told is not None and told.title and told.text, key
        assert "{" not in told.title + told.text + told.state
        assert told.rule in rules, told.rule


def test_the_inspector_tells_no_secrets() -> None:
    match = reached("turn")
    mine = seen_by(match, match.actor).hands[match.actor][0]
    seen = about(seen_by(match, match.actor), match.speaker(), f"card {mine}")
    other = about(seen_by(match, 1 - match.actor), match.speaker(), f"card {mine}")
    assert seen is not None and seen.state == "In your hand."
    assert other is not None and other.state == ""


def test_a_payment_is_proposed_in_kind_and_never_with_a_gift() -> None:
    planned = 0
    for match in positions(3, {"worship_promo": True}, 1):
        if match.actor < 0 or match.state.step.name() not in ("turn", "copyoffer"):
            continue
        for action in match.options:
            if action.text.split()[0] in GAME.presentation.begins_plan:
                plan = lay_out(match, match.actor, [action.text], match.speaker())
                chosen = [decision.chosen for decision in plan.decisions]
                assert not any(text.startswith("gift ") for text in chosen)
                planned += "gift-done" in chosen
                real = match.state.copy()
                for text in chosen:
                    assert GAME.catalogue.by_text[text] in real.choices, (
                        "the plan holds on the real table too"
                    )
                    real.play(GAME.catalogue.by_text[text])
        if planned > 60:
            break
    assert planned > 60


def test_the_score_sheet_adds_up() -> None:
    for options in ({}, {"worship_promo": True}):
        match = list(positions(3, options, 10_000))[-1]
        view = seen_by(match, 0)
        assert GAME.presentation.score_sheet is not None
        sheet = GAME.presentation.score_sheet(view, match.speaker(), match.log(0))
        assert [sum(row.shares[seat] for row in sheet.rows) for seat in range(3)] == list(view.vp)
        marks = sheet.rows[-1].shares
        assert marks == [sum(owner == seat for owner in view.point_owner) for seat in range(3)]


def test_pages_tell_the_same_points_as_the_board() -> None:
    """Beside a star with 6 nobody understands a 0."""
    points = GAME.presentation.points
    assert points is not None
    for match in positions(3, {}, 40):
        told = list(points(match.view(0), match.speaker()))
        placed = drawn(match, 0).placed()
        stars = {seat: placed[f"worth-{seat}"].amount for seat in range(3) if f"worth-{seat}" in placed}
        assert stars, "every fief shows its points"
        assert all(told[seat] == worth for seat, worth in stars.items())


@pytest.mark.parametrize("narrow", [False, True])
def test_a_divinity_says_what_touching_it_answers(narrow: bool) -> None:
    """Nothing else on the table tells that a touch on it copies, or that Orco takes one cube from each."""
    asked = (match for match in positions(3, {}, 1) if match.state.step.name() == "copyoffer")
    match = next(asked)
    svg = drawn(match, match.actor, narrow).svg()
    assert 'aria-label="Copy it: ' in svg
    assert (">Copy it<" if narrow else ">Copy it: ") in svg


def test_the_names_of_tracks_lie_above_the_rims_while_a_track_is_asked_for() -> None:
    match = next(one for one in positions(3, {}, 1) if one.state.step.name() == "stepforward")
    svg = drawn(match, match.actor).svg()
    last_rim = max(
        svg.rindex(f'data-touch="track {track}"') for track in ("culture", "architecture", "science")
    )
    assert all(svg.index(f">{name}</text>") > last_rim for name in ("Culture", "Architecture", "Science"))


def test_words_on_the_wide_table_do_not_lie_over_each_other_in_italian() -> None:
    """What a divinity grants beside its moss, the deck beside what was seen."""
    mossy = 0
    for match in positions(4, {}):
        scene = drawn(match, 0, language="it")
        if any(seen_by(match, 0).moss):
            mossy += 1
        marks = [mark for mark in words_of(scene) if mark.h < 14]
        for number, one in enumerate(marks):
            for other in marks[number + 1 :]:
                if abs(one.y - other.y) < 4 and one.words != other.words:
                    apart = max(one.x, other.x) - min(one.x + one.w, other.x + other.w)
                    assert apart > -2, (one.words, other.words)
        for row in ("Moneta", "Pedina"):
            shown = next(mark for mark in marks if mark.words == row)
            assert shown.x + shown.w < 59
    assert mossy


def words_of(scene: d.Scene) -> list[Mark]:
    """The words of slabs, streets and piles; cards in a hand overlap as they please."""
    return [mark for mark in words_on(scene) if mark.x < 282 or mark.y < 545]
