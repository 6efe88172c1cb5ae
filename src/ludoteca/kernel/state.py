"""The table and its agenda: states, and the steps that rules are written in.

A state is a pure function of its set-up and the actions so far. It holds no random generator and no clock.
What still has to happen lies on its agenda, a stack of steps shared between copies; the top one is now.
"""

from __future__ import annotations

from typing import Any, Final, Generic, NewType, Self, TypeVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import RulesError
from ludoteca.kernel.events import EVERYONE, Audience, Event, EventKind
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Source

Actor = NewType("Actor", int)
"""Who is awaited: a seat, CHANCE or NOBODY."""

CHANCE: Final = Actor(-1)
NOBODY: Final = Actor(-2)

NO_ACTIONS: Final[list[Action]] = []
NO_STEPS: Final[list[Step[Any]]] = []
UNSET: Final = -2_000_000


@final
class Agenda:
    """The stack of steps still to happen. One that leaves stays in memory until another takes its place."""

    def __init__(self, steps: list[Step[Any]]) -> None:
        """The last of the steps comes first."""
        self._steps: vec[Step[Any]] = vec[Step](steps)  # type: ignore[type-arg]  # vec takes plain classes
        self._left: i64 = len(steps)

    def __bool__(self) -> bool:
        return self._left > 0

    def steps(self) -> list[Step[Any]]:
        """All that still have to happen; the last one comes first."""
        return list(self._steps[: self._left])

    def copy(self) -> Agenda:
        twin = Agenda(NO_STEPS)
        twin._steps, twin._left = self._steps[: self._left], self._left
        return twin

    @property
    def top(self) -> Step[Any]:
        if (left := self._left) == 0:
            raise RulesError("nothing is left on the agenda")
        return self._steps[left - 1]

    def push(self, step: Step[Any]) -> None:
        if (left := self._left) < len(self._steps):
            self._steps[left] = step
        else:
            self._steps = append(self._steps, step)
        self._left = left + 1

    def pop(self) -> Step[Any]:
        step = self.top
        self._left -= 1
        return step

    def drop(self) -> None:
        self._left -= 1

    def clear(self) -> None:
        self._left = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What lies on the table, hidden things included, and the agenda."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.agenda = Agenda(NO_STEPS)
        self.actor: int = NOBODY
        self.choices = NO_ACTIONS
        self.result: Result | None = None
        self.journal: list[Event] | None = None

    def copy(self) -> Self:
        """A twin that shares nothing changeable. Its journal is closed."""
        raise NotImplementedError

    def share_agenda(self, twin: State) -> None:
        """The kernel's part of copying."""
        twin.agenda = self.agenda.copy()
        twin.actor = self.actor
        twin.choices = self.choices
        twin.result = self.result

    # The agenda

    def push(self, step: Step[Any]) -> None:
        """Let `step` happen next, before all that is already on the agenda."""
        self.agenda.push(step)

    def finish(self, result: Result) -> None:
        """The match is over: nothing on the agenda happens any more."""
        self.agenda.clear()
        self.result = result

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def step(self) -> Step[Any]:
        """The step that waits for a seat or for chance."""
        return self.agenda.top

    def play(self, action: Action) -> None:
        """Carry out one of the options, or a chance outcome, and settle. Does not check: matches do."""
        self.agenda.pop().play(self, action)
        self.settle()

    def settle(self, this_turn: bool = False) -> None:
        """Let automatic steps and forced decisions happen until a seat, chance or nobody is awaited; with
        `this_turn` none of them after the event that closes the turn, if a journal is kept.
        """
        agenda = self.agenda
        while agenda and not (this_turn and any([event.kind.closes for event in self.journal or ()])):
            step = agenda.top
            if (seat := step.seat) == NOBODY:
                agenda.drop()
                step.happen(self)
                continue
            if seat == CHANCE:
                choices, forced = NO_ACTIONS, step.certainty(self)
            else:
                choices = step.options(self)
                forced = choices[0] if len(choices) == 1 and not step.insists else None
            if forced is None:
                self.actor = seat
                self.choices = choices
                if not choices and seat != CHANCE:
                    raise RulesError(f"dead end: seat {seat} has no option at “{step.name()}”")
                return
            agenda.drop()
            step.play(self, forced)
        self.actor = NOBODY
        self.choices = NO_ACTIONS
        if not agenda and self.result is None:
            raise RulesError("dead end: the agenda is empty and the match has no result")

    def look_again(self) -> None:
        """Weigh the options of the awaited seat anew, after its world has been made up differently."""
        if self.actor >= 0:
            self.choices = self.step.options(self)

    # The journal

    def tell(self, kind: EventKind, a: int = UNSET, b: int = UNSET, c: int = UNSET, d: int = UNSET) -> None:
        """Note an event for everyone, if somebody keeps a journal."""
        if self.journal is not None:
            self.journal.append(Event(kind, given(kind, [a, b, c, d]), EVERYONE))

    def confide(
        self, to: Audience, kind: EventKind, a: int = UNSET, b: int = UNSET, c: int = UNSET, d: int = UNSET
    ) -> None:
        """Note an event whose values only the audience may know."""
        if self.journal is not None:
            self.journal.append(Event(kind, given(kind, [a, b, c, d]), to))


