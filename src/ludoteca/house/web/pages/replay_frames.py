"""A match that can be looked at moment by moment: the table with a cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.house.web.pages import match_log
from ludoteca.house.web.pages.board_picture import Picture
from ludoteca.kernel.choices import Choices, choices
from ludoteca.kernel.events import Event, sees
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State


@dataclass(slots=True)
class Frame:
    """The table after one decision and whatever chance made of it; the first is the table as it was laid."""

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


class Film:
    """The frames of a match. It holds copies: the match may go on meanwhile."""

    def __init__(self, match: Match) -> None:
        self.game: Game[Any] = match.game
        self.setup = match.setup
        self.names = list(match.names)
        self.over = match.result is not None
        state: State = self.game.start(match.setup)
        state.journal = []
        state.settle()
        self.frames = [Frame(state.copy(), None, list(match.opening), 0)]
        for number, entry in enumerate(match.entries, 1):
            state.journal = []
            state.play(entry.action)
            frame = self.frames[-1]
            if entry.seat == CHANCE:
                frame.state, frame.entries = state.copy(), number
                frame.events += entry.events
            else:
                self.frames.append(Frame(state.copy(), entry, list(entry.events), number))

    def seen_by(self, viewer: int) -> list[Frame]:
        """The frames a viewer may tell apart: what happened without a trace belongs to the next one."""
        if self.over:
            return self.frames
        kept = [self.frames[0]]
        for frame in self.frames[1:]:
            if frame.entry is not None and frame.entry.line(viewer) is None:
                last = kept[-1]
                kept[-1] = Frame(frame.state, last.entry, last.events + frame.events, frame.entries)
            else:
                kept.append(frame)
        return kept

    def speaker(self, language: str) -> Speaker:
        return Speaker(self.game, self.setup.edition, self.setup.seats, self.names, language)

    def chapters(self, frames: list[Frame], viewer: int, language: str) -> list[Chapter]:
        """Where rounds or seasons begin, as the game calls them."""
        chapter = presentation_of(self.game).chapter
        if chapter is None:
            return []
        words = self.game.words(language)
        found: list[Chapter] = []
        for number, frame in enumerate(frames):
            title = chapter(self.game.view(frame.state, viewer), words)
            if title and (not found or found[-1].title != title):
                found.append(Chapter(number, title))
        return found


class Scene:
    """One moment of a film as a page shows it."""

    def __init__(self, film: Film, at: int, viewer: int, language: str, narrow: bool) -> None:
        self.film = film
        self.viewer = viewer
        self.frames = film.seen_by(viewer)
        self.last = len(self.frames) - 1
        self.at = max(0, min(at, self.last))
        self.frame = self.frames[self.at]
        self.speaker = film.speaker(language)
        self.language = language
        self.narrow = narrow

    @property
    def move(self) -> str:
        """What was done to get here, in words."""
        entry = self.frame.entry
        if entry is None or not (self.film.over or sees(entry.audience, self.viewer)):
            return ""
        return self.speaker.action(entry.action, entry.seat)

    @property
    def seat(self) -> int:
        return self.frame.entry.seat if self.frame.entry else -1

    @property
    def sentences(self) -> list[str]:
        return [sentence for _, sentence in match_log.tell(self.frame.events, self._ears, self.speaker)]

    @property
    def _ears(self) -> int:
        return self.viewer

    @property
    def question(self) -> str:
        """What is asked now, of whoever it is."""
        return choices(self.film.game, self.frame.state, self.viewer, self.speaker).question

    @property
    def chapters(self) -> list[Chapter]:
        return self.film.chapters(self.frames, self.viewer, self.language)

    def picture(self, choosing: bool = False) -> Picture:
        """The board, with the choices the viewer had if they are of interest."""
        view = self.film.game.view(self.frame.state, self.viewer)
        asked = choices(self.film.game, self.frame.state, self.viewer, self.speaker)
        shown = asked if choosing else Choices(asked.question, [], [])
        return Picture(self.film.game, view, self.speaker, shown, self.narrow)

    @property
    def marks(self) -> list[int]:
        """For every moment how many entries of the match lie before it: analyses count these."""
        return [frame.entries for frame in self.frames]
