"""The table drawn: every choice can be made on it, wide and narrow, and the picture tells itself in words."""

from __future__ import annotations

import math
import random
import re
from itertools import combinations
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.board import art, land
from ludoteca.games.manticore.board.gestures import DEEDS
from ludoteca.games.manticore.board.inspector import PLAIN, about
from ludoteca.games.manticore.board.table import WIDE_CHART
from ludoteca.games.manticore.rules.actions import CLASSES, KINDS, TOKENS, TYPES
from ludoteca.games.manticore.rules.edition import CAVE, LOCATIONS, read_edition
from ludoteca.games.manticore.rules.land import CELL_CALLED, CELLS
from ludoteca.games.manticore.rules.state import BEINGS, MANTICORE, PAVING, ManticoreState
from ludoteca.house.web.pages.lesson import lesson_of
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from tests.browser.contrasts import words_on
from tests.manticore.table import (
    ELF,
    MAGE,
    T1,
    T2,
    WARRIOR,
    hero,
    invasion,
    manticore,
    monster,
    play,
    turn_of,
)

BESIDE_THE_BOARD = ("end-turn", "terms-default", "join", "consent", "trophy-none", "spell none")
"""Choices that are buttons of the page: a refusal, yes or no, the end, and doing without."""


def speaker_of(state: ManticoreState, language: str = "en") -> Speaker:
    names = ["Ada", "Bruno", "Carla", "Dora"][: state.seats]
    return Speaker(GAME, state.ruleset.edition, state.seats, names, language)


def drawn(state: ManticoreState, seat: int, narrow: bool = False, language: str = "en") -> d.Scene:
    speaker = speaker_of(state, language)
    scene = GAME.presentation.board(
        GAME.view(state, seat), speaker, choices(GAME, state, seat, speaker), narrow
    )
    assert isinstance(scene, d.Scene)
    return scene


def touched(scene: d.Scene) -> set[str]:
    return set(re.findall(r'data-touch="([^"]*)"', scene.svg()))


def in_the_middle() -> ManticoreState:
    state = invasion(WARRIOR, MAGE, ELF, roads={**T1, **T2})
    hero(state, 0, "H10", sword=[3, 2], fire=2)
    hero(state, 1, "H9", life=6)
    monster(state, 1, "H11", bow=2)
    state.monsters[0].visited = 0b1111111100
    monster(state, 5, "F7")
    manticore(state, 3, life=12)
    return turn_of(state, 0)


def assert_all_can_be_made(state: ManticoreState, scene: d.Scene) -> None:
    made = {gesture.row: gesture.keys for gesture in scene.gestures}
    on_board = touched(scene)
    for action in state.choices:
        if not action.text.startswith(BESIDE_THE_BOARD):
            assert action.text in made, action.text
            assert set(made[action.text]) <= on_board, action.text


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("language", GAME.languages())
def test_every_option_can_be_made_on_the_board(narrow: bool, language: str) -> None:
    state = in_the_middle()
    assert_all_can_be_made(state, drawn(state, 0, narrow, language))
    spectator = drawn(state, -1, narrow, language)
    assert not spectator.gestures
    assert not touched(spectator)


def test_every_kind_of_question_is_drawn() -> None:
    seen = set()
    for seats, seed in ((1, 1), (2, 6), (3, 2), (4, 5)):
        state = GAME.start(GAME.setup(seats, {"hidden_artifacts": seats == 3}))
        state.settle()
        source = Stream(seed)
        while not state.over:
            if state.actor == -1:
                state.play(state.step.sample(state, source))
                continue
            name = state.step.name()
            if name not in seen:
                seen.add(name)
                for narrow in (False, True):
                    assert_all_can_be_made(state, drawn(state, state.actor, narrow))
            state.play(state.choices[source.below(len(state.choices))])
        assert drawn(state, -1).text()
    assert {"placetoken", "orient", "menu", "choosetype", "chooseclass", "startcell"} <= seen
    assert {"invitation", "agreeterms"} <= seen


def test_common_decisions_take_one_touch_and_none_more_than_two() -> None:
    made = {gesture.row: gesture.keys for gesture in drawn(in_the_middle(), 0).gestures}
    assert made["move ne"] == ("cell g10",)
    assert made["attack e"] == ("being 4",)
    assert made["give w"] == ("deed give", "being 1")
    assert made["drop sword 2"] == ("deed drop", "own sword 2")
    assert max(map(len, made.values())) == 2


