"""Bomarzo: options, rules, and what bots and people get of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from ludoteca.games.bomarzo import encoding, knowledge
from ludoteca.games.bomarzo.rules.actions import CATALOGUE
from ludoteca.games.bomarzo.rules.cards import members
from ludoteca.games.bomarzo.rules.edition import read_edition
from ludoteca.games.bomarzo.rules.events import EVENTS
from ludoteca.games.bomarzo.rules.invariants import faults
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import (
    BotKnowledge,
    Encoding,
    Presentation,
)
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, Value, choice, switch
from ludoteca.kernel.source import Source


def three_play(seats: int, values: Mapping[str, Value]) -> bool:
    return seats > 2


def with_seasons(seats: int, values: Mapping[str, Value]) -> bool:
    return values["seasons_promo"] is True


def with_worship(seats: int, values: Mapping[str, Value]) -> bool:
    return values["worship_promo"] is True


OPTIONS: Final[tuple[Option, ...]] = (
    switch("seasons_promo", False, "BOM-13.1"),
    switch("worship_promo", False, "BOM-14.1"),
    choice("scoring_table", ["corrected", "appendix"], "BOM-8.7"),
    choice("tribute_floor", ["none", "printed"], "BOM-5.3", house="printed"),
    choice("supply", ["unlimited", "limited"], "BOM-1.1", house="limited"),
    choice("may_pass", ["never", "no_harvest_left", "any_time"], "BOM-4.3", house="no_harvest_left"),
    choice("copy_order", ["first_player", "from_actor"], "BOM-7.2", house="from_actor", concerns=three_play),
    switch("orco_self", True, "BOM-8.2", house=False),
    choice("deck_top", ["shown", "hidden"], "BOM-1.7", house="hidden"),
    choice("card_income", ["one_by_one", "at_once"], "BOM-3.1", house="at_once"),
    switch("green_counts_copies", True, "BOM-13.2", house=False, concerns=with_seasons),
    switch("yellow_stops_copies", False, "BOM-13.2", house=True, concerns=with_seasons),
    choice("worship_limit", ["none", "two"], "BOM-14.3", house="two", concerns=with_worship),
)
FIRST_GAME: Final = {"deck_top": "hidden", "card_income": "at_once"}
EXPANSIONS: Final = {"seasons_promo": True, "worship_promo": True}

# Eight seasons of at most 20 placements, each copied by at most three others; a payment with its gifts takes
# at most 317 small steps and a favour 25; set-up and end add a few. Matches seen so far stay below 600.
LONGEST: Final = 225_000


class Bomarzo(Game[BomarzoState]):
    """Bomarzo."""

    def __init__(self) -> None:
        super().__init__(
            name="bomarzo",
            title="Bomarzo",
            seats=(2, 4),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets={"first": FIRST_GAME, "expansions": EXPANSIONS},
            version=2,
            minutes=60,
        )

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BomarzoState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        return LONGEST

    def view(self, state: BomarzoState, seat: int) -> knowledge.BomarzoView:
        return knowledge.view(state, seat)

    def imagine(self, state: BomarzoState, seat: int, source: Source) -> BomarzoState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BomarzoState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BomarzoState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: BomarzoState, language: str = "en") -> list[tuple[int, str, str]]:
        edition, words = state.ruleset.edition, self.words(language)
        found: list[tuple[int, str, str]] = []
        for seat, fief in enumerate(state.fiefs):
            upgraded = members(fief.level2)
            for card in members(fief.level1) + upgraded:
                found.append((seat, "card played", edition.first_names[card]))
            found += [(seat, "card upgraded", edition.second_names[card]) for card in upgraded]
            found += [(seat, "worship", words.noun("divinity", god)) for god in fief.worship]
        return found

    @cached_property
    def bot(self) -> BotKnowledge[BomarzoState]:
        from ludoteca.games.bomarzo.bot.bot_knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding:
        questions = self.questions()
        return Encoding(lambda setup: encoding.layout(setup, questions), encoding.BomarzoTeller(questions))

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.bomarzo.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Bomarzo()
