"""A table told in JSON as one viewer sees it: written once for all who see the same, sent to each."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, cast

import msgspec

from ludoteca.house.live.table_shapes import (
    ChoiceShape,
    ClockShape,
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
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.kernel.choices import NO_CHOICES, Choice, Choices
from ludoteca.kernel.events import HIDDEN, Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match, Note
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker

TABLES_REMEMBERED: Final = 1024
_ENCODER: Final = msgspec.json.Encoder()


class Book:
    """The log of a match as one viewer reads it in one language, kept up as the match goes on."""

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
        """Take in what happened since last time; all anew after an undo, a new name, or the end.

        `lines` are what the books of a table have written lately: what everybody saw alike is written once.
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
        for event in events:
            seen = event.seen_by(self.viewer)
            if seen is event:
                key = (id(event), self.language, self.words)
                line = lines.get(key)
                if line is None:
                    line = lines[key] = self._line(event, match)
                self.entries.append(line)
            elif seen is not None:
                self.entries.append(self._line(seen, match))

    def _line(self, event: Event, match: Match) -> bytes:
        speaker = match.speaker(self.language) if self.words else None
        return _ENCODER.encode(happened(event, speaker))

    def since(self, table: Table, seq: int) -> int:
        """The number of the first entry that somebody who saw event `seq` does not know, or knows wrongly
        because it was taken back.
        """
        assert table.match is not None
        story = table.match.story
        part = next((moment.last for moment in reversed(table.moments) if moment.seq <= seq), -1)
        if part < 0:
            return 0
        for later in story[part:]:
            if isinstance(later, Note) and later.undone is not None:
                part = min(part, story.index(later.undone))
        return self.counts[part] if part < len(self.counts) else len(self.entries)


def happened(event: Event, speaker: Speaker | None) -> Happened:
    """An event as its reader learns of it, in words if somebody speaks."""
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