def given(kind: EventKind, values: list[int]) -> tuple[int, ...]:
    """The values of an event: exactly one for each of its fields."""
    told = tuple([value for value in values if value != UNSET])
    if len(told) != len(kind.fields):
        raise RulesError(f"“{kind.name}” has {len(kind.fields)} fields, but {len(told)} values were told")
    return told


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One thing that happens at the table. Write rules as a `Happening`, a `Decision` or a `Chance`.

    `insists` makes a decision wait for its seat even if there is only one option: a turn that is over when
    its player says so, or a question that everybody is asked because skipping it would betray a secret.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.insists = False

    def name(self) -> str:
        """The key of this step in the phrase book: its class name in lower case."""
        return type(self).__name__.lower()

    def details(self, state: S) -> list[tuple[str, str, int]]:
        """What the question mentions besides the seat: name, noun and value of each."""
        return []

    def option_details(self, state: S, action: Action) -> list[tuple[str, str, int]]:
        """What an option mentions besides its own parameters, such as the card that lies in a place."""
        return []

    def happen(self, state: S) -> None:
        raise NotImplementedError

    def play(self, state: S, action: Action) -> None:
        """Change the table and push what follows. The step itself has already left the agenda."""
        raise NotImplementedError

    def audience(self, state: S, action: Action) -> Audience:
        """Who may see which action was taken."""
        return EVERYONE

    def candidates(self, state: S) -> list[Action]:
        """All that a person might reach for at this decision."""
        raise NotImplementedError

    def objection(self, state: S, action: Action) -> str | None:
        raise NotImplementedError

    def options(self, state: S) -> list[Action]:
        raise NotImplementedError

    def odds(self, state: S) -> list[tuple[Action, int]]:
        """Every possible outcome of this chance with its positive integer weight."""
        raise NotImplementedError

    def sample(self, state: S, source: Source) -> Action:
        raise NotImplementedError

    def stream(self) -> str:
        raise NotImplementedError

    def certainty(self, state: S) -> Action | None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Happening(Step[S]):
    """Something simply takes place: write `happen`."""

    def __init__(self) -> None:
        super().__init__(NOBODY)


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step[S]):
    """A seat decides: write `candidates`, `objection` and `play`."""

    def objection(self, state: S, action: Action) -> str | None:
        """The rule that forbids this candidate now, or None; a variant may follow: `BOL-2.4/kept`."""
        return None

    def options(self, state: S) -> list[Action]:
        """The candidates nobody objects to. Override only to remember or speed up, never to decide."""
        return [action for action in self.candidates(state) if self.objection(state, action) is None]


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Step[S]):
    """Chance decides: write `odds` and `play`, and `stream` to name the deck or die."""

    def __init__(self) -> None:
        super().__init__(CHANCE)

    def stream(self) -> str:
        """The deck or die that speaks. Each has its own luck: an extra roll elsewhere shifts nothing."""
        return self.name()

    def sample(self, state: S, source: Source) -> Action:
        """An outcome drawn by the odds. Override to draw faster from the same distribution."""
        odds = self.odds(state)
        total = 0
        for _, weight in odds:
            total += weight
        left = source.below(total)
        for action, weight in odds:
            left -= weight
            if left < 0:
                return action
        raise RulesError(f"“{self.name()}” has no outcome")

    def certainty(self, state: S) -> Action | None:
        """The outcome, if only one is possible; then nobody needs to be asked."""
        return None
