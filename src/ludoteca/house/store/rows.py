"""The rows of the store. Times are milliseconds since 1970 by the server's clock."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

WAITING = "waiting"
PLAYING = "playing"
FINISHED = "finished"
CLOSED = "closed"
BROKEN = "broken"
"""Only in briefs: the installed rules cannot replay the events of this table."""

MOVE = "move"
"""The kind of job that is a bot's decision."""
MOST_SEQ = 2**31 - 1
NEW_JOB = "+"
"""Stands for a table in the notice of a new job."""
REWRITTEN = "!"
"""In a notice, before the id of a table whose past was rewritten."""
WISHED = "?"
"""In a notice, before the id of a table at which somebody wished something: nobody there learns of it."""
SHOWN = "analyse"
"""The kind of finding that everybody at a table hears of; others are for whoever asked, who asks again."""
STANDING = "standing"
PREPARED = "prepared"
"""Kinds of findings that are wishes, each with the number of a seat after it."""


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


class Notice(msgspec.Struct, frozen=True, array_like=True):
    """What a process tells the others that it has written of a table."""

    sender: str
    table: str
    """Its id, with `REWRITTEN` or `WISHED` before it or nothing, or `NEW_JOB`."""
    seq: Annotated[int, Meta(ge=0, le=MOST_SEQ)] = 0
    """The last event; 0 for a finding."""
    events: tuple[EventRow, ...] = ()
    """The events up to there that are new, unless they are too long to tell."""

    def text(self) -> str:
        return msgspec.json.encode(self).decode()


class TableRow(msgspec.Struct, frozen=True):
    """What is written about a table once, when it opens. The secret goes into no event, page or log."""

    id: str
    game: str
    secret: str
    opened_at: int


class BriefRow(msgspec.Struct, frozen=True):
    """A table in short, for the lobby and the clocks. It repeats what the events say, and may lag behind
    them: `seq` is the last event that it knows.
    """

    table: str
    seq: int
    status: str
    public: bool
    changed_at: int
    deadline: int
    """When the awaited seat's time is up; 0 when nothing is ticking."""
    text: str
    """A `house.table.brief.Brief` as JSON."""
    people: tuple[str, ...] = ()
    """The ids of the people who sit there."""
    idle_at: int = 0
    """When the table ends by itself; 0: never."""


class JobRow(msgspec.Struct, frozen=True):
    """Work for a worker. A worker that claims it holds a lease; if the lease lapses, another may claim it."""

    id: str
    """Made from what the job is about, so that the same work is never requested twice."""
    kind: str
    """`move` for a bot's decision; the others are in `workers.worker.HANDLERS`."""
    table: str
    base: int
    """The seq of the event after which the match was as the job means it (`Table.match_seq`)."""
    seat: int
    body: str
    """What the kind needs, as JSON: a bot's level, the effort of an analysis."""
    asked_at: int
    tries: int = 0
    worker: str = ""
    """The worker pool that has claimed it."""
    lease: int = 0
    """Until when it is claimed."""
    rank: int = 0
    """0 where people play, 1 where only bots do: people are served first."""


class OpeningRow(msgspec.Struct, frozen=True):
    """From which network a table was opened: a keyed hash, never the address."""

    table: str
    network: str


class ThoughtRow(msgspec.Struct, frozen=True):
    """How long a bot thought at a table."""

    seconds: float
    at: int
    table: str
    drain: float
    """By how many seconds the network's account drains in a millisecond."""


class FindingRow(msgspec.Struct, frozen=True):
    """What a worker found out about a table: the answer to a job that is no move."""

    table: str
    kind: str
    at: int
    body: str


class FinishedRow(msgspec.Struct, frozen=True):
    """A match that has ended."""

    table: str
    game: str
    seats: int
    scenario: str
    """What a cooperative match was played against; empty where players are rivals."""
    ended_at: int
    counts: int
    """Whether it counts for ratings: not if somebody held several seats, or could ask the coach."""


MOSTLY_BOT: Final = 2
"""`ResultRow.helped` where bots made more decisions than the person."""


class ResultRow(msgspec.Struct, frozen=True):
    """How a seat did in a match that has ended."""

    table: str
    seat: int
    person: str
    name: str
    level: str
    """The level of a bot; empty for a person."""
    place: int
    score: int
    team: int
    helped: int
    """1 if a bot played for the person for a while, MOSTLY_BOT if it made more decisions than the person."""
    game: str
    ended_at: int
    brought: int = 0
    """Whether the person was a guest then, who has signed in since."""


class LuckRow(msgspec.Struct, frozen=True):
    """What chance gave a seat in a match that was analysed, in chances of winning."""

    table: str
    seat: int
    given: float


class ProfileRow(msgspec.Struct, frozen=True):
    """Somebody who has played a match to its end; kept as it is if it is there, but for the name."""

    person: str
    handle: str
    name: str
    since: int


class NoticeRow(msgspec.Struct, frozen=True):
    """Something to tell somebody who is away; the same id is told once."""

    id: str
    person: str
    kind: str
    """`turn`, `time`, `seated` or `ended`."""
    table: str
    base: int
    """The seq that the match had: when it has moved on, nothing is to be told any more."""
    due_at: int


class Batch(msgspec.Struct):
    """Rows that are written in one transaction: all or none."""

    events: list[EventRow] = []
    tables: list[TableRow] = []
    briefs: list[BriefRow] = []
    jobs: list[JobRow] = []
    findings: list[FindingRow] = []
    openings: list[OpeningRow] = []
    thoughts: list[ThoughtRow] = []
    finished: list[FinishedRow] = []
    results: list[ResultRow] = []
    luck: list[LuckRow] = []
    profiles: list[ProfileRow] = []
    notices: list[NoticeRow] = []
    done: list[str] = []
    """Ids of jobs that this settles."""
