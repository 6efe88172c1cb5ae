"""The face of Bomarzo."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ludoteca.games.bomarzo import insight, knowledge
from ludoteca.games.bomarzo.actions import CARDS, CATALOGUE
from ludoteca.games.bomarzo.edition import BomarzoEdition, read_edition
from ludoteca.games.bomarzo.events import EVENTS
from ludoteca.games.bomarzo.invariants import faults
from ludoteca.games.bomarzo.state import MAY_PASS, BomarzoState
from ludoteca.games.bomarzo.steps.setup import lay_table
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, switch
from ludoteca.kernel.source import Source
from ludoteca.kernel.words import PhraseBook

OPTIONS: Final[tuple[Option, ...]] = (
    switch("seasons_promo", False, "BOM-13.1"),
    switch("worship_promo", False, "BOM-14.1"),
    choice("scoring_table", ["corrected", "appendix"], "BOM-8.7"),
    choice("tribute_floor", ["printed", "none"], "BOM-5.3"),
    choice("supply", ["limited", "unlimited"], "BOM-1.1"),
    choice("may_pass", MAY_PASS, "BOM-4.3"),
    switch("orco_self", False, "BOM-8.2"),
    choice("deck_top", ["hidden", "shown"], "BOM-1.7"),
    switch("green_counts_copies", False, "BOM-13.2"),
)
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
            presets={"base": {}, "expansions": EXPANSIONS},
            minutes=60,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        if "green_counts_copies" in chosen and not setup.on("seasons_promo"):
            return "option green_counts_copies needs seasons_promo"
        return None

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

    def evaluate(self, state: BomarzoState, seat: int) -> float:
        return insight.evaluate(state, seat)

    def board(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any:
        from ludoteca.games.bomarzo.board import board

        return board(view, speaker, choices, narrow)

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        assert isinstance(edition, BomarzoEdition)
        if noun in ("card", "upgrade"):
            names = edition.first_names if noun == "card" else edition.second_names
            return names[value] if 0 < value <= CARDS else "?"
        if noun == "extra":
            return str(value + 1)
        if noun == "position":
            return str(value)
        return words.noun(noun, value)


GAME: Final = Bomarzo()
