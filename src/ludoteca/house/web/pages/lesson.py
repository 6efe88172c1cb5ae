"""Lessons: annotated records in which the learner makes the moves of the first seat.

A lesson is `learn.record` in a game's folder. The comment of a line is the key of the text shown before that
line is played, in the section `learn` of the phrase books. Lines of others without a comment, and lines of
the learner with the comment `~`, are played together with the line before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.match_log import sentences_of
from ludoteca.kernel.choices import Choice, Choices, choices
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import CHANCE_MARK, Line, read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View

FILE = "learn.record"
LEARNER = 0
BY_ITSELF = "~"


@dataclass(slots=True)
class Step:
    """The table before a line at which the lesson stops, and what happened until then."""

    state: State
    line: Line | None
    """What comes next; None at the end."""
    events: list[Event]
    """What happened since the step before."""

    @property
    def yours(self) -> bool:
        return self.line is not None and self.line.who == str(LEARNER)


class Lesson:
    """A lesson with all its steps."""

    def __init__(self, game: Game[Any]) -> None:
        record = read_record((game.folder / FILE).read_text(encoding="utf-8"))
        replay(game, record)
        self.game = game
        self.names = record.names
        self.setup: Setup = game.setup(record.seats, record.options, amendments=record.amendments)
        state: State = game.start(self.setup)
        state.journal = []
        state.settle()
        events: list[Event] = list(state.journal)
        self.steps: list[Step] = []
        for line in record.lines:
            if line.comment != BY_ITSELF and (line.comment or line.who == str(LEARNER)):
                self.steps.append(Step(state.copy(), line, events))
                events = []
            state.journal = []
            state.play(game.catalogue.parse(line.text))
            events += state.journal
        self.steps.append(Step(state.copy(), None, events))

    @property
    def last(self) -> int:
        return len(self.steps) - 1


def has_lesson(game: Game[Any]) -> bool:
    """Whether a game has a lesson."""
    return (game.folder / FILE).exists()


@lru_cache(maxsize=16)
def lesson_of(game: Game[Any]) -> Lesson | None:
    """The lesson of a game, or None."""
    return Lesson(game) if has_lesson(game) else None


class LessonPage:
    """One step of a lesson, as a page shows it."""

    def __init__(self, lesson: Lesson, at: int, language: str, narrow: bool) -> None:
        self.lesson = lesson
        self.at = max(0, min(at, lesson.last))
        self.step = lesson.steps[self.at]
        self.narrow = narrow
        self.book = lesson.game.words(language)
        self.speaker = Speaker(lesson.game, lesson.setup.edition, lesson.setup.seats, lesson.names, language)
        self.asked = choices(lesson.game, self.step.state, LEARNER, self.speaker)

    @property
    def text(self) -> str:
        """The text of this step."""
        line = self.step.line
        key = "end" if line is None else line.comment
        return self.book.find("learn", key) or "" if key else ""

    @property
    def wanted(self) -> str:
        """The text of the move the learner shall make, or empty."""
        return self.step.line.text if self.step.line is not None and self.step.yours else ""

    @property
    def label(self) -> str:
        choice = self.asked.get(self.wanted)
        return choice.label if choice else ""

    @property
    def by_chance(self) -> bool:
        return self.step.line is not None and self.step.line.who == CHANCE_MARK

    @property
    def offered(self) -> list[Choice]:
        return self.asked.offered if self.step.yours else []

    @property
    def question(self) -> str:
        return self.asked.question

    @property
    def sentences(self) -> list[str]:
        return sentences_of(self.step.events, LEARNER, self.speaker)

    @property
    def view(self) -> View:
        return self.lesson.game.view(self.step.state, LEARNER)

    def picture(self) -> BoardPicture:
        shown = Choices(self.question, self.offered, self.asked.refused if self.step.yours else [])
        return BoardPicture(self.lesson.game, self.view, self.speaker, shown, self.narrow)
