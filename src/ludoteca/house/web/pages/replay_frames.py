"""A match as a list of frames, to look at it moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from ludoteca.house.table import visibility
from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.match_log import sentences_of
from ludoteca.kernel.choices import Choices, choices
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import View

FRAME: Final = 4096
"""About how many bytes a frame takes."""


@dataclass(slots=True)
class Frame:
    """The table after one decision and the chance that followed; in the first frame, after set-up."""

    state: State
    entry: Entry | None
    events: list[Event]
    entries: int
    """How many entries of the match have been played."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Where a round or a season begins."""

    at: int
    title: str


class MatchReplay:
    """The frames of a match. They are copies: the match may go on meanwhile."""

    def __init__(self, match: Match, entries: Sequence[Entry] | None = None) -> None:
        """`entries` are those of the match now, if it may change while this is being made."""
        self.game: Game[Any] = match.game
        self.setup = match.setup
        self.names = list(match.names)
        self.result = match.result
        self.over = match.result is not None
        self._chapters: dict[tuple[int, str], list[Chapter]] = {}
        state: State = self.game.start(match.setup)
        state.journal = []
        state.settle()
        self.frames = [Frame(state.copy(), None, list(match.opening), 0)]
        for number, entry in enumerate(match.entries if entries is None else entries, 1):
            state.journal = []
            state.play(entry.action)
            frame = self.frames[-1]
            if entry.seat == CHANCE:
                frame.state, frame.entries = state.copy(), number
                frame.events += entry.events
            else:
                self.frames.append(Frame(state.copy(), entry, list(entry.events), number))

    def weigh(self) -> int:
        """About how many bytes it takes."""
        return FRAME * len(self.frames)

    def up_to(self, entries: int) -> MatchReplay:
        """The replay of a match that has only so many entries."""
        shorter = copy(self)
        shorter.frames = [frame for frame in self.frames if frame.entries <= entries]
        shorter.result, shorter.over, shorter._chapters = None, False, {}
        return shorter

    def speaker(self, language: str) -> Speaker:
        return Speaker(self.game, self.setup.edition, self.setup.seats, self.names, language)

    def knows_chapters(self, viewer: int, language: str) -> bool:
        """Whether asking for the chapters costs nothing."""
        return (viewer, language) in self._chapters

    def chapters(self, viewer: int, language: str) -> list[Chapter]:
        """Where rounds or seasons begin, as the game calls them: found once, as every frame is looked at."""
        known = self._chapters.get((viewer, language))
        if known is None:
            known = self._chapters[viewer, language] = self._find_chapters(viewer, language)
        return known

    def _find_chapters(self, viewer: int, language: str) -> list[Chapter]:
        chapter = presentation_of(self.game).chapter
        if chapter is None:
            return []
        words = self.game.words(language)
        found: list[Chapter] = []
        for number, frame in enumerate(self.frames):
            title = chapter(self.game.view(frame.state, viewer), words)
            if title and (not found or found[-1].title != title):
                found.append(Chapter(number, title))
        return found


class ReplayMoment:
    """One moment of a replay, as a page shows it."""

    def __init__(self, replay: MatchReplay, at: int, viewer: int, language: str, narrow: bool) -> None:
        self.replay = replay
        self.viewer = viewer
        self.frames = replay.frames
        self.last = len(self.frames) - 1
        self.at = max(0, min(at, self.last))
        self.frame = self.frames[self.at]
        self.speaker = replay.speaker(language)
        self.language = language
        self.narrow = narrow

    @property
    def move(self) -> str:
        """What was done to get here, in words."""
        entry = self.frame.entry
        if entry is None or not visibility.action_seen(entry, self.viewer, self.replay.over):
            return ""
        return self.speaker.action(entry.action, entry.seat)

    @property
    def seat(self) -> int:
        return self.frame.entry.seat if self.frame.entry else -1

    @property
    def sentences(self) -> list[str]:
        return sentences_of(self.frame.events, self.viewer, self.speaker)

    @property
    def headline(self) -> str:
        """What was done: the first thing that happened, which names cards and places; else the action."""
        if self.sentences:
            return self.sentences[0]
        name = self.speaker.names[self.seat] if self.seat >= 0 else ""
        return f"{name}: {self.move}" if self.move and name else name or self.move

    @property
    def details(self) -> list[str]:
        """What happened besides."""
        return self.sentences[1:] if self.at else self.sentences

    @property
    def question(self) -> str:
        """What is asked now, whoever is asked."""
        return choices(self.replay.game, self.frame.state, self.viewer, self.speaker).question

    @property
    def chapters(self) -> list[Chapter]:
        return self.replay.chapters(self.viewer, self.language)

    @property
    def view(self) -> View:
        return self.replay.game.view(self.frame.state, self.viewer)

    def picture(self, choosing: bool = False) -> BoardPicture:
        """The board, with the choices that the viewer had if `choosing`."""
        asked = choices(self.replay.game, self.frame.state, self.viewer, self.speaker)
        shown = asked if choosing else Choices(asked.question, [], [])
        return BoardPicture(self.replay.game, self.view, self.speaker, shown, self.narrow)

    @property
    def marks(self) -> list[int]:
        """How many entries of the match come before each moment: analyses count these."""
        return [frame.entries for frame in self.frames]
