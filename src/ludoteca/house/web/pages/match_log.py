"""The log of a match in words, as one viewer may read it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from sys import getsizeof
from typing import Any, Final
from weakref import WeakKeyDictionary

from ludoteca.draw import Piece
from ludoteca.draw.memory import MEMORY
from ludoteca.house.table import visibility
from ludoteca.house.web.pages.named_pieces import event_with_names, without_marks
from ludoteca.kernel.actions import Action, Verb
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match, Note
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import SPECTATOR
from ludoteca.kernel.words import holes

LINES: Final = 60
"""How many sentences are kept,"""
EVENTS: Final = 300
"""and how many events that the viewer learnt of."""


@lru_cache(maxsize=4096)
def _names_people(template: str, verb: Verb) -> bool:
    """Whether a sentence about an action names anybody."""
    nouns = {"seat": "seat"} | {domain.label: domain.noun for domain in verb.domains}
    return any([nouns.get(hole) in ("seat", "offset") for hole in holes(template)])


class CachedSpeaker(Speaker):
    """A speaker that keeps its sentences: at one table the same is said again and again.

    Sentences about actions that name nobody are kept for all tables together.
    """

    def __init__(self, match: Match, language: str) -> None:
        super().__init__(match.game, match.setup.edition, match.setup.seats, match.names, language)

    def action(self, action: Action, actor: int) -> str:
        template = self.book.phrase("action", action.verb.name)
        key = (*self._whose(template, action, actor), action)
        said: str | None = MEMORY.get(key)
        return self._keep(key, super().action(action, actor)) if said is None else said

    def objection(self, objection: str, action: Action, actor: int) -> str:
        template = self.book.find("objection", objection)
        key = (*self._whose(template, action, actor), action, objection)
        said: str | None = MEMORY.get(key)
        return self._keep(key, super().objection(objection, action, actor)) if said is None else said

    def waiting(self, actor: int) -> str:
        key = (self, actor)
        said: str | None = MEMORY.get(key)
        return self._keep(key, super().waiting(actor)) if said is None else said

    def event(self, event: Event) -> str:
        key = (self, event.kind, event.values)
        said: str | None = MEMORY.get(key)
        return self._keep(key, super().event(event)) if said is None else said

    def event_with_names(self, event: Event) -> str:
        """The same with the names of pieces marked (see `named_pieces`)."""
        key = (self, event.kind, event.values, "named")
        said: str | None = MEMORY.get(key)
        return self._keep(key, event_with_names(self, event)) if said is None else said

    def _whose(self, template: str | None, action: Action, actor: int) -> tuple[Any, Any]:
        """Who says the same about an action: nobody else, or every speaker of this book."""
        if template is None or _names_people(template, action.verb):
            return self, actor
        return self.book, self.edition

    def _keep(self, key: tuple[Any, ...], said: str) -> str:
        MEMORY.keep(key, said, getsizeof(said))
        return said


class LogLine:
    """One sentence of the log.

    `text` has the names of pieces marked, `plain` has not. `place` is its part of the match's story, -1 for
    the set-up; `turn` the seat whose turn it was and `seat` the one it is about, both -1 if none. The first
    sentence of a decision says what was done, and `leader` is the seat that decided; -1 for other sentences.
    `befell` says that it happened, by what somebody else decided, to the viewer or to who decided it.
    """

    __slots__ = (
        "befell", "heading", "leader", "named", "number", "piece", "place", "plain", "seat", "text", "turn",
    )  # fmt: skip

    def __init__(
        self, place: int, number: int, text: str, seat: int, turn: int, leader: int, befell: bool
    ) -> None:
        self.place = place
        self.number = number
        self.text = text
        self.plain = without_marks(text)
        self.seat = seat
        self.turn = turn
        self.leader = leader
        self.befell = befell
        self.piece: Piece | None = None
        """How pages show it, once one has,"""
        self.named: str | None = None
        """its words there,"""
        self.heading: Piece | None = None
        """and the heading of the turn that it begins."""


def seat_of(event: Event) -> int:
    """The seat an event is about, or -1."""
    for field, value in zip(event.kind.fields, event.values, strict=True):
        if field.noun == "seat":
            return value
    return -1


def concerns(event: Event, seat: int) -> bool:
    """Whether an event names a seat."""
    fields = zip(event.kind.fields, event.values, strict=True)
    return any([field.noun == "seat" and value == seat for field, value in fields])


def sentences_of(events: list[Event], viewer: int, speaker: Speaker) -> list[str]:
    """The sentences about the events that a viewer may know; an event may have none."""
    seen = visibility.events_seen(events, viewer)
    return [sentence for event in seen if (sentence := speaker.event(event))]


class Turns:
    """In whose turn everything in a match's story happened; `read` extends it as the match goes on.

    A decision outside anybody's turn counts as a turn of whoever decides.
    """

    def __init__(self, match: Match) -> None:
        self._start(match)

    def _start(self, match: Match) -> None:
        self.seats: list[int] = []
        self._state: State = match.game.start(match.setup)
        self._state.settle()

    def read(self, match: Match) -> list[int]:
        """A seat for every part of the story; -1 before the first turn."""
        if len(self.seats) == len(match.story):
            return self.seats
        if any(_takes_back(part) for part in match.story[len(self.seats) :]):
            self._start(match)
        turn_of = presentation_of(match.game).turn_of
        for part in match.story[len(self.seats) :]:
            turn = self.seats[-1] if self.seats else -1
            if isinstance(part, Entry) and not part.undone:
                if part.seat != CHANCE:
                    said = turn_of(match.game.view(self._state, SPECTATOR)) if turn_of is not None else -1
                    turn = said if said >= 0 else part.seat
                self._state.play(part.action)
            self.seats.append(turn)
        return self.seats


def _takes_back(part: Entry | Note) -> bool:
    return isinstance(part, Note) and part.undone is not None


class MatchLog:
    """The last sentences of a match for one viewer; `read` extends them as the match goes on."""

    def __init__(self, match: Match, viewer: int, speaker: CachedSpeaker) -> None:
        self.viewer = viewer
        self.speaker = speaker
        self._start(match)

    def _start(self, match: Match) -> None:
        self.lines: deque[LogLine] = deque(maxlen=LINES)
        """The sentences, the oldest first."""
        self.events: deque[tuple[int, Event]] = deque(maxlen=EVENTS)
        """The events, each with its part of the match's story."""
        self.since = -1
        """The number of the first sentence after the viewer's own last move; -1 if there is none."""
        self._number = 0
        self._read = 0
        self._add(-1, match.opening, -1, -1)

    def read(self, match: Match, turns: Sequence[int]) -> None:
        """Add what happened since the last time, in whose turn. Actions that were taken back disappear."""
        if self._read == len(match.story):
            return
        fresh = match.story[self._read :]
        if any(_takes_back(part) for part in fresh):
            self._start(match)
            fresh = match.story
        for place, part in enumerate(fresh, self._read):
            if isinstance(part, Entry) and not part.undone:
                leader = part.seat if part.seat != CHANCE else -1
                self._add(place, part.events, turns[place], leader)
                if leader >= 0 and leader == self.viewer:
                    self.since = self._number
        self._read = len(match.story)

    def after(self, place: int) -> list[str]:
        """The sentences from this part of the match's story on."""
        return [line.plain for line in self.lines if line.place >= place]

    def events_since(self, place: int) -> list[tuple[int, Event]]:
        """The events from this part of the match's story on, each with its own."""
        found = []
        for told in reversed(self.events):
            if told[0] < place:
                break
            found.append(told)
        return found[::-1]

    def others_since(self) -> list[tuple[int, list[LogLine]]]:
        """What the others did since the viewer's own last move: seats, their decisions, and what those did to
        them and to the viewer, in order.
        """
        found: list[tuple[int, list[LogLine]]] = []
        if self.since < 0:
            return found
        for line in self.lines:
            if line.number < self.since:
                continue
            if line.leader not in (-1, self.viewer):
                if not found or found[-1][0] != line.leader:
                    found.append((line.leader, []))
                found[-1][1].append(line)
            elif line.befell and found:
                found[-1][1].append(line)
        return found

    def name(self, seat: int) -> str:
        return self.speaker.names[seat]

    def _add(self, place: int, events: list[Event], turn: int, leader: int) -> None:
        decided = leader
        other = leader not in (-1, self.viewer)
        for seen in visibility.events_seen(events, self.viewer):
            self.events.append((place, seen))
            sentence = self.speaker.event_with_names(seen)
            if sentence:
                befell = other and (concerns(seen, self.viewer) or seat_of(seen) == decided)
                self.lines.append(LogLine(place, self._number, sentence, seat_of(seen), turn, leader, befell))
                leader = -1
            self._number += 1


