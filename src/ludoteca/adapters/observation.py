"""What a learner gets: a vector of what a seat knows, and a mask of what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteca.bots.batch import Course
from ludoteca.encoding.layout import EncodingError, Layout, Slots, allowed
from ludoteca.encoding.scribe import Scribe, SeatLayout, Teller, ViewTeller
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.contracts import Encoding
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import IllegalAction, LudotecaError
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import CHANCE_MARK, Line, Record
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import SPECTATOR

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("learners need NumPy: pip install ludoteca[adapters]") from None


class Encoder:
    """Turns the states of one set-up into vectors and masks.

    `vector(state, seat)` is what the seat knows (`describe()` says what each slot means); every slot lies
    between -1 and 1. `mask(state, seat)` has a 1 for each action the seat may take now (`actions()` says
    which); it is all 0 while the seat is not awaited.
    """

    def __init__(self, game: Game[Any], setup: Setup, edition: Path | str | None = None) -> None:
        self.game = game
        self.setup = setup
        self.edition = edition
        """The edition as it was asked for: a file, a name, or the house's."""
        encoding: Encoding | None = game.encoding
        if encoding is None:
            raise EncodingError(
                f"{game.title} does not say how its views become vectors: write Game.encoding"
            )
        self.layout: Layout = encoding.layout(setup)
        self.teller: Teller = encoding.teller or ViewTeller(self.layout, game.view)
        self.size = self.layout.size
        self.decisions: list[Action] = list(game.catalogue.decisions)
        viewers = (*range(setup.seats), SPECTATOR)
        slots = Slots(len(viewers) * self.size)
        self._scribes = [
            Scribe(SeatLayout(self.layout, viewer), slots, row * self.size)
            for row, viewer in enumerate(viewers)
        ]
        written = np.frombuffer(memoryview(slots.cells), np.float32)
        self._vectors: NDArray[np.float32] = written.reshape(len(viewers), self.size)
        self._heads: dict[tuple[str, ...], Record] = {}  # the first lines of records, by who sits there

    def vector(self, state: State, seat: int) -> NDArray[np.float32]:
        """What a seat, or SPECTATOR, knows."""
        scribe = self._scribes[seat]
        scribe.begin()
        self.teller.tell(state, seat, scribe)
        scribe.end()
        vector: NDArray[np.float32] = self._vectors[seat]
        return vector.copy()

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """What a seat may do."""
        choices = state.choices if state.actor == seat else []
        return np.frombuffer(allowed(choices, len(self.decisions)), np.int8)

    def describe(self) -> list[str]:
        """What each slot of a vector means."""
        return self.layout.describe()

    def actions(self) -> list[str]:
        """The text of each action, in the order of the mask."""
        return [action.text for action in self.decisions]

    def decision(self, state: State, index: int) -> Action:
        """The action with this index, if the awaited seat may take it now."""
        action = self.decisions[index]
        if action not in state.choices:
            raise IllegalAction(self.refusal(state, action), "")
        return action

    def refusal(self, state: State, action: Action) -> str:
        """Why the awaited seat may not do this now."""
        speaker = self.speaker()
        step = state.step
        if action in step.candidates(state):
            return speaker.objection(step.objection(state, action) or "", action, state.actor)
        return f"“{action.text}” is no answer to the question now: {speaker.question(step, state)}"

    def speaker(self) -> Speaker:
        return Speaker(self.game, self.setup.edition, self.setup.seats)

    def text(self, state: State, seat: int = SPECTATOR) -> str:
        """The table as one seat sees it, to be read."""
        scene = presentation_of(self.game).board(self.game.view(state, seat), self.speaker(), NO_CHOICES)
        return str(scene.text())

    def record(self, course: Course, result: Result, names: Sequence[str] = ()) -> str:
        """The record of a match that went so and ended so."""
        head = self._heads.get(tuple(names))
        if head is None:
            head = Match(self.game, self.setup, Seeded(course.deal), names, dealing=False).record()
            self._heads[tuple(names)] = head
        croupier = Seeded(course.deal).label()
        state = self.game.start(self.setup)
        state.settle()
        lines: list[Line] = []
        for action in course.actions:
            lines.append(Line(CHANCE_MARK if state.actor == CHANCE else str(state.actor), action.text))
            state.play(action)
        return replace(head, croupier=croupier, lines=lines, result=result.text(), seal="").text()


def final_info(result: Result, record: str) -> dict[str, Any]:
    """What a learner is told of a match that is over."""
    return {
        "places": result.places,
        "scores": result.scores,
        "reason": result.reason,
        "record": record,
    }


def encoder(
    game: Game[Any] | str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: Path | str | None = None,
) -> Encoder:
    """The encoder of a game, by name, for a number of seats (by default the fewest possible)."""
    found = load(game) if isinstance(game, str) else game
    setup = found.setup(seats or found.least, options, edition)
    return Encoder(found, setup, edition)
