"""One examined match: where it stands, and what the checks remember of it."""

from __future__ import annotations

from typing import Any

from ludoteca.encoding.layout import Slots
from ludoteca.encoding.scribe import Scribe
from ludoteca.examiner.canonical import canonical
from ludoteca.examiner.cases import Case
from ludoteca.examiner.report import Broken
from ludoteca.examiner.statistics import Evidence
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Croupier, Seeded
from ludoteca.kernel.errors import told_with_place
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import Record
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State, Step
from ludoteca.kernel.view import SPECTATOR


class Memory:
    """What one examination has already seen, so that it need not look again."""

    def __init__(self, game: Game[Any]) -> None:
        self.rules = frozenset(game.rules())
        self.languages = game.languages()
        self.seen: set[tuple[str, ...]] = set()
        self.drawn: dict[str, int] = {}
        self.short_of_samples = 0
        self.evidence: dict[str, Evidence] = {}
        """What looks at the same kind of secret add up to."""

    def first_time(self, *key: str) -> bool:
        """Whether this was never noted; `note` it once it has been found good."""
        return key not in self.seen

    def note(self, *key: str) -> None:
        self.seen.add(key)


class Announced(Croupier):
    """A seeded croupier that says the outcome before it is carried out."""

    def __init__(self, seed: int) -> None:
        self._luck = Seeded(seed)
        self._seed = seed
        self.next: Action | None = None

    def announce(self, state: State) -> Action:
        self.next = self._luck.settle(state)
        return self.next

    def settle(self, state: State) -> Action:
        assert self.next is not None
        return self.next

    def label(self) -> str:
        return f"seeded {self._seed}"


class Kept:
    """A copy of the state from earlier in the match, and how it was spelt then."""

    def __init__(self, state: State, line: int) -> None:
        self.state = state.copy()
        self.spelt = canonical(self.state)
        self.line = line


class Sitting:
    """A match being played, with its checks' own supply of random numbers.

    `dense` asks for checks that look everywhere, `focus` for those that look at one seat.
    """

    def __init__(
        self, game: Game[Any], case: Case, memory: Memory, *, dense: bool = False, focus: int | None = None
    ) -> None:
        self.game = game
        self.case = case
        self.memory = memory
        self.dense = dense
        self.focus = focus
        self.source = Stream(case.seed, "examiner")
        self.players = Stream(case.seed, "players")
        self.croupier = Announced(case.seed)
        self.decisions = 0
        self.outcomes = 0
        self.kept: list[Kept] = []
        self.bound = game.bound(case.setup)
        self.actions: list[Action] = []
        self.last_step: Step[Any] | None = None
        """The step that was carried out last."""
        self.scribes: dict[int, tuple[Scribe, Slots]] = {}
        """What viewers were told, as vectors that are written again and again."""
        self._speakers: dict[str, Speaker] = {}
        self.match = Match(game, case.setup, self.croupier, dealing=False)

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def viewers(self) -> range:
        """Every seat, and the spectator."""
        return range(SPECTATOR, self.case.setup.seats)

    def speaker(self, language: str) -> Speaker:
        if language not in self._speakers:
            self._speakers[language] = self.match.speaker(language)
        return self._speakers[language]

    def fresh(self) -> Any:
        """The same state, laid and played anew from the set-up, without a journal."""
        return played(self.game, self.case, self.actions)

    # Playing

    def pick(self) -> Action:
        """What the awaited seat does; in every other match it chooses a verb first, as some are rare."""
        options: list[Action] = self.state.choices
        if self.case.seed % 2 == 0:
            verbs = list(dict.fromkeys(action.verb.name for action in options))
            verb = verbs[self.players.below(len(verbs))]
            options = [action for action in options if action.verb.name == verb]
        return options[self.players.below(len(options))]

    def advance(self) -> None:
        """One decision or one outcome."""
        if self.state.actor == CHANCE:
            try:
                action = self.croupier.announce(self.state)
            except Exception as error:
                raise Broken(f"no outcome can be drawn: {explain(error)}", law="odds") from error
        else:
            action = self.pick()
        self.carry_out(action)

    def carry_out(self, action: Action) -> None:
        actor = self.state.actor
        self.last_step = self.state.step
        try:
            if actor == CHANCE:
                self.croupier.next = action
                self.match.settle_chance()
                self.outcomes += 1
            else:
                self.match.play(actor, action)
                self.decisions += 1
        except Exception as error:
            seat = actor if actor >= 0 else None
            raise Broken(explain(error), seat, law="progress", action=action.text) from error
        self.actions.append(action)


def played(game: Game[Any], case: Case, actions: list[Action]) -> Any:
    state = game.start(case.setup)
    state.settle()
    for action in actions:
        state.play(action)
    return state


def empty_record(game: Game[Any], case: Case) -> Record:
    """The record of a table that could not even be laid."""
    setup = case.setup
    return Record(
        game=game.name,
        edition=setup.edition.label,
        rules=game.version,
        amendments=setup.amendments,
        seats=setup.seats,
        names=[],
        options={key: str(value).lower() for key, value in setup.chosen(game.options).items()},
        croupier=f"seeded {case.seed}",
    )


def explain(error: Exception) -> str:
    """An error in one line, with the line of the game that raised it."""
    return told_with_place(error)
