"""What happened, in words, as one viewer learnt of it: the log of a table."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.kernel.events import Event
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of the log."""

    number: int
    text: str
    seat: int
    rule: str
    fresh: bool
    """Whether it came after the reader's own last move."""


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


def log(match: Match, viewer: int, speaker: Speaker, most: int = 0) -> list[Said]:
    """The log, oldest first; only the last `most` sentences if a number is given."""
    entries = match.entries
    last = max((i for i, entry in enumerate(entries) if entry.seat == viewer), default=-1)
    seen: list[tuple[int, Event]] = []
    for index, events in enumerate([match.opening, *(entry.events for entry in entries)], -1):
        seen += [(index, known) for event in events if (known := event.seen_by(viewer)) is not None]
    said: list[Said] = []
    for number in range(len(seen) - 1, -1, -1):
        index, event = seen[number]
        sentence = speaker.event(event)
        if sentence:
            fresh = index > last and viewer >= 0 and last >= 0
            said.append(Said(number, sentence, seat_of(event), event.kind.rule, fresh))
            if len(said) == most:
                break
    return said[::-1]


def latest(match: Match, viewer: int, speaker: Speaker) -> list[str]:
    """What the last move brought: what a live region reads out."""
    told: list[str] = []
    for entry in reversed(match.entries):
        told[:0] = [sentence for _, sentence in tell(entry.events, viewer, speaker)]
        if entry.seat != CHANCE:
            break
    return told


def last_mover(match: Match) -> int:
    """The seat that acted last, or -1."""
    entries: list[Entry] = match.entries
    return next((entry.seat for entry in reversed(entries) if entry.seat != CHANCE), -1)
