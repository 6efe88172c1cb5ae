"""Laws of painted boards: every choice can be made on them; all can be read, touched and explained."""

from __future__ import annotations

import ast
import gzip
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludoteca
from ludoteca import draw as d
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

SIZES = {False: (980, 748), True: (390, 520)}
LEAST_TEXT = {False: 12.5, True: 14.0}
LEAST_TARGET = {False: 32.0, True: 44.0}
MOST_MARKUP = 40_000
MOST_SHEET = 25_000
ONE_OF_MANY = re.compile(
    r"(?<![\d.,])1 (actions|attackers|cards|coins|followers|goals|monsters|pawns|points|rounds|steps|textiles"
    r"|attaccanti|azioni|carte|ceramiche|monete|mostri|obiettivi|passi|pedine|pesci|punti|seguaci|tessuti)\b"
)
"""One of something, called like several."""
SEED = 7

PAINTED = [name for name in HOUSE_GAMES if presentation_of(load(name)).sheets]


@cache
def moments(name: str, seats: int) -> list[tuple[Match, int]]:
    """Positions of one random match, each with the seat that decides."""
    game = load(name)
    match = Match(game, game.setup(seats), Seeded(SEED))
    source = Stream(SEED, "boards")
    found: list[tuple[Match, int]] = []
    number = 0
    while match.result is None and number < 400:
        if number % 9 == 0:
            found.append((_frozen(match), match.actor))
        match.play(match.actor, match.options[source.below(len(match.options))])
        number += 1
    found.append((match, 0))
    return found


def _frozen(match: Match) -> Match:
    """The match as it stands now."""
    twin = Match(match.game, match.setup, Seeded(SEED))
    twin.state = match.state.copy()
    return twin


def scenes(name: str, narrow: bool, language: str = "en") -> list[tuple[d.Scene, Match, int]]:
    game = load(name)
    found = []
    for seats in sorted({game.least, game.most}):
        for match, seat in moments(name, seats):
            speaker = match.speaker(language)
            offered = choices(match.game, match.state, seat, speaker)
            scene = presentation_of(game).board(match.view(seat), speaker, offered, narrow)
            found.append((scene, match, seat))
    return found


def markup(scene: d.Scene) -> str:
    scene.art = "/static/"
    return "".join(piece.text for piece in scene.pieces(d.AUTO))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", PAINTED)
def test_every_gesture_is_made_with_pieces_that_are_drawn(name: str, narrow: bool) -> None:
    for scene, match, _ in scenes(name, narrow):
        drawn = set(re.findall(r'data-touch="([^"]*)"', markup(scene)))
        for gesture in scene.gestures:
            missing = set(gesture.keys) - drawn
            assert not missing, f"{gesture.text}: {missing} is not on the board"
        offered = {action.text for action in match.options}
        assert {gesture.text for gesture in scene.gestures} <= offered


@pytest.mark.parametrize("name", PAINTED)
def test_every_gesture_makes_one_choice(name: str) -> None:
    for scene, _, _ in scenes(name, False):
        seen: dict[Any, str] = {}
        for gesture in scene.gestures:
            key = frozenset(gesture.keys) if gesture.together else gesture.keys
            assert key not in seen, f"“{gesture.text}” and “{seen[key]}” are made alike"
            seen[key] = gesture.text
        ordered = [gesture.keys for gesture in scene.gestures if not gesture.together]
        for keys in ordered:
            longer = [other for other in ordered if other != keys and other[: len(keys)] == keys]
            assert not longer, f"{keys} is the beginning of {longer[0]}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", PAINTED)
def test_boards_keep_their_size_and_their_words_can_be_read(name: str, narrow: bool) -> None:
    for language in ("en", "it"):
        for scene, _, _ in scenes(name, narrow, language):
            assert (scene.width, scene.height) == SIZES[narrow]
            small = [words for words, size in written(scene) if size < LEAST_TEXT[narrow] - 0.01]
            assert not small, f"too small to read: {small[:8]}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", PAINTED)
def test_what_can_be_touched_is_large_enough(name: str, narrow: bool) -> None:
    for scene, _, _ in scenes(name, narrow):
        for key, width, height in targets(scene):
            assert min(width, height) >= LEAST_TARGET[narrow] - 0.5, f"{key}: {width:.0f} by {height:.0f}"


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", PAINTED)
def test_what_is_read_aloud_tells_one_from_many(name: str, language: str) -> None:
    for narrow in (False, True):
        for scene, _, _ in scenes(name, narrow, language):
            for label in re.findall(r'aria-label="([^"]*)"', markup(scene)):
                assert not ONE_OF_MANY.search(label), label