def test_the_board_says_what_a_player_wants_to_know() -> None:
    text = drawn(in_the_middle(), 0).text()
    assert "Forge: sword 2\n" in text
    assert "monster 1, ordinary, H11, life 3, carries bow 2, next H10: attacks" in text
    assert "monster 5, aggressive, F7, life 3, next" in text
    assert "the Manticore, D7, life 12, awake" in text
    assert "attack 4 +3 = 7" in text
    assert "in the bag: sword 2" in text
    assert "Rounds to the City: monster 1" in text
    assert "3 points" in text


def test_a_cell_that_cannot_be_stepped_on_says_why() -> None:
    state = in_the_middle()
    state.pool = 1
    state.look_again()
    svg = drawn(state, 0).svg()
    assert 'data-touch="cell g10" aria-description="That step costs more points than you have left' in svg


def test_a_cell_shows_what_this_step_costs() -> None:
    """By way of H12 the Shoe Manufactory costs 2, but the one step from H11 to G11 costs 3."""
    state = invasion(ELF, roads=T1)
    hero(state, 0, "H11")
    turn_of(state, 0)
    assert GAME.view(state, 0).reach[CELL_CALLED["G11"]] == 2
    assert "G11, Shoe Manufactory, 3 points" in drawn(state, 0).text()
    pool = state.pool
    play(state, "move ne")
    assert pool - state.pool == 3


def test_fighting_back_may_hit_and_hurt_and_a_shield_only_fails() -> None:
    """MAN-6.2, MAN-6.4: what one is asked is said of oneself, not of the attacker."""
    match = Match(GAME, GAME.setup(3), Seeded(0))
    luck = random.Random(0)
    while match.state.step.name() != "choosestance":
        attacks = [option for option in match.options if option.text.startswith("attack")]
        match.play(match.actor, luck.choice(attacks or match.options))
    text = GAME.presentation.board(
        match.view(match.actor), match.speaker(), match.choices(match.actor)
    ).text()
    assert re.search(r"fight: hurt \d+%, hit \d+%$", text, re.MULTILINE)
    assert re.search(r"defend: hurt \d+%$", text, re.MULTILINE)


def test_magic_shows_attack_and_protection_apart() -> None:
    state = invasion(MAGE)
    hero(state, 0, amulet=3)
    turn_of(state, 0)
    text = drawn(state, 0).text()
    assert "magic attack 4 +3 = 7, magic shield 4" in text
    hero(state, 0, helmet=3)
    assert "magic attack 4 +3 = 7, magic shield 4 +3 = 7" in drawn(state, 0).text()


@pytest.mark.rule("MAN-5.5")
def test_a_plate_adds_up_when_boots_are_changed() -> None:
    state = invasion(WARRIOR, MAGE)
    state.round = 4
    hero(state, 0, boots=3)
    hero(state, 1, boots=1)
    play(turn_of(state, 0), "give e", "consent yes")
    text = drawn(state, 1).text()
    assert "5 of 5 points" in text and "initiative 5 +1 −1 = 5" in text
    play(state, "end-turn")
    text = drawn(state, 1).text()
    assert "5 of 5 points" in text and "initiative 5 −1 = 4" in text


def test_one_step_is_one_step_and_a_heroine_is_named() -> None:
    state = invasion(WARRIOR)
    manticore(state, 8)
    state.heroes[0].heroine = True
    turn_of(state, 0)
    assert "1 step to the City" in drawn(state, 0).text()
    assert "Guerriera" in drawn(state, 0, language="it").text()


def test_markers_keep_their_names_from_picture_to_picture() -> None:
    state = in_the_middle()
    before = drawn(state, 0).svg()
    play(state, "move ne")
    after = drawn(state, 0).svg()
    for name in ("being-0", "being-4", "being-11"):
        assert name in before
        assert name in after


def test_the_manticore_covers_nobody() -> None:
    state = invasion(WARRIOR, MAGE)
    manticore(state, 8)
    hero(state, 1, "D8")
    svg = drawn(state, 0, narrow=True).svg()
    beast, heroes = svg.index(f'id="being-{MANTICORE}"'), [svg.index(f'id="being-{seat}"') for seat in (0, 1)]
    assert beast < min(heroes)


def test_a_hidden_pile_stays_hidden() -> None:
    state = invasion(WARRIOR, MAGE, hidden_artifacts=True)
    state.pile_kind = tuple(location.holds for location in state.ruleset.edition.locations)
    state.pile = (0, 0, *[64 + 8] * 8)
    scene = drawn(turn_of(state, 0), 0)
    assert "Forge: Face down" in scene.text()
    assert "sword" not in scene.text()
    assert "#man-tile-0" not in scene.svg()