class MatchWords:
    """The speakers, turns and logs of a match, valid while nobody changes their name."""

    def __init__(self, match: Match) -> None:
        self.names = list(match.names)
        self.turns = Turns(match)
        self.speakers: dict[str, CachedSpeaker] = {}
        self.logs: dict[tuple[int, str], MatchLog] = {}


_WORDS: Final[WeakKeyDictionary[Match, MatchWords]] = WeakKeyDictionary()


def _words_of(match: Match) -> MatchWords:
    """After a change of name everything is said anew, with the new name."""
    found = _WORDS.get(match)
    if found is None or found.names != match.names:
        found = _WORDS[match] = MatchWords(match)
    return found


def speaker_for(match: Match, language: str) -> CachedSpeaker:
    """The speaker of a match in a language."""
    speakers = _words_of(match).speakers
    found = speakers.get(language)
    if found is None:
        found = speakers[language] = CachedSpeaker(match, language)
    return found


def log_for(match: Match, viewer: int, language: str) -> MatchLog:
    """The log of a match for a viewer, up to now."""
    words = _words_of(match)
    found = words.logs.get((viewer, language))
    if found is None:
        found = words.logs[viewer, language] = MatchLog(match, viewer, speaker_for(match, language))
    found.read(match, words.turns.read(match))
    return found
