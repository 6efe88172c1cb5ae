"""The game and its plain second writing agree on every question, option, coin, point and ending."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from tests.bosa.reference import FILE, GOODS, Bosa

CASES: list[dict[str, Any]] = [
    {},
    {"goals": False, "first_player": "seat0", "confirm_turn": True},
    {"gain_prompts": "coins", "goal_choice": "auto"},
    {"gain_prompts": "never", "coin_supply": "limited"},
]


def compare(seats: int, options: dict[str, Any], seed: int, edition: Path = FILE) -> None:
    setup = GAME.setup(seats, options, edition)
    state = GAME.start(setup)
    state.settle()
    croupier, source = Seeded(seed), Stream(seed, "players")
    other = Bosa(seats, dict(setup.values), edition)
    story = other.story()
    asked, offered = next(story)
    winners = ""
    while not winners:
        assert state.actor == asked
        choices = [action for action, _ in state.step.odds(state)] if asked < 0 else state.choices
        assert [action.text for action in choices] == offered
        for town, player in zip(state.towns, other.players, strict=True):
            assert (town.coins, town.score) == (player.coins, player.score)
            assert dict(zip(GOODS, town.goods, strict=True)) == player.goods
        action = croupier.settle(state) if asked < 0 else choices[source.below(len(choices))]
        state.play(action)
        try:
            asked, offered = story.send(action.text)
        except StopIteration as end:
            winners = end.value
    assert state.result is not None
    assert " ".join(map(str, state.result.winners)) == winners
    assert list(state.result.scores) == [player.score for player in other.players]


@pytest.mark.parametrize("options", CASES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_game_and_its_second_writing_agree(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        compare(seats, options, seed)


def test_they_agree_about_another_edition(tmp_path: Path) -> None:
    """Few coins in the box, cards that count another colour, and two copying cards of one colour."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (
        ("coin_tokens = 70", "coin_tokens = 18"),
        ('colour = "red", kind = "RES1", resource = "pottery"', 'colour = "red", kind = "COPY"'),
        ('"red", kind = "BUY2", resource = "fish"', '"red", kind = "COPY"'),
        ('"s1-red-5", colour = "red", kind', '"s1-red-5", colour = "red", counts = "blue", kind'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    for seed in range(4):
        compare(5, {"coin_supply": "limited", "gain_prompts": "always"}, seed, path)