@pytest.mark.parametrize("language", GAME.languages())
def test_the_inspector_explains_every_component_and_every_zone(language: str) -> None:
    state = in_the_middle()
    view, speaker = GAME.view(state, 0), speaker_of(state, language)
    keys = [*PLAIN, "deck", "clock", "tokens", *(f"deed {deed}" for deed in DEEDS)]
    for word, count in (
        ("being", BEINGS),
        ("kind", len(KINDS)),
        ("class", len(CLASSES)),
        ("type", len(TYPES)),
        ("location", LOCATIONS),
        ("cell", CELLS),
        ("token", TOKENS),
        ("seat", state.seats),
        ("sum 0", 6),
    ):
        keys += [f"{word} {number}" for number in range(count) if word != "being" or number != 3]
    for key in keys:
        told = about(view, speaker, key)
        assert told is not None and told.title and told.text and told.rule, key
        assert told.rule in GAME.rules(), told.rule


@pytest.mark.parametrize("narrow", [False, True])
def test_the_turnings_of_a_token_lie_apart_and_on_the_map_wherever_it_is_laid(narrow: bool) -> None:
    cell = 25.4 if narrow else 28.4
    width, height = (390, 520) if narrow else (980, 748)
    for x in range(0, width, 40):
        for y in range(0, height, 40):
            places = land.wheel(narrow, cell, 6, x, y)
            assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 62
            assert all(32 <= px <= width - 32 and 32 <= py <= height - 32 for px, py in places)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_turning_is_told_by_the_sides_of_its_roads(language: str) -> None:
    """Degrees say nothing to somebody who looks at a token."""
    match = Match(GAME, GAME.setup(2), Seeded(3))
    while match.state.step.name() != "orient":
        match.play(match.actor, match.options[0])
    speaker = Speaker(GAME, match.setup.edition, 2, language=language)
    offered = choices(GAME, match.state, match.actor, speaker).offered
    labels = [choice.label for choice in offered]
    assert len(set(labels)) == len(labels) > 1
    assert not any("°" in label for label in labels)
    east = {"en": "east", "it": "est"}[language]
    assert any(east in label for label in labels)


def test_while_roads_are_laid_no_sign_covers_another_or_names_another_building() -> None:
    match = Match(GAME, GAME.setup(4), Seeded(3), ["Ada", "Bruno", "Carla", "Dora"])
    luck = random.Random(3)
    houses = dict(enumerate(read_edition().locations[CAVE:], CAVE))
    seen = 0
    state = match.state
    assert isinstance(state, ManticoreState)
    while GAME.view(state, 0).stage <= PAVING:
        if GAME.view(state, match.actor).phase == "placetoken":
            signs = signs_of(drawn(state, match.actor))
            seen += len(signs)
            for (_, (x, y)), (_, (other_x, other_y)) in combinations(signs.items(), 2):
                assert abs(x - other_x) > 100 or abs(y - other_y) > 34, signs
            for number, location in houses.items():
                here = WIDE_CHART.middle(location.cells)
                for sign, (x, y) in signs.items():
                    apart = abs(x - here[0]) > 55 or not -4 < here[1] - y < 24
                    assert sign == number or apart, (sign, number)
        match.play(match.actor, luck.choice(match.options))
    assert seen > 100


def signs_of(scene: d.Scene) -> dict[int, tuple[float, float]]:
    """Where the signs of locations stand."""
    found = re.findall(r'id="sign-(\d+)"[^>]*translate\(([-.\d]+) ([-.\d]+)\)', scene.svg())
    return {int(number): (float(x), float(y)) for number, x, y in found}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_two_bring_to_a_joint_attack_stands_whole_beside_the_sums_on_a_phone(language: str) -> None:
    lesson = lesson_of(GAME, "3-beast")
    assert lesson is not None
    state: Any = next(
        lesson.table(at) for at, step in enumerate(lesson.steps) if step.wanted.startswith("spell")
    )
    scene = drawn(state, 0, narrow=True, language=language)
    stage = [mark for mark in words_on(scene) if 100 < mark.y < 330]
    assert any("100%" in mark.words for mark in stage)
    assert not any("…" in mark.words for mark in stage)
    sums = [mark for mark in stage if mark.h > 25]
    parts = [mark for mark in stage if re.fullmatch(r"[\d +]+", mark.words) and mark.colour == art.INK]
    assert sums and parts
    for one, other in ((one, other) for one in sums for other in parts if abs(one.y - other.y) < 25):
        assert one.x >= other.x + other.w or other.x >= one.x + one.w, (one.words, other.words)
