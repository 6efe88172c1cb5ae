"""Bots of one's own. Whatever answers a perspective may sit at a table, if it keeps its manners.

A bot that is slow, fails or names no legal option is replaced by a random choice for that move. What
happened is noted, and the table goes on.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Final, NamedTuple, Protocol

from ludoteca.bots.bot import Bot, Fault, Perspective
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.speaker import Speaker

SLOW: Final = "slow"
FAILED: Final = "failed"
ILLEGAL: Final = "illegal"

PATIENCE: Final = 3
"""After so many slow moves a bot is asked no more."""


LONGEST: Final = 300
"""Letters of what is noted about a bot: some answer with much."""


class Terms(NamedTuple):
    """What a bot is granted: seconds and tries for each move; a board in words in what it is sent."""

    seconds: float = 10.0
    tries: int = 1
    words: bool = False


USUAL: Final = Terms()


class Answer(NamedTuple):
    """An action, its text or its place among the options; and what finding it has cost, in any currency."""

    action: Action | str | int
    cost: float = 0.0


class Late(Exception):
    """The time for a move is over."""


class Refused(Exception):
    """What was answered is not legal now."""


class OwnBot(Bot):
    """Asks a bot of one's own, and chooses for it where it does not answer in time, or not legally.

    Subclasses write `answer`. It is called in a thread beside the table, with a source of its own, so that
    one who is late disturbs nothing.
    """

    def __init__(self, name: str, terms: Terms) -> None:
        self.name = name
        self.terms = terms
        self.faults: list[Fault] = []
        self.replaced = 0
        """How many moves were made for it."""
        self.moves = 0
        self.seconds = 0.0
        self.cost = 0.0
        self._thinking: Thinking | None = None

    def answer(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        """The answer to a perspective. `refused` says why the answer before was not legal, if it was not."""
        raise NotImplementedError

    def give_up(self) -> None:
        """The answer is no longer awaited."""

    def trouble(self) -> list[Fault]:
        return self.faults

    def choose(self, perspective: Perspective, source: Source) -> Action:
        own = Stream(source.below(1 << 30), "guest")
        self.moves += 1
        refused = ""
        for _ in range(self.terms.tries if self._slow < PATIENCE else 0):
            try:
                found = self._ask(perspective, own, refused)
                self.cost += found.cost
                return legal(perspective, found.action)
            except Late:
                self._note(SLOW, f"no answer within {self.terms.seconds:g} s")
                break
            except Refused as refusal:
                refused = str(refusal)
                self._note(ILLEGAL, refused)
            except Exception as error:
                self._note(FAILED, f"{type(error).__name__}: {error}")
                break
        self.replaced += 1
        return perspective.options[source.below(len(perspective.options))]

    @property
    def _slow(self) -> int:
        return len([fault for fault in self.faults if fault.kind == SLOW])

    def _note(self, kind: str, sentence: str) -> None:
        self.faults.append(Fault(kind, f"{self.name}: {sentence[:LONGEST]}"))

    def _ask(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        if self._thinking is None:
            self._thinking = Thinking()
            weakref.finalize(self, self._thinking.end)
        began = perf_counter()
        try:
            return self._thinking.ask(lambda: self.answer(perspective, source, refused), self.terms.seconds)
        except Late:
            self._thinking = None
            self.give_up()
            raise
        finally:
            self.seconds += perf_counter() - began


class Thinking:
    """A thread in which a bot of one's own thinks."""

    def __init__(self) -> None:
        asked: SimpleQueue[Callable[[], Answer] | None] = SimpleQueue()
        found: SimpleQueue[Answer | BaseException] = SimpleQueue()
        self._asked = asked
        self._found = found
        Thread(target=think, args=(asked, found), daemon=True).start()

    def ask(self, question: Callable[[], Answer], seconds: float) -> Answer:
        self._asked.put(question)
        try:
            found = self._found.get(timeout=seconds)
        except Empty:
            self.end()
            raise Late from None
        if isinstance(found, Exception):
            raise found
        if isinstance(found, BaseException):
            raise LudotecaError(f"it wanted to end the program: {type(found).__name__}")
        return found

    def end(self) -> None:
        self._asked.put(None)


def think(
    asked: SimpleQueue[Callable[[], Answer] | None], found: SimpleQueue[Answer | BaseException]
) -> None:
    """Answer questions until there are no more."""
    while (question := asked.get()) is not None:
        try:
            answer: Answer | BaseException = question()
        except BaseException as error:
            answer = error.with_traceback(None)
        del question
        found.put(answer)
        del answer


def legal(perspective: Perspective, answer: Action | str | int) -> Action:
    """The option that an answer means; raises Refused, with the rule, where there is none."""
    options = perspective.options
    if isinstance(answer, int) and not isinstance(answer, bool):
        if 0 <= answer < len(options):
            return options[answer]
        raise Refused(f"there is no option {answer}; there are {len(options)}, from 0 on")
    if isinstance(answer, str):
        try:
            answer = perspective.game.catalogue.parse(answer.strip())
        except LudotecaError as error:
            raise Refused(str(error)) from None
    if not isinstance(answer, Action):
        raise Refused(f"expected an action, its text or its number, not {answer!r:.80}")
    if answer in options:
        return answer
    raise Refused(why_not(perspective, answer))


def why_not(perspective: Perspective, action: Action) -> str:
    """The sentence, with its rule, that refuses an action now."""
    setup = perspective.setup
    world = perspective.imagine(Stream(0, "refusal"))
    if setup is None or world.actor != perspective.seat:
        return f"“{action.text}” is not possible now"
    speaker = Speaker(perspective.game, setup.edition, setup.seats)
    step = world.step
    objection = step.objection(world, action) if action in step.candidates(world) else ""
    if objection:
        return speaker.objection(objection, action, perspective.seat)
    return f"“{action.text}” is no answer to the question now: {speaker.question(step, world)}"


class Chooser(Protocol):
    """A function that answers: an option, its text, or its place among the options."""

    def __call__(self, perspective: Perspective, source: Source, /) -> Action | str | int: ...


class PythonBot(OwnBot):
    """A bot in this process: a function, or a `Bot`."""

    def __init__(self, name: str, chooser: Chooser, terms: Terms) -> None:
        super().__init__(name, terms)
        self.chooser = chooser

    def answer(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        return Answer(self.chooser(perspective, source))
