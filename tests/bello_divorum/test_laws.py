"""The laws of the kernel, on random matches of every number of players and with every option."""

from __future__ import annotations

import pytest

from ludoteca.examiner import examine
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.steps.acting import forecast
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY

TABLES = [
    (6, {"pantheons": "random"}),
    (6, {**GAME.presets["house"], "first_player": "random"}),
    (5, {"pantheons": "random", "last_turn": "at_once"}),
    (5, dict(GAME.presets["house"])),
    (4, {"track_length": "24", "pantheons": "random"}),
    (4, {"unused_corners": "folded", "contested": "majority", "track_length": "12"}),
    (3, {"small_table": True, "corners": "seated", "pantheons": "random"}),
    (2, {"small_table": True, "last_turn": "same_round"}),
]


@pytest.mark.parametrize("aegis", [False, True])
@pytest.mark.parametrize("flower_war", [False, True])
@pytest.mark.rule("BEL-8.3", "BEL-8.4", "BEL-8.6", "BEL-8.8", "BEL-8.9")
def test_the_losses_of_every_attack_balance(flower_war: bool, aegis: bool) -> None:
    """One for one: the Aegis costs the attackers one more, in a Flower War the chip falls for nothing."""
    for attackers in range(1, 5):
        for defenders in range(5):
            fate = forecast(attackers, defenders, flower_war, aegis)
            expected = (1 if aegis else 0) - (1 if flower_war and fate.chip_falls else 0)
            assert fate.lost - fate.killed - (1 if fate.chip_falls else 0) == expected
            assert fate.lost + fate.survivors == attackers
            assert fate.chip_falls == (attackers - aegis > defenders)
            assert fate.chip_falls or fate.survivors == 0


@pytest.mark.long
def test_the_examiner_finds_nothing() -> None:
    report = examine(GAME, 8, seed=11)
    assert report.ok, str(report)


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.rule("BEL-2.4", "BEL-2.5", "BEL-2.7", "BEL-10.1", "BEL-10.2", "BEL-10.3")
def test_random_matches_keep_the_invariants_and_end(seats: int, options: dict[str, object]) -> None:
    setup = GAME.setup(seats, options)
    for seed in range(6):
        state = GAME.start(setup)
        state.settle()
        croupier, source = Seeded(seed), Stream(seed, "players")
        decisions = 0
        while state.actor != NOBODY:
            doom, laid = state.doom, sum(owner >= 0 for owner in state.owners)
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
                continue
            step = state.step
            legal = [action for action in step.candidates(state) if step.objection(state, action) is None]
            assert legal == state.choices
            action = legal[source.below(len(legal))]
            budget = state.turn.actions + state.turn.moves
            followers = [state.on_board(seat) for seat in range(seats)]
            mover, turn = state.turn.active, (state.round, state.turns_over)
            state.play(action)
            decisions += 1
            assert GAME.faults(state) == []
            assert doom <= state.doom <= doom + 3  # a power, Ragnarok's extra step and the end of a round
            same_turn = (state.round, state.turns_over) == turn and not state.over
            if action.verb.name == "move" and same_turn:
                assert [state.on_board(seat) for seat in range(seats)] == followers
                assert sum(owner >= 0 for owner in state.owners) == laid
            if action.verb.name in ("move", "attack") and same_turn and state.step.name() == "act":
                assert state.turn.actions + state.turn.moves == budget - 1
                assert state.turn.active == mover
        assert decisions <= GAME.bound(setup)
        assert state.doom == state.ruleset.track
