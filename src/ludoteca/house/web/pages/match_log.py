"""What happened, in words, as one viewer learnt of it: the log of a table."""

from __future__ import annotations

from collections import deque
from typing import Any, Final
from weakref import WeakKeyDictionary

from ludoteca.draw import Piece
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Event
from ludoteca.kernel.match import Entry, Match, Note
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE

LINES: Final = 60
"""How many sentences are kept."""
REMEMBERED: Final = 2048
"""How many sentences a voice remembers."""


class Voice(Speaker):
    """A speaker who remembers what was said before: at one table the same is said again and again."""

    def __init__(self, match: Match, language: str) -> None:
        super().__init__(match.game, match.setup.edition, match.setup.seats, match.names, language)
        self._remembered: dict[tuple[Any, ...], str] = {}

    def action(self, action: Action, actor: int) -> str:
        key = (action, actor)
        said = self._remembered.get(key)
        return self._remember(key, super().action(action, actor)) if said is None else said

    def objection(self, objection: str, action: Action, actor: int) -> str:
        key = (action, actor, objection)
        said = self._remembered.get(key)
        return self._remember(key, super().objection(objection, action, actor)) if said is None else said

    def event(self, event: Event) -> str:
        key = (event.kind, event.values)
        said = self._remembered.get(key)
        return self._remember(key, super().event(event)) if said is None else said

    def _remember(self, key: tuple[Any, ...], said: str) -> str:
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = said
        return said


class Said:
    """One sentence of the log, as an event at this `place` of the story brought it (-1 before all)."""

    __slots__ = ("number", "piece", "place", "rule", "seat", "text")

    def __init__(self, place: int, number: int, text: str, seat: int, rule: str) -> None:
        self.place = place
        self.number = number
        self.text = text
        self.seat = seat
        self.rule = rule
        self.piece: Piece | None = None
        """How it is written on pages, once it has been."""


def seat_of(event: Event) -> int:
    """Whom an event is about, or -1."""
    for field, value in zip(event.kind.fields, event.values, strict=True):
        if field.noun == "seat":
            return value
    return -1


def tell(events: list[Event], viewer: int, speaker: Speaker) -> list[tuple[Event, str]]:
    """The events a viewer learns of, each with its sentence; silent ones are left out."""
    told = []
    for event in events:
        seen = event.seen_by(viewer)
        if seen is not None and (sentence := speaker.event(seen)):
            told.append((seen, sentence))
    return told


class Diary:
    """The last sentences of a match as one viewer reads them; it is read on as the match goes on."""

    def __init__(self, match: Match, viewer: int, speaker: Speaker) -> None:
        self.viewer = viewer
        self._speaker = speaker
        self._start(match)

    def _start(self, match: Match) -> None:
        self.lines: deque[Said] = deque(maxlen=LINES)
        """The sentences, the oldest first."""
        self.latest: list[str] = []
        """What the last move brought."""
        self.since = -1
        """The number of the first sentence after the reader's own last move; -1 without such a move."""
        self._number = 0
        self._read = 0
        self._hear(-1, match.opening)

    def read(self, match: Match) -> None:
        """Take in what happened since it was read last. What was taken back is told no more."""
        if self._read == len(match.story):
            return
        fresh = match.story[self._read :]
        if any(isinstance(part, Note) and part.undone is not None for part in fresh):
            self._start(match)
            fresh = match.story
        for place, part in enumerate(fresh, self._read):
            if isinstance(part, Entry) and not part.undone:
                if part.seat != CHANCE:
                    self.latest = []
                self.latest += self._hear(place, part.events)
                if part.seat != CHANCE and part.seat == self.viewer:
                    self.since = self._number
        self._read = len(match.story)

    def after(self, place: int) -> list[str]:
        """The sentences of this part of the story and all later ones."""
        return [said.text for said in self.lines if said.place >= place]

    def _hear(self, place: int, events: list[Event]) -> list[str]:
        told = []
        for event in events:
            seen = event.seen_by(self.viewer)
            if seen is None:
                continue
            sentence = self._speaker.event(seen)
            if sentence:
                self.lines.append(Said(place, self._number, sentence, seat_of(seen), seen.kind.rule))
                told.append(sentence)
            self._number += 1
        return told


class Desk:
    """What has been put in words of a match, as long as everybody keeps their name."""

    def __init__(self, match: Match) -> None:
        self.names = list(match.names)
        self.voices: dict[str, Voice] = {}
        self.diaries: dict[tuple[int, str], Diary] = {}


_DESKS: Final[WeakKeyDictionary[Match, Desk]] = WeakKeyDictionary()


def _desk(match: Match) -> Desk:
    """Who is renamed was always called so."""
    found = _DESKS.get(match)
    if found is None or found.names != match.names:
        found = _DESKS[match] = Desk(match)
    return found


def voice(match: Match, language: str) -> Voice:
    """Who speaks of a match."""
    voices = _desk(match).voices
    found = voices.get(language)
    if found is None:
        found = voices[language] = Voice(match, language)
    return found


def diary(match: Match, viewer: int, language: str) -> Diary:
    """A viewer's diary of a match, up to now."""
    diaries = _desk(match).diaries
    found = diaries.get((viewer, language))
    if found is None:
        found = diaries[viewer, language] = Diary(match, viewer, voice(match, language))
    found.read(match)
    return found
