"""The table drawn: every choice has its place, wide and narrow, and the picture tells itself in words."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.land import CELL_CALLED
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.choices import choices
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
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


def drawn(state: ManticoreState, seat: int, narrow: bool = False, language: str = "en") -> Any:
    speaker = Speaker(
        GAME, state.ruleset.edition, state.seats, ["Ada", "Bruno", "Carla"][: state.seats], language
    )
    return GAME.presentation.board(
        GAME.view(state, seat), speaker, choices(GAME, state, seat, speaker), narrow
    )


def in_the_middle() -> ManticoreState:
    state = invasion(WARRIOR, MAGE, ELF, roads={**T1, **T2})
    hero(state, 0, "H10", sword=[3, 2], fire=2)
    hero(state, 1, "H9", life=6)
    monster(state, 1, "H11", bow=2)
    state.monsters[0].visited = 0b1111111100
    monster(state, 5, "F7")
    manticore(state, 3, life=12)
    return turn_of(state, 0)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("language", GAME.languages())
def test_every_option_can_be_chosen_on_the_board(narrow: bool, language: str) -> None:
    state = in_the_middle()
    text = drawn(state, 0, narrow, language).text()
    for action in state.options():
        assert f"[{action.text}]" in text, action.text
    spectator = drawn(state, -1, narrow, language).text()
    assert "[" not in spectator


def test_every_kind_of_question_is_drawn() -> None:
    seen = set()
    for seats, seed in ((1, 1), (3, 2), (4, 5)):
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
                    text = drawn(state, state.actor, narrow).text()
                    assert all(f"[{action.text}]" in text for action in state.options()), name
            state.play(state.options()[source.below(len(state.options()))])
        assert drawn(state, -1).text()
    assert {"placetoken", "orient", "menu", "choosetype", "chooseclass", "startcell"} <= seen


def test_the_board_says_what_a_player_wants_to_know() -> None:
    text = drawn(in_the_middle(), 0).text()
    assert "F, Forge: sword 2\n" in text
    assert "monster 1 H11, life 3, next H10 (attacks)" in text
    assert "monster 5! F7, life 3, next" in text
    assert "the Manticore D7, life 12, awake" in text
    assert "attack 4 +3 = 7" in text
    assert "Bag: sword 2" in text
    assert "(You are on the same side" in text
    assert "(cost 3) [move" in text


def test_the_disc_of_a_step_shows_what_this_step_costs() -> None:
    """By way of H12 the Shoe Manufactory costs 2, but the one step from H11 to G11 costs 3."""
    state = invasion(ELF, roads=T1)
    hero(state, 0, "H11")
    turn_of(state, 0)
    assert GAME.view(state, 0).reach[CELL_CALLED["G11"]] == 2
    assert "G11 (cost 3) [move ne]" in drawn(state, 0).text()
    pool = state.pool
    play(state, "move ne")
    assert pool - state.pool == 3


def test_magic_shows_attack_and_protection_apart() -> None:
    state = invasion(MAGE)
    hero(state, 0, amulet=3)
    turn_of(state, 0)
    text = drawn(state, 0).text()
    assert "magic attack 4 +3 = 7, magic shield 4" in text
    hero(state, 0, helmet=3)
    assert "magic attack 4 +3 = 7, magic shield 4 +3 = 7" in drawn(state, 0).text()


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


def test_a_hidden_pile_stays_hidden() -> None:
    state = invasion(WARRIOR, MAGE, hidden_artifacts=True)
    state.pile_kind = tuple(location.holds for location in state.ruleset.edition.locations)
    state.pile = (0, 0, *[64 + 8] * 8)
    text = drawn(turn_of(state, 0), 0).text()
    assert "F, Forge: face down" in text
    assert "sword" not in text.split("Ada, what")[0]
