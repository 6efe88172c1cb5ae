"""Bello Divorum: options, rules, and what bots and people get of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ludoteca.games.bello_divorum import encoding, knowledge
from ludoteca.games.bello_divorum.rules.actions import CATALOGUE, CORNERS
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, read_edition
from ludoteca.games.bello_divorum.rules.events import EVENTS
from ludoteca.games.bello_divorum.rules.invariants import faults
from ludoteca.games.bello_divorum.rules.state import BelloState, unused_corners
from ludoteca.games.bello_divorum.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import (
    BotKnowledge,
    Encoding,
    Presentation,
)
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, switch
from ludoteca.kernel.source import Source

FULL_TABLE: Final = (4, 6)
SMALL_TABLE: Final = (2, 3)

OPTIONS: Final[tuple[Option, ...]] = (
    choice("last_turn", ["next_player", "same_round", "at_once"], "BEL-11.1", house="same_round"),
    choice("contested", ["block", "majority"], "BEL-9.3", house="majority"),
    choice(
        "unused_corners",
        ["open", "folded_for_five", "folded"],
        "BEL-12.1",
        house="folded_for_five",
        concerns=lambda seats, values: seats in (4, 5),
    ),
    choice("corners", ["draft", "seated"], "BEL-1.2", house="seated"),
    choice("pantheons", ["draft", "random", "given"], "BEL-1.3"),
    choice("first_player", ["seat0", "random"], "BEL-1.9"),
    choice("track_length", ["18", "12", "24"], "BEL-10.3"),
    switch("small_table", False, "BEL-1.1", concerns=lambda seats, values: seats < FULL_TABLE[0]),
)
# A turn has at most 30 decisions of a short supply, 7 of a power, 17 actions (each perhaps asked in two
# steps) and 31 of control; the set-up has two a seat.
MOST_IN_A_TURN: Final = 30 + 7 + 2 * 17 + 31


class BelloDivorum(Game[BelloState]):
    """Bello Divorum."""

    def __init__(self, seats: tuple[int, int] = FULL_TABLE) -> None:
        super().__init__(
            name="bello_divorum",
            title="Bello Divorum",
            seats=seats,
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets={
                "first": {"track_length": "12", "corners": "seated", "pantheons": "given"},
                "short": {"track_length": "12"},
                "long": {"track_length": "24"},
            },
            version=2,
            minutes=45,
        )
        self._laid: dict[int, BelloEdition] = {}
        self._small = BelloDivorum(SMALL_TABLE) if seats == FULL_TABLE else self

    def setup(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        edition: Edition | Path | str | None = None,
        amendments: tuple[str, ...] | None = None,
    ) -> Setup:
        """BEL-1.1: two or three sit down only where the small table is allowed."""
        if SMALL_TABLE[0] <= seats <= SMALL_TABLE[1] and self is not self._small:
            small = str((options or {}).get("small_table", False)).lower()
            if small in ("true", "yes", "on"):
                return self._small.setup(seats, options, edition, amendments)
        setup = super().setup(seats, options, edition, amendments)
        assert isinstance(setup.edition, BelloEdition)
        sectors = seats if unused_corners(setup) == "folded" else CORNERS
        if setup.edition is self.edition():
            if sectors not in self._laid:
                self._laid[sectors] = setup.edition.laid(sectors)
            setup.edition = self._laid[sectors]
        else:
            setup.edition = setup.edition.laid(sectors)
        return setup

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        if setup.seats < FULL_TABLE[0] and setup.word("unused_corners") == "folded":
            return "folded_for_few"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BelloState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        rounds = int(setup.word("track_length"))
        return (rounds * setup.seats + 1) * MOST_IN_A_TURN + 2 * setup.seats

    def view(self, state: BelloState, seat: int) -> knowledge.BelloView:
        return knowledge.view(state, seat)

    def imagine(self, state: BelloState, seat: int, source: Source) -> BelloState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BelloState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BelloState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: BelloState, language: str = "en") -> list[tuple[int, str, str]]:
        words = self.words(language)
        found: list[tuple[int, str, str]] = []
        for seat in range(state.seats):
            found.append((seat, "corner", str(state.players[seat].corner)))
            found.append((seat, "pantheon", words.noun("pantheon", state.players[seat].pantheon)))
        return found

    @cached_property
    def bot(self) -> BotKnowledge[BelloState]:
        from ludoteca.games.bello_divorum.bot.bot_knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding:
        questions = self.questions()
        return Encoding(lambda setup: encoding.layout(setup, questions), encoding.BelloTeller(questions))

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.bello_divorum.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = BelloDivorum()
