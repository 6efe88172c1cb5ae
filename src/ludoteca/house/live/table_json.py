"""A table in JSON as one viewer may see it: written once for all who see the same."""

from __future__ import annotations

from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import msgspec

from ludoteca.house.live.table_shapes import (
    ChoiceShape,
    ClockShape,
    FlagShape,
    Happened,
    Log,
    Outcome,
    PublicPart,
    Said,
    SeatShape,
    SeenPart,
    You,
)
from ludoteca.house.service.house import House
from ludoteca.house.table import visibility
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.kernel.choices import NO_CHOICES, Choice, Choices
from ludoteca.kernel.events import HIDDEN, Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match, Note
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker

_ENCODER: Final = msgspec.json.Encoder()
MOST_WRITTEN: Final = 120
"""Ways in which a table is kept written: those who ask choose their seat, language and event."""


class LogJson:
    """The log of a match for one viewer in one language, extended as the match goes on."""

    def __init__(self, viewer: int, language: str, words: bool) -> None:
        self.viewer = viewer
        self.language = language
        self.words = words
        self.entries: list[bytes] = []
        self.counts: list[int] = []
        """How many entries there were before each part of the story."""
        self._names: list[str] = []
        self._over = False

    def read(self, match: Match, lines: dict[Any, bytes]) -> None:
        """Add what happened since the last time; start again after an undo, a new name, or the end.

        `lines` holds the lines that other logs of the table have written: what all see alike is written once.
        """
        news = match.story[len(self.counts) :]
        undone = any([isinstance(part, Note) and part.undone is not None for part in news])
        if undone or not self._names or match.names != self._names or match.state.over != self._over:
            self._names, self._over = list(match.names), match.state.over
            self.entries, self.counts = [], []
            self._add(match.opening, match, lines)
            news = match.story
        for part in news:
            self.counts.append(len(self.entries))
            if isinstance(part, Entry) and not part.undone:
                self._add(part.events, match, lines)

    def _add(self, events: list[Event], match: Match, lines: dict[Any, bytes]) -> None:
        for seen in visibility.events_seen(events, self.viewer):
            key = (seen.kind, seen.values, self.language, self.words)
            line = lines.get(key)
            if line is None:
                line = lines[key] = self._line(seen, match)
            self.entries.append(line)

    def _line(self, event: Event, match: Match) -> bytes:
        speaker = match.speaker(self.language) if self.words else None
        return _ENCODER.encode(happened(event, speaker))

    def since(self, table: Table, seq: int) -> int:
        """The number of the first entry that is new to somebody who saw event `seq`, or that they know
        wrongly because it was taken back.
        """
        assert table.match is not None
        story = table.match.story
        part = next((moment.last for moment in reversed(table.moments) if moment.seq <= seq), -1)
        if part < 0:
            return 0
        undone = {id(later.undone) for later in story[part:] if isinstance(later, Note)}
        for number, earlier in enumerate(story[:part]):
            if id(earlier) in undone:
                part = number
                break
        return self.counts[part] if part < len(self.counts) else len(self.entries)


def happened(event: Event, speaker: Speaker | None) -> Happened:
    """An event as a viewer may know it, in words if there is a speaker."""
    values = {
        field.label: None if value == HIDDEN else value
        for field, value in zip(event.kind.fields, event.values, strict=True)
    }
    return Happened(event.kind.name, values, speaker.event(event) if speaker else "", event.kind.rule)


def offered(choices: list[Choice]) -> list[ChoiceShape]:
    return [ChoiceShape(choice.text, choice.label, choice.why, choice.rule) for choice in choices]


def outcome(result: Result | None, speaker: Speaker) -> Outcome | None:
    if result is None:
        return None
    return Outcome(
        result.reason,
        speaker.result(result),
        list(result.places),
        list(result.scores),
        list(result.winners),
    )


class WrittenTable:
    """What has been written of one table as it is now."""

    def __init__(self) -> None:
        self.seq = -1
        self.written: dict[tuple[Any, ...], Any] = {}
        self.logs: dict[tuple[int, str, bool], LogJson] = {}
        self.lines: dict[Any, bytes] = {}

    def keep(self, key: tuple[Any, ...], value: Any) -> Any:
        """Keep what was written; what was written before has to go where there is too much of it."""
        if len(self.written) >= MOST_WRITTEN:
            self.written.clear()
        self.written[key] = value
        return value


