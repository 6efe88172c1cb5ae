"""The drawn table: all that is offered can be chosen on it, nothing on it is secret or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR

NAMES = ("Ada", "Maria Fiammetta Bentivoglio", "Chiara", "Davide")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"deck_top": "shown"}),
    (3, {"seasons_promo": True}),
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


def drawn(match: Match, seat: int, narrow: bool = False, language: str = "en") -> d.Scene:
    scene = GAME.presentation.board(
        match.view(seat), match.speaker(language), match.choices(seat, language), narrow
    )
    assert isinstance(scene, d.Scene)
    return scene


def texts(scene: d.Scene) -> Iterator[tuple[d.Text, float, float, float]]:
    """Every text with its place on the scene and the scale it is drawn at."""

    def inside(
        group: d.Group, x: float, y: float, scale: float
    ) -> Iterator[tuple[d.Text, float, float, float]]:
        x, y, scale = x + group.x * scale, y + group.y * scale, scale * group.scale
        for child in group.children:
            if isinstance(child, d.Group):
                yield from inside(child, x, y, scale)
            elif isinstance(child, d.Text):
                yield child, x, y, scale

    for layer in scene._layers.values():
        for group in layer:
            yield from inside(group, 0, 0, 1)


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_option_can_be_chosen_and_everything_lies_on_the_table(
    seats: int, options: dict[str, Any], narrow: bool
) -> None:
    for match in positions(seats, options):
        seat = max(match.actor, 0)
        scene = drawn(match, seat, narrow)
        choosable = re.findall(' data-action="([^"]*)"', scene.svg(d.LIGHT, style=False))
        assert sorted(choosable) == sorted(action.text for action in match.options)
        for text, x, y, _ in texts(scene):
            box = text.box()
            assert x + box.x >= -0.5 and x + box.right <= scene.width + 0.5, text.words
            assert y + box.y >= 0 and y + box.bottom <= scene.height, text.words


@pytest.mark.parametrize("language", ["en", "it"])
def test_words_on_a_phone_can_be_read(language: str) -> None:
    for match in positions(4, {"seasons_promo": True, "worship_promo": True}, 23):
        scene = drawn(match, max(match.actor, 0), True, language)
        assert scene.width <= 420
        for text, _, _, scale in texts(scene):
            if len(text.words) > 2:
                assert text.size * scale >= 8, text.words
        assert "{" not in scene.text()


def test_refusals_are_told_where_they_are_met() -> None:
    match = Match(GAME, GAME.setup(2, {"may_pass": "no_harvest_left"}), Seeded(3), NAMES[:2])
    while match.state.step.name() != "turn":
        match.play(match.actor, match.options[0])
    assert isinstance(match.state, BomarzoState)
    for fief in match.state.fiefs:
        fief.cubes = [0, 0, 0]
    match.state.look_again()
    scene = drawn(match, match.actor)
    assert "Pass for this season (You can still harvest" in scene.text()
    assert re.search(r"Gigante;.*\(You cannot pay what Gigante asks now", scene.text())


def test_others_see_no_hand_and_no_option() -> None:
    for match in positions(3, {}, 31):
        for viewer in (SPECTATOR, (match.actor + 1) % 3):
            scene = drawn(match, viewer)
            if match.actor >= 0:
                assert "data-action" not in scene.svg(d.LIGHT, style=False)
    match = Match(GAME, GAME.setup(2), Seeded(3), NAMES[:2])
    kept = match.options[0].a
    name = match.speaker().spell("card", kept)
    seat = match.actor
    assert name in drawn(match, seat).text()
    assert name not in drawn(match, 1 - seat).text()


def test_the_text_of_the_table_tells_what_lies_there() -> None:
    match = Match(GAME, GAME.setup(2), Seeded(3), ["Ada", "Ben"])
    while match.state.step.name() != "turn":
        match.play(match.actor, match.options[0])
    text = drawn(match, match.actor).text()
    assert "The park" in text and "Fields: 3 for the next pawn [harvest fields]" in text
    assert re.search(r"\d Genio; Active; Scores Science; Price 1 coin \[invoke genio\]", text)
    assert "Season 1" in text
