"""One step of a lesson, as a page shows it."""

from __future__ import annotations

from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.lesson import LEARNER, NONE_EARLY, Lesson
from ludoteca.house.web.pages.match_log import sentences_of
from ludoteca.kernel.choices import Choice, Choices, choices
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View


class LessonPage:
    """A step of a lesson in one language; `early` is a later step whose move has already been made."""

    def __init__(self, lesson: Lesson, at: int, language: str, narrow: bool, early: int = NONE_EARLY) -> None:
        self.lesson = lesson
        self.at = max(0, min(at, lesson.last))
        self.step = lesson.steps[self.at]
        self.early = NONE_EARLY
        if self.at < early <= lesson.last and lesson.made_early(self.at, lesson.steps[early].wanted) == early:
            self.early = early
        self.state: State = lesson.table(self.at, self.early)
        self.language = language
        self.narrow = narrow
        self.speaker = Speaker(lesson.game, lesson.setup.edition, lesson.setup.seats, lesson.names, language)
        self.asked = choices(lesson.game, self.state, LEARNER, self.speaker)

    @property
    def text(self) -> str:
        return self.step.text[self.language]

    @property
    def wanted(self) -> str:
        return self.step.wanted

    @property
    def label(self) -> str:
        """The move the learner shall make, in the words of the table."""
        choice = self.asked.get(self.wanted)
        return choice.label if choice else ""

    @property
    def offered(self) -> list[Choice]:
        return self.asked.offered if self.step.yours else []

    @property
    def question(self) -> str:
        return self.asked.question

    @property
    def sentences(self) -> list[str]:
        """What happened since the step before."""
        return sentences_of(self.step.events, LEARNER, self.speaker)

    @property
    def why(self) -> str:
        """Why the lesson wants its own move."""
        return self.step.why.get(self.language, "")

    @property
    def view(self) -> View:
        return self.lesson.game.view(self.state, LEARNER)

    def would(self, text: str) -> list[str]:
        """What another move would do, in words; nothing if it is not possible."""
        if all(choice.text != text for choice in self.offered):
            return []
        state: State = self.state.copy()
        events: list[Event] = []
        state.journal = events
        state.play(self.lesson.game.catalogue.parse(text))
        return sentences_of(events, LEARNER, self.speaker)

    def picture(self) -> BoardPicture:
        shown = Choices(self.question, self.offered, self.asked.refused if self.step.yours else [])
        return BoardPicture(self.lesson.game, self.view, self.speaker, shown, self.narrow)