class Remembered:
    """What has been written about one table as it is now."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.seq = -1
        self.written: dict[tuple[Any, ...], Any] = {}
        self.books: dict[tuple[int, str, bool], Book] = {}
        self.lines: dict[Any, bytes] = {}


class Teller:
    """Tells tables, and remembers what it wrote until the table changes."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[str, Remembered] = OrderedDict()
        self.written = 0
        """How often something was written rather than remembered."""

    def forget(self) -> None:
        self._remembered.clear()

    def drop(self, table_id: str) -> None:
        """Forget what was written about one table: something changed that no event tells."""
        self._remembered.pop(table_id, None)

    def about(self, table: Table) -> Remembered:
        """What is remembered of the table as it is now."""
        found = self._remembered.get(table.id)
        if found is None:
            found = self._remembered[table.id] = Remembered()
            if len(self._remembered) > TABLES_REMEMBERED:
                self._remembered.popitem(last=False)
        else:
            self._remembered.move_to_end(table.id)
        if found.table is not table or found.seq != table.seq:
            if found.table is not table:
                found.books = {}
            found.table, found.seq, found.written, found.lines = table, table.seq, {}, {}
        return found

    # The table as JSON

    def tell(
        self, table: Table, viewer: int, you: You, language: str, words: bool = True, since: int = -1
    ) -> bytes:
        """The table as a viewer sees it: a `TableShape`, its log and chat only after event `since`."""
        about = self.about(table)
        public = self._public(about, table, language, since)
        seen = self._seen(about, table, viewer, language, words, since)
        return b'{"you":' + _ENCODER.encode(you) + b"," + public[1:-1] + b"," + seen[1:]

    def _public(self, about: Remembered, table: Table, language: str, since: int) -> bytes:
        """The part that everybody is told alike."""
        key = ("public", language, since)
        found = about.written.get(key)
        if found is None:
            found = about.written[key] = _ENCODER.encode(public_part(table, language, since))
        assert isinstance(found, bytes)
        return found

    def _seen(
        self, about: Remembered, table: Table, viewer: int, language: str, words: bool, since: int
    ) -> bytes:
        """The part that is the same for all who look through the same eyes."""
        key = ("seen", viewer, language, words, since)
        found = about.written.get(key)
        if found is None:
            choices = self.choices(table, viewer, language) if words else plain_choices(table, viewer)
            found = about.written[key] = _ENCODER.encode(
                SeenPart(
                    question=choices.question,
                    choices=offered(choices.offered),
                    refused=offered(choices.refused),
                    view=cast(Any, table.match.view(viewer)) if table.match is not None else None,
                    log=self._log(about, table, viewer, language, words, since),
                )
            )
            self.written += 1
        assert isinstance(found, bytes)
        return found

    def _log(
        self, about: Remembered, table: Table, viewer: int, language: str, words: bool, since: int
    ) -> Log:
        if table.match is None:
            return Log(0, [])
        book = about.books.get((viewer, language, words))
        if book is None:
            book = about.books[viewer, language, words] = Book(viewer, language, words)
        book.read(table.match, about.lines)
        start = book.since(table, since) if since >= 0 else 0
        return Log(start, cast(Any, msgspec.Raw(b"[" + b",".join(book.entries[start:]) + b"]")))

    def choices(self, table: Table, viewer: int, language: str) -> Choices:
        """What is asked of the viewer now, in words; nothing before the start and after a closing."""
        match = table.match
        if match is None or table.closed:
            return NO_CHOICES
        about = self.about(table)
        key = ("choices", viewer, language)
        found = about.written.get(key)
        if found is None:
            found = about.written[key] = match.choices(viewer, language)
        assert isinstance(found, Choices)
        return found

    # The table as a picture

    def picture(self, table: Table, viewer: int, language: str, narrow: bool) -> str:
        """The board as SVG, to be looked at by itself."""
        match = table.match
        assert match is not None
        about = self.about(table)
        key = ("svg", viewer, language, narrow)
        found = about.written.get(key)
        if found is None:
            choices = self.choices(table, viewer, language)
            scene = presentation_of(match.game).board(
                match.view(viewer), match.speaker(language), choices, narrow
            )
            found = about.written[key] = scene.svg()
            self.written += 1
        assert isinstance(found, str)
        return found


def public_part(table: Table, language: str, since: int) -> PublicPart:
    """What everybody is told alike about a table."""
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
        chat=[Said(said.seq, said.at, said.name, said.text) for said in table.chat if said.seq > since],
        result=outcome(result, match.speaker(language)) if match is not None and result is not None else None,
        after=table.after,
        rematch=table.rematch,
    )


def plain_choices(table: Table, viewer: int) -> Choices:
    """What the viewer may choose now, without a word about it."""
    match = table.match
    if match is None or table.closed or viewer != match.actor:
        return NO_CHOICES
    return Choices("", [Choice(action.text, "") for action in match.state.choices], [])


def _clock(table: Table) -> ClockShape:
    left = [table.time_left(seat, table.awaited_since) for seat in range(len(table.seats))]
    return ClockShape(table.clock, table.awaited_since, table.deadline, left)


def own(house: House, table: Table, person: Person | None, seat: int = -1) -> You:
    """What is a person's own at a table."""
    if person is None:
        return You(viewer=table.viewer("", seat))
    seats = table.seats_of(person.id)
    if not seats and person.id != table.owner:
        return You(viewer=table.viewer(person.id, seat))
    return You(
        seats=seats,
        viewer=table.viewer(person.id, seat),
        undo=last_actor(table) in seats and table.undoable(person.id),
        manages=house.manages(table, person),
        invitation=house.invitation(table, person),
    )


def last_actor(table: Table) -> int:
    """The seat of the last action that counts, or -1."""
    for part in reversed(table.match.story if table.match is not None else ()):
        if isinstance(part, Entry) and not part.undone:
            return part.seat
    return -1
