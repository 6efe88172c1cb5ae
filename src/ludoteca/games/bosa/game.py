"""Bosa: options, rules, and what bots and people get of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from ludoteca.games.bosa import encoding, knowledge
from ludoteca.games.bosa.rules.actions import CATALOGUE
from ludoteca.games.bosa.rules.edition import read_edition
from ludoteca.games.bosa.rules.events import EVENTS
from ludoteca.games.bosa.rules.invariants import faults
from ludoteca.games.bosa.rules.state import PROMPTS, BosaState
from ludoteca.games.bosa.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import BotKnowledge, Encoding, Presentation
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, Value, choice, switch
from ludoteca.kernel.source import Source


def with_goals(seats: int, values: Mapping[str, Value]) -> bool:
    return values["goals"] is True


OPTIONS: Final[tuple[Option, ...]] = (
    switch("goals", True, "BOS-9.1"),
    choice("first_player", ["random", "seat0"], "BOS-9.2"),
    choice("gain_prompts", PROMPTS, "BOS-9.3", house="coins"),
    choice("goal_choice", ["ask", "auto"], "BOS-9.4", house="auto", concerns=with_goals),
    choice("coin_supply", ["unlimited", "limited"], "BOS-9.5"),
    switch("confirm_turn", False, "BOS-9.6"),
)
FIRST_GAME: Final = {"goals": False}

# Decisions of one seat: 15 cards taken, 14 placed (the last one has one cell left), 15 lines chosen, three
# for each of at most 49 cards in these lines (the longer line of every cell): a copier may choose another
# one, and then needs a house and a resource.
MOST_DECISIONS: Final = 15 + 14 + 15 + 3 * 49
TURN_ENDS: Final = 15


class Bosa(Game[BosaState]):
    """Bosa."""

    def __init__(self) -> None:
        super().__init__(
            name="bosa",
            title="Bosa",
            seats=(2, 5),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets={"first": FIRST_GAME},
            version=2,
            minutes=45,
        )

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BosaState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        ends = TURN_ENDS if setup.on("confirm_turn") else 0
        return setup.seats * (MOST_DECISIONS + ends + 1)

    def view(self, state: BosaState, seat: int) -> knowledge.BosaView:
        return knowledge.view(state, seat)

    def imagine(self, state: BosaState, seat: int, source: Source) -> BosaState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BosaState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BosaState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: BosaState, language: str = "en") -> list[tuple[int, str, str]]:
        from ludoteca.games.bosa.board.spelling import named

        edition, words = state.ruleset.edition, self.words(language)
        found: list[tuple[int, str, str]] = []
        for seat, town in enumerate(state.towns):
            found.append((seat, "start card", named(edition.cards[town.grid[0]].names, words)))
            found += [(seat, "card built", named(edition.cards[card].names, words)) for card in town.grid[1:]]
            found += [
                (seat, "goal held", named(goal.names, words))
                for number, goal in enumerate(edition.goals)
                if (town.goals >> number) & 1
            ]
        return found

    @cached_property
    def bot(self) -> BotKnowledge[BosaState]:
        from ludoteca.games.bosa.bot.bot_knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding:
        questions = self.questions()
        return Encoding(lambda setup: encoding.layout(setup, questions), encoding.BosaTeller(questions))

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.bosa.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Bosa()