def written(scene: d.Scene) -> list[tuple[str, float]]:
    """All words on a board, with their size."""
    found: list[tuple[str, float]] = []

    def walk(node: d.Node, scale: float) -> None:
        if isinstance(node, d.Text):
            found.append((node.words, node.size * scale))
        elif isinstance(node, d.Group) and not node.preview:
            for child in node.children:
                walk(child, scale * node.scale)

    for group in all_groups(scene):
        walk(group, 1)
    return found


def targets(scene: d.Scene) -> list[tuple[str, float, float]]:
    """What is lit on a board, with its size: the box of its rim."""
    found: list[tuple[str, float, float]] = []

    def walk(node: d.Node, scale: float) -> None:
        if not isinstance(node, d.Group):
            return
        scale *= node.scale
        if node.touch and node.lit:
            box = node.outline.extent if node.outline is not None else node.box()
            assert box is not None
            found.append((node.touch, box.w * scale, box.h * scale))
        for child in node.children:
            walk(child, scale)

    for group in all_groups(scene):
        walk(group, 1)
    return found


def all_groups(scene: d.Scene) -> list[d.Group]:
    return [group for groups in scene._layers.values() for group in groups]


@pytest.mark.parametrize("name", PAINTED)
def test_a_board_is_light_because_its_art_is_a_sheet(name: str) -> None:
    assert max(len(markup(scene)) for scene, _, _ in scenes(name, False)) <= MOST_MARKUP


@pytest.mark.parametrize("name", PAINTED)
def test_a_sheet_is_well_formed_light_and_refers_to_itself_alone(name: str) -> None:
    for sheet in presentation_of(load(name)).sheets:
        ElementTree.fromstring(sheet.served)
        assert len(gzip.compress(sheet.served.encode(), 9)) <= MOST_SHEET
        for symbol in sheet.symbols.values():
            assert set(symbol.needs) <= sheet.symbols.keys(), symbol.name
            assert symbol.tag != "g" or symbol.box is not None, f"{symbol.name} has no box"
            on_the_page = not symbol.picture and any(sheet.symbols[one].picture for one in symbol.needs)
            assert not on_the_page, f"{symbol.name} is made of what only pictures have"
        for picture in sheet.pictures.values():
            ElementTree.fromstring(picture.served)
            assert "currentColor" not in picture.served, f"{picture.address} cannot have a tone"


@pytest.mark.parametrize("name", PAINTED)
def test_everything_that_can_be_asked_about_has_an_answer(name: str) -> None:
    about = presentation_of(load(name)).about
    assert about is not None
    for language in ("en", "it"):
        for scene, match, seat in scenes(name, False)[::4]:
            keys = set(re.findall(r'data-about="([^"]*)"', markup(scene)))
            assert keys, "nothing on this board can be asked about"
            for key in keys:
                told = about(match.view(seat), match.speaker(language), key)
                assert told is not None and told.title and told.text, f"nothing is said of {key!r}"


@pytest.mark.parametrize("name", PAINTED)
def test_every_symbol_of_a_sheet_is_used(name: str) -> None:
    """By its name in the code of the board, or on a board, a cover, or inside another symbol."""
    shown = presentation_of(load(name))
    assert shown.cover is not None
    boards = [scene for narrow in (False, True) for scene, _, _ in scenes(name, narrow)]
    drawn = "".join(markup(scene) for scene in [*boards, shown.cover(load(name).edition())])
    named = names_in_code(name)
    for sheet in shown.sheets:
        used = set(re.findall(rf'{re.escape(sheet.address)}#([a-z0-9-]+)"', drawn))
        wanted = [one for one in sheet.symbols if one in used or any(way.fullmatch(one) for way in named)]
        used = set(wanted)
        while wanted:
            more = [one for one in sheet.symbols[wanted.pop()].needs if one not in used]
            used.update(more)
            wanted += more
        assert not sheet.symbols.keys() - used


def names_in_code(name: str) -> list[re.Pattern[str]]:
    """Texts in the code of a board as patterns."""
    found = []
    for path in (Path(ludoteca.__file__).parent / "games" / name / "board").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    found.append(re.escape(text))
                case ast.JoinedStr(values=parts):
                    texts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
                    if "".join(texts):
                        found.append("".join(re.escape(text) if text else "[a-z0-9-]*" for text in texts))
    return [re.compile(text) for text in sorted(set(found))]
