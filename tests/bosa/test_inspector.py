"""The inspector: every component and every zone has something to say, in both languages."""

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.board.inspector import about
from ludoteca.games.bosa.rules.actions import CARDS, GOAL_CARDS, RESOURCES
from ludoteca.kernel.source import Stream
from tests.bosa.table import HOUSE, table
from tests.bosa.test_board import played

ZONES = ["season", "stack", "castle", "market", "place", "row", "column", "purse", "goals", "ledger"]


def keys(seats: int) -> list[str]:
    return [
        *[f"card {number}" for number in range(CARDS)],
        *[f"goal {number}" for number in range(GOAL_CARDS)],
        *[f"tower {number}" for number in range(len(HOUSE.chart))],
        *[f"boat {name}" for name in RESOURCES],
        *[f"player {seat}" for seat in range(seats)],
        *ZONES,
    ]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("decisions", [0, 90, 10_000])
def test_everything_of_the_edition_is_explained(language: str, decisions: int) -> None:
    match = played(3, decisions)
    rules = GAME.rules()
    for key in keys(3):
        told = about(match.view(0), match.speaker(language), key)
        assert told is not None and told.title and told.text, key
        assert "{" not in told.title + told.text + told.state, key
        assert told.rule in rules, key


def test_nothing_is_said_of_what_does_not_exist() -> None:
    match = played(2, 5)
    assert about(match.view(0), match.speaker(), "dragon") is None


def test_a_tower_says_how_far_everybody_is() -> None:
    match = played(2, 0)
    told = about(match.view(0), match.speaker(), "tower 1")
    assert told is not None
    assert told.state == "Ada: 3 coins, 3 short. Bianca Maria: 3 coins, 3 short"


def test_the_worth_of_a_goal_does_not_tell_who_holds_it() -> None:
    """Another deal of the others' goals changes nothing that is said."""
    match = played(2, 60)
    speaker = match.speaker()
    twin = GAME.imagine(table(match), 0, Stream(1, "redeal"))
    for number in range(GOAL_CARDS):
        key = f"goal {number}"
        told = about(match.view(0), speaker, key)
        again = about(GAME.view(twin, 0), speaker, key)
        assert told is not None and again is not None
        assert told[:4] == again[:4]
