"""The game and its plain second writing agree on every question, option, token and ending."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from tests.bologna.reference import Bologna

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {**GAME.presets["first"], "round_cap": 12},
    {"pairs": "forced", "self_target": False, "revolution_choice": "attacker", "events_count_kept": False},
    {"deadly_sins": False, "first_player": "seat0", "round_cap": 15},
]
DUELS: list[dict[str, Any]] = [
    {"duel_guess": "alternative"},
    {"duel_guess": "alternative", "duel_empty_deck": "keep_role"},
    {"duel_empty_deck": "keep_role", "deadly_sins": False},
]
CASES = [
    *((seats, options) for seats in range(2, 8) for options in OPTION_SETS),
    *((2, options) for options in DUELS),
    (7, {"brigand_towers": "zero", "deadly_sins": False}),
]


def compare(seats: int, options: dict[str, Any], seed: int) -> None:
    setup = GAME.setup(seats, options)
    state = GAME.start(setup)
    state.settle()
    croupier = Seeded(seed)
    source = Stream(seed, "players")
    other = Bologna(seats, dict(setup.values))
    story = other.story()
    try:
        asked, offered = next(story)
        while True:
            assert state.actor == asked
            assert [action.text for action in state.choices] == offered
            assert [list(player.tokens) for player in state.players] == other.tok
            assert list(state.pool) == other.pool
            assert [player.asleep for player in state.players] == other.skip
            if asked < 0:
                action = croupier.settle(state)
            else:
                assert [player.alive for player in state.players] == other.alive
                assert (state.deus, state.active) == (other.deus, other.active)
                action = state.choices[source.below(len(state.choices))]
            state.play(action)
            asked, offered = story.send(action.text)
    except StopIteration:
        pass
    assert state.result is not None
    assert (state.result.reason, list(state.result.winners)) == (other.reason, other.winners)
    for player, role in zip(state.players, other.role, strict=True):
        assert player.role == NO_ROLE or ROLES[player.role] == role


@pytest.mark.parametrize(("seats", "options"), CASES, ids=str)
def test_the_game_and_its_second_writing_agree(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        compare(seats, options, seed)
