"""The statements about tables, events, jobs and findings, in the SQL that SQLite and PostgreSQL share. The
modules about people, notices, tournaments and so on hold their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import astuple

from ludoteca.house.store.driver import Values
from ludoteca.house.store.rows import NEW_JOB, PREPARED, SHOWN, STANDING, WISHED, Batch, EventRow, Notice

LONGEST_NOTICE: Final = 2_000
"""Bytes of a notice up to which it tells the events themselves."""
_EVENT: Final = "seq, at, kind, who, body, command"

EVENT_COLUMNS: Final = ("table_id", *_EVENT.split(", "))

INSERT_TABLE: Final = "insert into tables (id, game, secret, opened_at) values (?, ?, ?, ?)"
INSERT_EVENT: Final = f"insert into events (table_id, {_EVENT}) values (?, ?, ?, ?, ?, ?, ?)"
INSERT_EVENTS: Final = (
    f"insert into events (table_id, {_EVENT}) select table_id, {_EVENT} "
    "from json_populate_recordset(cast(null as events), cast(? as json))"
)
"""Only for PostgreSQL: all events of a transaction at once, in their order."""
INSERT_PLACE: Final = "insert into places (person, table_id) values (?, ?) on conflict do nothing"
INSERT_JOB: Final = (
    "insert into jobs (id, kind, table_id, base, seat, body, asked_at, tries, worker, lease, rank) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
)
INSERT_FINDING: Final = (
    "insert into findings (table_id, kind, at, body) values (?, ?, ?, ?) "
    "on conflict (table_id, kind) do update set at = excluded.at, body = excluded.body"
)
UPDATE_BRIEF: Final = (
    "update tables set told = ?, status = ?, public = ?, changed_at = ?, deadline = ?, idle_at = ?, "
    "brief = ? "
    "where id = ? and told <= ?"
)
INSERT_FINISHED: Final = (
    "insert into finished (table_id, game, seats, scenario, ended_at, counts) values (?, ?, ?, ?, ?, ?) "
    "on conflict do nothing"
)
INSERT_RESULT: Final = (
    "insert into results (table_id, seat, person, name, level, place, score, team, helped, game, ended_at, "
    "brought) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
)
INSERT_LUCK: Final = (
    "insert into luck (table_id, seat, given) values (?, ?, ?) "
    "on conflict (table_id, seat) do update set given = excluded.given"
)
INSERT_PROFILE: Final = (
    "insert into profiles (person, handle, name, since) values (?, ?, ?, ?) "
    "on conflict (person) do update set name = excluded.name"
)
INSERT_NOTICE: Final = (
    "insert into notices (id, person, kind, table_id, base, due_at) values (?, ?, ?, ?, ?, ?) "
    "on conflict do nothing"
)
UNCOUNTED: Final = (
    "select t.id from tables t where t.status = 'finished' "
    "and not exists (select 1 from finished f where f.table_id = t.id) limit ?"
)
DELETE_JOB: Final = "delete from jobs where id = ?"

STILL_WRITES: Final = (
    "insert into spent (token, until) values ('health', ?) "
    "on conflict (token) do update set until = excluded.until"
)
FORGET_SPENT: Final = "delete from spent where until < ?"
SPEND: Final = "insert into spent (token, until) values (?, ?) on conflict do nothing returning token"

LOOKING: Final = (
    "select distinct person from looking where table_id = ? and process <> ? and until > ? order by person"
)
FORGET_LOOKING: Final = "delete from looking where process = ? or until < ?"
FORGET_PAGE: Final = "delete from looking where process = ? and table_id = ? and person = ?"
INSERT_LOOKING: Final = (
    "insert into looking (process, table_id, person, until) values (?, ?, ?, ?) "
    "on conflict (process, table_id, person) do update set until = excluded.until"
)

SAME_EVENT: Final = (
    "select 1 from events where table_id = ? and seq = ? and at = ? and kind = ? and who = ? and body = ? "
    "and coalesce(command, '') = coalesce(?, '')"
)
FIND_COMMAND: Final = "select seq from events where table_id = ? and command = ?"

READ_TABLE: Final = "select id, game, secret, opened_at from tables where id = ?"
READ_EVENTS: Final = f"select table_id, {_EVENT} from events where table_id = ? and seq > ? order by seq"
READ_EVENTS_AFTER: Final = (
    f"select table_id, {_EVENT} from json_to_recordset(cast(? as json)) as known (id text, last integer) "
    "join events on table_id = known.id and seq > known.last order by table_id, seq"
)
"""Only for PostgreSQL: where there is one server, nobody else writes."""
NOW: Final = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
"""Only for PostgreSQL, for the same reason."""
READ_FINDING: Final = "select body from findings where table_id = ? and kind = ?"

YOURS: Final = (
    "select t.brief from places p join tables t on t.id = p.table_id where p.person = ? "
    "and t.status in ('waiting', 'playing') order by t.changed_at desc limit ?"
)
YOURS_ENDED: Final = (
    "select t.brief from places p join tables t on t.id = p.table_id where p.person = ? "
    "and t.status = 'finished' order by t.changed_at desc limit ?"
)
PLAYED: Final = (
    "select distinct t.game from places p join tables t on t.id = p.table_id where p.person = ? "
    "and t.status = 'finished'"
)
PUBLIC: Final = (
    "select t.brief, coalesce(o.network, '') from tables t left join openings o on o.table_id = t.id "
    "where t.status = ? and t.public = 1 and t.hidden = 0 order by t.changed_at desc limit ?"
)
SPREAD: Final = (
    "select brief from (select t.brief, t.changed_at, row_number() over "
    "(partition by coalesce(o.network, t.id) order by t.changed_at desc) as nth from "
    "(select id, brief, changed_at from tables where status = ? and public = 1 and hidden = 0 "
    "order by changed_at desc limit ?) t left join openings o on o.table_id = t.id) found "
    "order by case when nth > ? then 1 else 0 end, changed_at desc limit ?"
)
"""The same, but those of networks that have opened many come after those of others."""
COUNT: Final = "select status, count(*) from tables group by status"
OPENED_BY: Final = (
    "select count(*) from events e join tables t on t.id = e.table_id where e.seq = 1 and e.who = ? "
    "and t.status in ('waiting', 'playing')"
)
DUE: Final = "select id from tables where deadline > 0 and deadline <= ? order by deadline limit ?"
IDLE: Final = "select id from tables where idle_at > 0 and idle_at <= ? order by idle_at limit ?"
OPENED_FROM: Final = (
    "select count(*) from openings o join tables t on t.id = o.table_id where o.network = ? "
    "and t.status in ('waiting', 'playing')"
)
INSERT_OPENING: Final = "insert into openings (table_id, network) values (?, ?) on conflict do nothing"

THOUGHT: Final = "select seconds, at from thinking where network = ?"
INSERT_THOUGHT: Final = (
    "insert into thinking (network, seconds, at) select network, ?, ? from openings where table_id = ? "
    "on conflict (network) do update set seconds = case "
    "when thinking.seconds > (excluded.at - thinking.at) * ? "
    "then thinking.seconds - (excluded.at - thinking.at) * ? else 0 end + excluded.seconds, "
    "at = excluded.at"
)

LAGGING: Final = (
    "select t.id from tables t where t.status in ('waiting', 'playing') "
    "and exists (select 1 from events e where e.table_id = t.id and e.seq > t.told and e.at <= ?) limit ?"
)
SET_ASIDE: Final = "select id from tables where status = 'broken' order by changed_at desc"
LIVE: Final = "select id from tables where status in ('waiting', 'playing') order by changed_at desc limit ?"

_JOB: Final = "id, kind, table_id, base, seat, body, asked_at, tries, worker, lease, rank"
CLAIM: Final = (
    "update jobs set worker = ?, lease = ?, tries = tries + 1 where id in (select jobs.id from jobs "
    "left join openings on openings.table_id = jobs.table_id "
    "left join thinking on thinking.network = openings.network "
    "where jobs.lease <= ? and jobs.{which} order by jobs.rank, "
    "case when thinking.seconds - (? - thinking.at) * ? > ? "
    "then cast((thinking.seconds - (? - thinking.at) * ?) / ? as integer) else 0 end, jobs.asked_at limit ? "
    f"{{skip_locked}}) returning {_JOB}"
)
EXTEND: Final = "update jobs set lease = ? where id = ? and worker = ?"
RELEASE: Final = "update jobs set lease = 0, worker = '' where id = ? and worker = ?"
RELEASE_ALL: Final = "update jobs set lease = 0, worker = ''"
COUNT_JOBS: Final = "select count(*) from jobs"


def statements(batches: list[Batch]) -> Iterable[tuple[str, list[Values]]]:
    """The statements that write the batches, always in the same order, so that there are no deadlocks."""
    tables: list[Values] = []
    events: list[Values] = []
    briefs: list[Values] = []
    places: set[tuple[str, str]] = set()
    jobs: list[Values] = []
    findings: list[Values] = []
    openings: list[Values] = []
    thoughts: list[Values] = []
    finished: list[Values] = []
    results: list[Values] = []
    luck: list[Values] = []
    profiles: list[Values] = []
    notices: list[Values] = []
    done: list[Values] = []
    for batch in batches:
        tables += map(astuple, batch.tables)
        events += map(astuple, batch.events)
        for brief in batch.briefs:
            briefs.append(
                (
                    brief.seq,
                    brief.status,
                    int(brief.public),
                    brief.changed_at,
                    brief.deadline,
                    brief.idle_at,
                    brief.text,
                    brief.table,
                    brief.seq,
                )
            )
            places.update((person, brief.table) for person in brief.people)
        jobs += map(astuple, batch.jobs)
        findings += map(astuple, batch.findings)
        openings += map(astuple, batch.openings)
        thoughts += [(one.seconds, one.at, one.table, one.drain, one.drain) for one in batch.thoughts]
        finished += map(astuple, batch.finished)
        results += map(astuple, batch.results)
        luck += map(astuple, batch.luck)
        profiles += map(astuple, batch.profiles)
        notices += map(astuple, batch.notices)
        done += [(job,) for job in batch.done]
    found: list[tuple[str, list[Values]]] = [
        (INSERT_TABLE, sorted(tables, key=_first_two)),
        (INSERT_EVENT, sorted(events, key=_first_two)),
        (UPDATE_BRIEF, sorted(briefs, key=_brief_table)),
        (INSERT_PLACE, list[Values](sorted(places))),
        (INSERT_JOB, sorted(jobs, key=_first_two)),
        (INSERT_FINDING, sorted(findings, key=_first_two)),
        (INSERT_OPENING, sorted(openings, key=_first_two)),
        (INSERT_FINISHED, sorted(finished, key=_first_two)),
        (INSERT_RESULT, sorted(results, key=_first_two)),
        (INSERT_LUCK, sorted(luck, key=_first_two)),
        (INSERT_PROFILE, sorted(profiles, key=_first_two)),
        (INSERT_NOTICE, sorted(notices, key=_first_two)),
        (DELETE_JOB, sorted(done, key=_first_two)),
        (INSERT_THOUGHT, thoughts),  # the last: see PostgresConnection.many
    ]
    return [(statement, rows) for statement, rows in found if rows]


def _first_two(row: Values) -> tuple[Any, ...]:
    return tuple(row[:2])


def _brief_table(row: Values) -> str:
    return str(row[7])


def notices(batches: list[Batch], sender: str) -> list[str]:
    """What to tell other processes of batches that are written."""
    happened: dict[str, list[EventRow]] = {}
    found: dict[str, None] = {}
    for batch in batches:
        for event in batch.events:
            happened.setdefault(event.table, []).append(event)
        for row in batch.findings:
            kind = row.kind.partition(" ")[0]
            if kind in (STANDING, PREPARED):
                found[WISHED + row.table] = None
            elif kind == SHOWN:
                found[row.table] = None
        if any(not job.worker for job in batch.jobs):
            found[NEW_JOB] = None
    told = [_notice_of(events, sender) for events in happened.values()]
    return [*told, *(Notice(sender, table).text() for table in found)]


def _notice_of(events: list[EventRow], sender: str) -> str:
    last = events[-1]
    told = Notice(sender, last.table, last.seq, tuple(events)).text()
    return told if len(told.encode()) <= LONGEST_NOTICE else Notice(sender, last.table, last.seq).text()
