"""Options name the cards and goals that they mean, in both languages."""

from __future__ import annotations

import re

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker


def at(match: Match) -> BosaState:
    assert isinstance(match.state, BosaState)
    return match.state


@pytest.mark.parametrize("language", ["en", "it"])
def test_taking_a_card_names_it(language: str) -> None:
    match = Match(GAME, GAME.setup(2), Seeded(5))
    speaker = Speaker(GAME, match.setup.edition, 2, language=language)
    offered = choices(GAME, match.state, match.actor, speaker).offered
    market = [speaker.spell("card", card) for card in at(match).market]
    assert [choice.text for choice in offered] == ["take 1", "take 2", "take 3", "take 4"]
    for choice, card in zip(offered, market, strict=True):
        assert choice.label.endswith(f" {card}")


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_option_of_a_match_speaks_of_numbers_of_goals_or_of_cells_alone(language: str) -> None:
    """A copied house and a pair of goals are called by name."""
    asked: set[str] = set()
    for seed in range(12):
        match = Match(GAME, GAME.setup(2, {"goal_choice": "ask"}), Seeded(seed))
        speaker = Speaker(GAME, match.setup.edition, 2, language=language)
        while match.actor >= 0:
            town = at(match).towns[match.actor]
            for choice in choices(GAME, match.state, match.actor, speaker).offered:
                verb = choice.text.partition(" ")[0]
                if verb == "copy":
                    action = GAME.catalogue.parse(choice.text)
                    assert speaker.spell("card", town.grid[action.a]) in choice.label
                if verb == "goals":
                    assert not re.search(r"\d", choice.label)
                asked.add(verb)
            match.play(match.actor, match.options[seed % len(match.options)])
    assert {"take", "copy", "goals"} <= asked
