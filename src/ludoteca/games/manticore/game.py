"""Manticore: options, rules, and what bots and people get of it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ludoteca.games.manticore import encoding, knowledge
from ludoteca.games.manticore.rules.actions import CATALOGUE, MOST_SEATS
from ludoteca.games.manticore.rules.edition import read_edition
from ludoteca.games.manticore.rules.events import EVENTS
from ludoteca.games.manticore.rules.invariants import faults
from ludoteca.games.manticore.rules.state import EASY_WAKE, ManticoreState
from ludoteca.games.manticore.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import (
    BotKnowledge,
    Encoding,
    Presentation,
)
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, number, switch
from ludoteca.kernel.source import Source

OPTIONS: Final[tuple[Option, ...]] = (
    choice("mode", ["coop", "semicoop"], "MAN-1.3"),
    choice("turn_order", ["seats", "dice"], "MAN-2.5"),
    choice("manticore_card", ["auto", "scaled", "rival", "single"], "MAN-2.8"),
    switch("still_monsters", False, "MAN-12.1"),
    number("monster_initiative", 1, 1, 4, "MAN-13.1"),
    switch("hidden_artifacts", False, "MAN-14.1"),
    number("auto_wake_round", 12, 0, 40, "MAN-11.6"),
    number("max_rounds", 40, 15, 60, "MAN-11.7"),
    number("pvp_power", 1, 0, 1, "MAN-5.11"),
    switch("roads_on_fireway", True, "MAN-3.5"),
    choice("monster_boots", ["ignored", "count"], "MAN-13.1"),
)
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "easier": {"still_monsters": True},
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
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        rivals = setup.word("mode") == "semicoop"
        if rivals and setup.seats == 1:
            return "option mode: semicoop needs at least two heroes"
        if "pvp_power" in chosen and not rivals:
            return "option pvp_power concerns the mode semicoop; leave it out in the mode coop"
        if setup.on("still_monsters"):
            if "monster_initiative" in chosen:
                return "option monster_initiative: monsters that stand still have no use for it"
            if "auto_wake_round" in chosen and not 1 <= setup.number("auto_wake_round") <= EASY_WAKE:
                return f"option auto_wake_round: with still_monsters expected a number from 1 to {EASY_WAKE}"
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

    def breakdowns(self, state: ManticoreState) -> list[tuple[int, str, str]]:
        classes = [self.words().noun("class", hero.klass) for hero in state.heroes]
        party = " + ".join(sorted(classes))
        return [
            (seat, name, value)
            for seat, klass in enumerate(classes)
            for name, value in (("class", klass), ("party", party))
        ]

    @cached_property
    def bot(self) -> BotKnowledge[ManticoreState]:
        from ludoteca.games.manticore.bot.knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding[ManticoreState]:
        return Encoding(lambda setup: encoding.layout(setup, self.questions()), knowledge.facts)

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.manticore.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Manticore()
