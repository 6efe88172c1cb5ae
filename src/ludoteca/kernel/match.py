"""A match: one play of a game, from its set-up to its result, with its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.kernel.actions import Action
from ludoteca.kernel.choices import Choices, choices
from ludoteca.kernel.croupier import Committed, Croupier
from ludoteca.kernel.errors import ChanceDecides, IllegalAction, MatchOver, NoAnswer, OutOfTurn, UndoRefused
from ludoteca.kernel.events import Audience, Event, sees
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import CHANCE_MARK, HOUSE_MARK, UNKNOWN, Line, Record
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, NOBODY, State
from ludoteca.kernel.view import View


@dataclass(eq=False)
class Entry:
    """An action that was played and what came of it."""

    seat: int
    action: Action
    audience: Audience
    events: list[Event]
    undone: bool = False

    @property
    def settled(self) -> bool:
        """Whether it cannot be taken back: chance spoke, something was revealed, or the turn passed on."""
        return self.seat == CHANCE or any(event.kind.reveals or event.kind.closes for event in self.events)

    def line(self, viewer: int | None) -> Line:
        """The line of the record as a viewer may read it; None reads everything."""
        who = CHANCE_MARK if self.seat == CHANCE else str(self.seat)
        known = viewer is None or sees(self.audience, viewer)
        return Line(who, self.action.text if known else UNKNOWN)


@dataclass(eq=False)
class Note:
    """Something that happened to the table rather than on it: an undo, a leave, a bot that takes over."""

    text: str
    undone: Entry | None = None

    def line(self, viewer: int | None) -> Line:
        """The line of the record, the same for every viewer."""
        return Line(HOUSE_MARK, self.text)


class Match:
    """A state, the croupier who settles its chance, and everything that happened so far.

    While `dealing`, chance is settled at once, so between two calls a seat is awaited, or nobody; a replay
    settles it line by line.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        croupier: Croupier,
        names: Sequence[str] = (),
        dealing: bool = True,
    ) -> None:
        self.game = game
        self.setup = setup
        self.croupier = croupier
        self.names = (list(names) + [""] * setup.seats)[: setup.seats]
        self.story: list[Entry | Note] = []
        self.entries: list[Entry] = []
        """The actions that count: those that were not taken back."""
        self.opening: list[Event] = []
        self.state: State = game.start(setup)
        self.state.journal = self.opening
        self.state.settle()
        self.before: list[State] = []
        """How it was before each of the last actions that may be taken back."""
        self.dealing = dealing
        if dealing:
            self.deal()

    # Looking

    @property
    def actor(self) -> int:
        """The seat that is awaited, CHANCE, or NOBODY when the match is over."""
        return self.state.actor

    @property
    def options(self) -> list[Action]:
        return list(self.state.choices)

    @property
    def result(self) -> Result | None:
        return self.state.result

    def view(self, seat: int) -> View:
        return self.game.view(self.state, seat)

    def speaker(self, language: str = "en") -> Speaker:
        return Speaker(self.game, self.setup.edition, self.setup.seats, self.names, language)

    def choices(self, seat: int, language: str = "en") -> Choices:
        """What is asked of a seat now, in words."""
        return choices(self.game, self.state, seat, self.speaker(language))

    def log(self, viewer: int) -> list[Event]:
        """Everything that happened, as a seat or spectator learnt of it."""
        events = list(self.opening)
        for entry in self.entries:
            events += entry.events
        seen = [event.seen_by(viewer) for event in events]
        return [event for event in seen if event is not None]

    def objection(self, seat: int, action: Action) -> str | None:
        """The rule that forbids the action to the acting seat, or None."""
        if action in self.state.choices:
            return None
        step = self.state.step
        if action in step.candidates(self.state):
            return step.objection(self.state, action)
        return ""

    # Playing

    def play(self, seat: int, action: Action | str) -> Entry:
        """Carry out an action of a seat, or refuse it with the reason and leave everything as it is."""
        if isinstance(action, str):
            action = self.game.catalogue.parse(action)
        self.admit(seat, action)
        entry = self._enter(seat, action)
        if self.dealing:
            self.deal()
        return entry

    def admit(self, seat: int, action: Action, language: str = "en") -> None:
        """Return if the seat may play the action now; otherwise raise the reason, told in a language."""
        if self.state.actor == NOBODY:
            raise MatchOver("the match is over; nobody decides any more")
        if action.verb.by_chance:
            raise ChanceDecides(f"“{action.text}” is for chance to decide", "")
        if seat != self.state.actor:
            raise OutOfTurn(f"seat {seat} is not awaited now; seat {self.state.actor} decides")
        objection = self.objection(seat, action)
        if objection is None:
            return
        speaker = self.speaker(language)
        if not objection:
            raise NoAnswer(action.text, speaker.question(self.state.step, self.state))
        raise IllegalAction(speaker.objection(objection, action, seat), objection)

    def deal(self) -> None:
        """Let the croupier settle chance until a seat or nobody is awaited."""
        while self.state.actor == CHANCE:
            self.settle_chance()

    def settle_chance(self) -> None:
        """Let the croupier settle one chance."""
        self._enter(CHANCE, self.croupier.settle(self.state))

    def note(self, text: str) -> None:
        """Write down what happened to the table: `leave 1`, `return 1`, `bot 1 greedy`, `time 1`."""
        self.story.append(Note(text))

    def undoable(self, seat: int) -> int:
        """How many of the last actions the seat may take back, one by one.

        Back to the last point at which chance spoke, something was revealed, the turn passed on for good,
        or another seat acted: never further. When the match is over, everything has been revealed.
        """
        if self.state.over:
            return 0
        count = 0
        for entry in reversed(self.entries):
            if entry.seat != seat or entry.settled:
                break
            count += 1
        return count

    def undo(self, seat: int) -> Action:
        """Take back the seat's last action."""
        if not self.undoable(seat):
            reasons = "chance, a reveal, another seat or the end came after it"
            raise UndoRefused(f"seat {seat} has nothing to take back: {reasons}")
        last = self.entries.pop()
        last.undone = True
        self.story.append(Note(f"undo {seat}", last))
        self.state = self.before.pop()
        return last.action

    # Telling

    def record(self, viewer: int | None = None) -> Record:
        """The record as a viewer may read it. None reads everything, as anybody may after the end."""
        if self.state.over:
            viewer = None
        croupier = self.croupier
        return Record(
            game=self.game.name,
            edition=self.setup.edition.label,
            rules=self.game.version,
            amendments=self.setup.amendments,
            seats=self.setup.seats,
            names=list(self.names),
            options={key: str(value).lower() for key, value in self.setup.chosen(self.game.options).items()},
            croupier=croupier.label() if viewer is None else croupier.label().split(" ")[0],
            nonces=croupier.nonces if isinstance(croupier, Committed) else (),
            lines=[part.line(viewer) for part in self.story],
            secret=croupier.secret if isinstance(croupier, Committed) and self.state.over else "",
            result=self.result.text() if self.result else "",
        )

    # Inside

    def _enter(self, seat: int, action: Action) -> Entry:
        audience = self.state.step.audience(self.state, action)
        before = [] if seat == CHANCE else [*self.before, self.state.copy()]
        entry = Entry(seat, action, audience, self._carry_out(action))
        self.story.append(entry)
        self.entries.append(entry)
        self.before = [] if entry.settled else before
        return entry

    def _carry_out(self, action: Action) -> list[Event]:
        events: list[Event] = []
        self.state.journal = events
        self.state.play(action)
        return events
