"""Manticore: options, rules, and what bots and people get of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ludoteca.games.manticore import encoding, knowledge
from ludoteca.games.manticore.rules.actions import CATALOGUE, MOST_SEATS
from ludoteca.games.manticore.rules.edition import read_edition
from ludoteca.games.manticore.rules.events import EVENTS
from ludoteca.games.manticore.rules.invariants import faults
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.games.manticore.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import (
    BotKnowledge,
    Encoding,
    Presentation,
)
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, Value, choice, number, switch
from ludoteca.kernel.source import Source

FAR_ROUND: Final = 200  # so far away that no match between people ends there


def _rivals(seats: int, values: Mapping[str, Value]) -> bool:
    return values["mode"] == "semicoop"


def _monsters_move(seats: int, values: Mapping[str, Value]) -> bool:
    return not values["still_monsters"]


OPTIONS: Final[tuple[Option, ...]] = (
    choice("mode", ["coop", "semicoop"], "MAN-1.3", concerns=lambda seats, values: seats > 1),
    choice("turn_order", ["seats", "dice"], "MAN-2.5", concerns=lambda seats, values: seats > 1),
    choice("manticore_card", ["single", "auto", "scaled", "rival"], "MAN-2.9", house="auto"),
    switch("still_monsters", False, "MAN-12.1"),
    number("monster_initiative", 1, 1, 4, "MAN-13.1", concerns=_monsters_move),
    switch("hidden_artifacts", False, "MAN-14.1"),
    number("auto_wake_round", 0, 0, 40, "MAN-11.6", house=12, concerns=_monsters_move),
    number("max_rounds", FAR_ROUND, 15, FAR_ROUND, "MAN-11.7", house=40),
    number("pvp_power", 1, 0, 1, "MAN-5.13", concerns=_rivals),
    switch("roads_on_fireway", True, "MAN-3.9"),
    choice("monster_boots", ["count", "ignored"], "MAN-9.13", house="ignored", concerns=_monsters_move),
    switch("monsters_pass", False, "MAN-9.4", house=True, concerns=_monsters_move),
)
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first": {"still_monsters": True},
    "quicker_monsters": {"monster_initiative": 2},
    "hidden": {"hidden_artifacts": True},
    "rivals": {"mode": "semicoop"},
}
BEFORE_INVASION: Final = 90
PER_ROUND: Final = 2150


class Manticore(Game[ManticoreState]):
    """Manticore: one to four heroes against the beast."""

    def __init__(self) -> None:
        super().__init__(
            name="manticore",
            title="Manticore",
            seats=(1, MOST_SEATS),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets=PRESETS,
            minutes=45,
            version=2,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        rivals = setup.word("mode") == "semicoop"
        if rivals and setup.seats == 1:
            return "rivals_alone"
        if "pvp_power" in chosen and not rivals:
            return "power_without_rivals"
        if setup.on("still_monsters") and "monster_initiative" in chosen:
            return "still_and_quick"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> ManticoreState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        return BEFORE_INVASION + PER_ROUND * setup.number("max_rounds")

    def view(self, state: ManticoreState, seat: int) -> knowledge.ManticoreView:
        return knowledge.view(state, seat)

    def imagine(self, state: ManticoreState, seat: int, source: Source) -> ManticoreState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: ManticoreState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: ManticoreState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: ManticoreState, language: str = "en") -> list[tuple[int, str, str]]:
        classes = [self.words(language).noun("class", hero.klass) for hero in state.heroes]
        party = " + ".join(sorted(classes))
        return [
            (seat, name, value)
            for seat, klass in enumerate(classes)
            for name, value in (("class", klass), ("party", party))
        ]

    @cached_property
    def bot(self) -> BotKnowledge[ManticoreState]:
        from ludoteca.games.manticore.bot.bot_knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding:
        questions = self.questions()
        return Encoding(lambda setup: encoding.layout(setup, questions), encoding.ManticoreTeller(questions))

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.manticore.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Manticore()
