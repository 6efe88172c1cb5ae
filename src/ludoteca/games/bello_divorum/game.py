"""The face of Bello Divorum."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.weights import Weights
from ludoteca.encoding.layout import Layout
from ludoteca.games.bello_divorum import encoding, knowledge
from ludoteca.games.bello_divorum.bot import evaluation
from ludoteca.games.bello_divorum.rules.actions import CATALOGUE, CORNERS, POWERS, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, Board, Naming, place_names, read_edition
from ludoteca.games.bello_divorum.rules.events import EVENTS
from ludoteca.games.bello_divorum.rules.invariants import faults
from ludoteca.games.bello_divorum.rules.state import BelloState, unused_corners
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.games.bello_divorum.rules.steps.setup import lay_table
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, switch
from ludoteca.kernel.source import Source
from ludoteca.kernel.words import PhraseBook, fill

OPTIONS: Final[tuple[Option, ...]] = (
    choice("last_turn", ["same_round", "next_player", "at_once"], "BEL-11.1"),
    choice("contested", ["majority", "block"], "BEL-9.3"),
    choice("unused_corners", ["auto", "open", "folded"], "BEL-12.2"),
    choice("corners", ["seated", "draft"], "BEL-1.2"),
    choice("pantheons", ["draft", "random", "given"], "BEL-1.3"),
    choice("first_player", ["seat0", "random"], "BEL-1.9"),
    choice("track_length", ["18", "12", "24"], "BEL-10.3"),
    switch("small_table", False, "BEL-1.1"),
)
FULL_TABLE: Final = (4, 6)
SMALL_TABLE: Final = (2, 3)

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
            presets={"full": {}, "short": {"track_length": "12"}, "long": {"track_length": "24"}},
            minutes=45,
        )
        self._laid: dict[int, BelloEdition] = {}
        self._small = BelloDivorum(SMALL_TABLE) if seats == FULL_TABLE else self

    def setup(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        edition: Path | str | None = None,
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
            return f"the board cannot be folded for {setup.seats} players; leave unused_corners open"
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

    def facts(self, state: BelloState, seat: int) -> list[Any]:
        return knowledge.facts(state, seat)

    def encoding(self, setup: Setup) -> Layout:
        return encoding.layout(setup, self.questions())

    def imagine(self, state: BelloState, seat: int, source: Source) -> BelloState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BelloState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BelloState) -> list[str]:
        return faults(state)

    def facets(self, state: BelloState) -> list[tuple[int, str, str]]:
        words = self.words()
        found: list[tuple[int, str, str]] = []
        for seat in range(state.seats):
            found.append((seat, "corner", str(state.corner[seat])))
            found.append((seat, "pantheon", words.noun("pantheon", state.pantheon[seat])))
        return found

    def evaluate(self, state: BelloState, seat: int) -> float:
        return evaluation.evaluate(state, seat)

    def outlook(self, state: BelloState) -> list[float]:
        return evaluation.outlook(state)

    def routine(self, state: BelloState) -> Action | None:
        return evaluation.routine(state)

    def reply(self, state: BelloState) -> list[Action]:
        return evaluation.reply(state)

    def weights(self) -> Weights:
        return evaluation.WEIGHTS

    def features(self, state: BelloState, seat: int) -> list[float]:
        return evaluation.features(state, seat) if isinstance(state.step, Favour) else []

    def moment(self, state: BelloState, seat: int) -> int:
        return evaluation.moment(state)

    def board(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any:
        from ludoteca.games.bello_divorum.board import board

        return board(view, speaker, choices, narrow)

    def cover(self) -> Any:
        from ludoteca.games.bello_divorum.board.cover import cover

        edition = self.edition()
        assert isinstance(edition, BelloEdition)
        return cover(edition)

    def gallery(self, words: PhraseBook) -> Any:
        from ludoteca.games.bello_divorum.board.cover import gallery

        edition = self.edition()
        assert isinstance(edition, BelloEdition)
        return gallery(edition, words)

    def chapter(self, view: Any, words: PhraseBook) -> str:
        return fill(words.phrase("board", "round"), {"number": str(view.round)}, {}) if view.round else ""

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        assert isinstance(edition, BelloEdition)
        board = edition.board
        if noun == "place":
            return place_name(board, value, words)
        if noun == "slot":
            start = place_name(board, SLOT_ORIGIN[value], words)
            end = place_name(board, board.slot_end[value], words)
            return fill(words.phrase("game", "road"), {"from": start, "place": end}, {})
        if noun == "arm":
            return words.join([place_name(board, place, words) for place in board.arms[value]])
        if noun == "corner":
            return place_name(board, board.temples[value], words)
        if noun == "power":
            return power_name(edition, value, words)
        return words.noun(noun, value)


def place_name(board: Board, place: int, words: PhraseBook) -> str:
    """The name of a location, its parts translated where the phrase book knows them."""
    key = (tuple(board.names), words.language)
    if key not in _NAMES:
        parts = (board.naming.patterns, board.naming.temples, board.naming.stems)
        translated = [[words.phrase("name", name) for name in names] for names in parts]
        _NAMES[key] = place_names(board.sectors, Naming(*translated))
    return _NAMES[key][place]


def power_name(edition: BelloEdition, value: int, words: PhraseBook) -> str:
    """The name of a power: 0 to 2 are the first pantheon's, 3 to 5 the second's, and so on."""
    return words.phrase("name", edition.pantheons[value // POWERS].powers[value % POWERS].name)


_NAMES: Final[dict[tuple[tuple[str, ...], str], list[str]]] = {}

GAME: Final = BelloDivorum()