class TableJson:
    """Writes tables as JSON, and keeps what it wrote until the table changes or leaves memory."""

    def __init__(self) -> None:
        self._tables: WeakKeyDictionary[Table, WrittenTable] = WeakKeyDictionary()
        self.written = 0
        """How often something was written rather than found."""

    def __len__(self) -> int:
        """How many tables it keeps something of."""
        return len(self._tables)

    def forget_table(self, table: Table) -> None:
        """Forget what was written of one table: nobody looks at it, or something changed without an event."""
        self._tables.pop(table, None)

    def cache_of(self, table: Table) -> WrittenTable:
        """What has been written of the table as it is now."""
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = WrittenTable()
        if found.seq != table.seq:
            found.seq, found.written, found.lines = table.seq, {}, {}
        return found

    # The table as JSON

    def write(
        self,
        table: Table,
        viewer: int,
        you: You,
        language: str,
        words: bool = True,
        since: int = -1,
        unheard: frozenset[str] = frozenset(),
    ) -> bytes:
        """The table as a viewer sees it: a `TableShape`, with log and chat only after event `since`, and
        without the words of people who shall not be heard.
        """
        cache, since = self.cache_of(table), min(since, table.seq)
        if not visibility.hears(table, bool(you.seats or you.manages)):
            unheard = frozenset(said.person for said in table.chat)
        public = self._public(cache, table, language, since, unheard)
        seen = self._seen(cache, table, viewer, language, words, since)
        return b'{"you":' + _ENCODER.encode(you) + b"," + public[1:-1] + b"," + seen[1:]

    def _public(
        self, cache: WrittenTable, table: Table, language: str, since: int, unheard: frozenset[str]
    ) -> bytes:
        """The part that is the same for everybody who hears the same people."""
        key = ("public", language, since, unheard)
        found = cache.written.get(key)
        if found is None:
            found = cache.keep(key, _ENCODER.encode(public_part(table, language, since, unheard)))
        assert isinstance(found, bytes)
        return found

    def _seen(
        self, cache: WrittenTable, table: Table, viewer: int, language: str, words: bool, since: int
    ) -> bytes:
        """The part that is the same for all who look through the same seat."""
        key = ("seen", viewer, language, words, since)
        found = cache.written.get(key)
        if found is None:
            choices = self.choices(table, viewer, language) if words else plain_choices(table, viewer)
            part = SeenPart(
                question=choices.question,
                choices=offered(choices.offered),
                refused=offered(choices.refused),
                view=cast(Any, table.match.view(viewer)) if table.match is not None else None,
                log=self._log(cache, table, viewer, language, words, since),
            )
            found = cache.keep(key, _ENCODER.encode(part))
            self.written += 1
        assert isinstance(found, bytes)
        return found

    def _log(
        self, cache: WrittenTable, table: Table, viewer: int, language: str, words: bool, since: int
    ) -> Log:
        if table.match is None:
            return Log(0, [])
        log = cache.logs.get((viewer, language, words))
        if log is None:
            log = cache.logs[viewer, language, words] = LogJson(viewer, language, words)
        log.read(table.match, cache.lines)
        start = log.since(table, since) if since >= 0 else 0
        return Log(start, cast(Any, msgspec.Raw(b"[" + b",".join(log.entries[start:]) + b"]")))

    def choices(self, table: Table, viewer: int, language: str) -> Choices:
        """What the viewer is asked now, in words; nothing before the start or at a closed table."""
        match = table.match
        if match is None or table.closed:
            return NO_CHOICES
        cache = self.cache_of(table)
        key = ("choices", viewer, language)
        found = cache.written.get(key)
        if found is None:
            found = cache.keep(key, match.choices(viewer, language))
        assert isinstance(found, Choices)
        return found

    # The table as a picture

    def picture(self, table: Table, viewer: int, language: str, narrow: bool) -> str:
        """The board as a complete SVG file."""
        match = table.match
        assert match is not None
        cache = self.cache_of(table)
        key = ("svg", viewer, language, narrow)
        found = cache.written.get(key)
        if found is None:
            choices = self.choices(table, viewer, language)
            scene = presentation_of(match.game).board(
                match.view(viewer), match.speaker(language), choices, narrow
            )
            found = cache.keep(key, scene.svg())
            self.written += 1
        assert isinstance(found, str)
        return found


def public_part(table: Table, language: str, since: int, unheard: frozenset[str]) -> PublicPart:
    """What is the same for everybody who hears the same people."""
    match = table.match
    result = match.result if match is not None else None
    return PublicPart(
        table=table.id,
        seq=table.seq,
        game=table.game.name,
        title=table.game.title,
        status=cast(Any, table.status),
        public=table.public,
        options=table.options,
        seats=[SeatShape(seat.name, cast(Any, seat.kind), seat.bot) for seat in table.seats],
        awaited=table.awaited,
        clock=_clock(table),
        commitment=table.commitment,
        chat=[
            Said(said.seq, said.at, said.name, said.text)
            for said in table.chat
            if said.seq > since and said.person not in unheard
        ],
        flag=FlagShape(table.flag.place, table.flag.seat) if table.flag is not None else None,
        result=outcome(result, match.speaker(language)) if match is not None and result is not None else None,
        after=table.after,
        rematch=table.rematch,
    )


def plain_choices(table: Table, viewer: int) -> Choices:
    """What the viewer may choose now, without any words."""
    match = table.match
    if match is None or table.closed or viewer != match.actor:
        return NO_CHOICES
    return Choices("", [Choice(action.text, "") for action in match.state.choices], [])


def _clock(table: Table) -> ClockShape:
    left = [table.time_left(seat, table.awaited_since) for seat in range(len(table.seats))]
    return ClockShape(table.clock, table.awaited_since, table.deadline, left)


def own_part(house: House, table: Table, person: Person | None, seat: int = -1) -> You:
    """The part that only the asking person gets."""
    viewer = visibility.viewer_of(table, person.id if person else "", seat)
    seats = table.seats_of(person.id) if person is not None else []
    if person is None or not (seats or person.id == table.owner):
        return You(viewer=viewer)
    return You(
        seats=seats,
        viewer=viewer,
        undo=last_actor(table) in seats and table.undoable(person.id),
        manages=house.manages(table, person),
        invitation=house.invitation(table, person),
    )


def last_actor(table: Table) -> int:
    """The seat of the last action that counts, or -1."""
    entries = table.match.entries if table.match is not None else []
    return entries[-1].seat if entries else -1
