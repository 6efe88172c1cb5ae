"""What the store keeps, row by row. Times are milliseconds since 1970, as the server's clock says them."""

from __future__ import annotations

import msgspec

WAITING = "waiting"
PLAYING = "playing"
FINISHED = "finished"
CLOSED = "closed"
BROKEN = "broken"
"""Of a digest only: the rules at hand cannot follow the events of this table."""

MOVE = "move"
"""The kind of job that is a bot's decision."""


class EventRow(msgspec.Struct, frozen=True, array_like=True):
    """One event of a table's log: unique by (table, seq), and by (table, command) where it answers one."""

    table: str
    seq: int
    """1 for the event that opened the table, then without gaps."""
    at: int
    kind: str
    who: str
    """The id of the person who did it, `bot LEVEL` for a bot, or empty for the house itself."""
    body: str
    """The event's own fields as JSON: see `house.table.events`."""
    command: str | None
    """The command it answers, so that the same command is never carried out twice."""


class TableRow(msgspec.Struct, frozen=True):
    """What is written about a table once, when it opens. The secret goes into no event, page or log."""

    id: str
    game: str
    secret: str
    opened_at: int


class DigestRow(msgspec.Struct, frozen=True):
    """A table in short, for the lobby and for who watches the clock. It only repeats what the events say
    and may lag behind them: `seq` tells up to which event it speaks.
    """

    table: str
    seq: int
    status: str
    public: bool
    changed_at: int
    deadline: int
    """When the awaited seat's time is up; 0 when nothing is ticking."""
    brief: str
    """A `house.table.brief.Brief` as JSON."""
    people: tuple[str, ...] = ()
    """The ids of who sits there."""


class JobRow(msgspec.Struct, frozen=True):
    """Work for a worker: who claims it holds a lease, and who lets it lapse loses it to another."""

    id: str
    """Made from what the job is about, so that the same work is never asked for twice."""
    kind: str
    """`move` for a bot's decision; others are registered in `house.work`."""
    table: str
    base: int
    """The seq of the event after which the match was as the job means it (`Table.moved`)."""
    seat: int
    body: str
    """The kind's own wishes as JSON: a bot's level, an analysis' budget."""
    asked_at: int
    tries: int = 0
    worker: str = ""
    """Who has claimed it."""
    lease: int = 0
    """Until when; later it is anybody's again."""


class FindingRow(msgspec.Struct, frozen=True):
    """What a worker found out about a table: the answer to a job that is no move."""

    table: str
    kind: str
    at: int
    body: str


class Batch(msgspec.Struct):
    """What belongs together: written in one transaction, all or nothing."""

    events: list[EventRow] = []
    tables: list[TableRow] = []
    digests: list[DigestRow] = []
    jobs: list[JobRow] = []
    findings: list[FindingRow] = []
    done: list[str] = []
    """Ids of jobs that this settles."""
