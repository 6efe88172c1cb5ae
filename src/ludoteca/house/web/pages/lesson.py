"""Lessons: scripted matches in which the learner makes the moves of the first seat.

A lesson is a file in the folder `lessons` of a game. Its steps say what is shown before their moves are
played, in every language, which rules they teach, and what they claim about the table. Every move of every
seat and of chance is written down. If the first move of a step is the learner's, the learner makes it; all
other moves of the step follow by themselves. docs/lessons.md describes the format.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.croupier import possible_outcome
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import CHANCE_MARK
from ludoteca.kernel.state import CHANCE, State

FOLDER: Final = "lessons"
LEARNER: Final = 0
NONE_EARLY: Final = -1


@dataclass(frozen=True, slots=True)
class Move:
    """One line of a script: who acts (a seat, or `*` for chance), and the text of the action."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the table before it, what is said, and the moves that it plays."""

    name: str
    text: dict[str, str]
    """What is said, by language."""
    why: dict[str, str]
    """Why the lesson wants this move and no other, by language; may be empty."""
    rules: tuple[str, ...]
    """The rules that it teaches."""
    claims: tuple[str, ...]
    """What it says about the table, as expressions; the tests check them."""
    moves: tuple[Move, ...]
    state: State
    """The table before its moves."""
    pointed: bool = False
    """Whether the board points at the move from the beginning: at a place that words hardly tell."""
    events: list[Event] = field(default_factory=list)
    """What happened since the step before."""

    @property
    def yours(self) -> bool:
        return bool(self.moves) and self.moves[0].who == str(LEARNER)

    @property
    def wanted(self) -> str:
        """The text of the move the learner shall make, or empty."""
        return self.moves[0].text if self.yours else ""


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of a lesson before it is played."""

    name: str
    """The name of its file, which is also its address."""
    file: Path
    title: dict[str, str]
    teaches: dict[str, str]
    minutes: int
    level: str
    """The level of the bots for the match that follows."""
    preset: str
    """The preset for the match that follows; empty for the printed rules."""
    values: dict[str, Any]


class LessonError(LudotecaError):
    """A lesson whose moves cannot be played."""


class Lesson:
    """A lesson with all its steps, played through."""

    def __init__(self, game: Game[Any], outline: Outline) -> None:
        self.game = game
        self.outline = outline
        values = outline.values
        self.names: list[str] = list(values["names"])
        self.setup: Setup = game.setup(len(self.names), values.get("options", {}))
        state: State = game.start(self.setup)
        events: list[Event] = []
        state.journal = events
        state.settle()
        events += self._play(state, read_moves(values.get("before", "")), "before")
        self.steps: list[Step] = []
        for entry in values["steps"]:
            moves = read_moves(entry.get("moves", ""))
            text = {language: words for language, words in entry.items() if len(language) == 2}
            self.steps.append(
                Step(
                    entry["name"], text, entry.get("why", {}), tuple(entry.get("rules", ())),
                    tuple(entry.get("claims", ())), moves, state.copy(), entry.get("pointed", False), events,
                )
            )  # fmt: skip
            events = self._play(state, moves, entry["name"])
        self.end: State = state

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def table(self, at: int, early: int = NONE_EARLY) -> State:
        """The table at a step; `early` is a later step that the learner has already made."""
        state: State = self.steps[at].state.copy()
        if early > at:
            self._play(state, self.steps[early].moves, self.steps[early].name)
        return state

    def made_early(self, at: int, text: str) -> int:
        """The later step whose move may as well be made now, with the same outcome; -1 if there is none."""
        run = list(self._own_steps(at))
        wished = [place for place in run[1:] if self.steps[place].wanted == text]
        if not wished:
            return NONE_EARLY
        usual, other = self.table(at), self.table(at)
        try:
            for place in run:
                self._play(usual, self.steps[place].moves, "")
            for place in [wished[0], *(place for place in run if place != wished[0])]:
                self._play(other, self.steps[place].moves, "")
        except LessonError:
            return NONE_EARLY
        same = self.game.view(usual, LEARNER) == self.game.view(other, LEARNER)
        return wished[0] if same and usual.actor == other.actor else NONE_EARLY

    def _own_steps(self, at: int) -> Iterator[int]:
        """The steps from here on in which only the learner acts."""
        for place in range(at, len(self.steps)):
            step = self.steps[place]
            if not step.yours or any(move.who != str(LEARNER) for move in step.moves):
                return
            yield place

    def _play(self, state: State, moves: Sequence[Move], name: str) -> list[Event]:
        """Play scripted moves; return what happened."""
        events: list[Event] = []
        state.journal = events
        for move in moves:
            where = f"{self.game.name}, lesson {self.outline.name}, step {name}, “{move.who} {move.text}”"
            if str(state.actor) != move.who and (state.actor, move.who) != (CHANCE, CHANCE_MARK):
                raise LessonError(f"{where}: now {state.actor} is awaited")
            if move.who == CHANCE_MARK:
                state.play(possible_outcome(state, state.step, move.text))
                continue
            action = self.game.catalogue.parse(move.text)
            if action not in state.choices:
                raise LessonError(f"{where}: {state.step.objection(state, action) or 'no answer here'}")
            state.play(action)
        return events


def read_moves(text: str) -> tuple[Move, ...]:
    """The moves written in a text, one to a line."""
    found = []
    for line in text.splitlines():
        who, _, action = line.strip().partition(" ")
        if who:
            found.append(Move(who, action))
    return tuple(found)


def has_lesson(game: Game[Any]) -> bool:
    """Whether a game has lessons."""
    return bool(lessons_of(game))


@lru_cache(maxsize=64)
def lessons_of(game: Game[Any]) -> tuple[Outline, ...]:
    """The lessons of a game, in the order of their names."""
    return tuple(_outline(path) for path in sorted((game.folder / FOLDER).glob("*.toml")))


@lru_cache(maxsize=64)
def lesson_of(game: Game[Any], name: str) -> Lesson | None:
    """A lesson of a game by its name, or None."""
    for outline in lessons_of(game):
        if outline.name == name:
            return Lesson(game, outline)
    return None


def _outline(path: Path) -> Outline:
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    return Outline(
        path.stem, path, values["title"], values["teaches"], values["minutes"],
        values["level"], values.get("preset", ""), values,
    )  # fmt: skip
