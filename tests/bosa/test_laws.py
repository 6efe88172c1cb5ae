"""The examiner's laws at every player count and with every option."""

from typing import Any

import pytest

from ludoteca.examiner import examine
from ludoteca.games.bosa import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from tests.bosa.table import deal, laid, play_randomly


@pytest.mark.long
def test_the_examiner_finds_nothing() -> None:
    report = examine(GAME, 32, 5)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"goals": False},
        {"first_player": "seat0", "gain_prompts": "coins"},
        {"gain_prompts": "never", "goal_choice": "auto"},
        {"coin_supply": "limited", "confirm_turn": True},
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_invariants_hold_in_random_matches(seats: int, options: dict[str, Any]) -> None:
    setup = GAME.setup(seats, options)
    for seed in range(3):
        state = laid(seats, seed=seed, **options)
        decisions = 0
        scores = [0] * seats
        while not state.over:
            play_randomly(state, 1000 * seed + decisions, until=1)
            decisions += 1
            assert GAME.faults(state) == []
            before, scores = scores, [town.score for town in state.towns]
            assert all(new >= old for new, old in zip(scores, before, strict=True))
        assert decisions <= GAME.bound(setup)


def test_broken_states_are_found() -> None:
    source = Stream(1)

    def broken(change: str) -> list[str]:
        state = laid(2, seed=source.below(100))
        play_randomly(state, 5, until=30)
        while state.step.name() != "take":
            play_randomly(state, 5, until=1)
            deal(state, Seeded(5))
        exec(change, {"state": state, "town": state.towns[0]})
        return GAME.faults(state)

    for change in (
        "town.goods[0] = 11",
        "town.coins = -1",
        "town.score += 1",
        "town.patronage += 80; town.score += 80",
        "town.filled ^= 1 << 15",
        "town.counts[0] += 1",
        "town.grid[15] = 95; town.filled |= 1 << 15",
        "town.grid[0] = 7",
        "state.market[0] = state.market[1]",
        "state.market[0] = 90",
        "state.stack -= 1",
        "state.line = [0, 5]; state.cell = 5",
        "town.goals |= state.towns[1].goals",
        "state.unseen |= 1 << (state.market[0] - 6) % 30",
    ):
        assert broken(change), change
