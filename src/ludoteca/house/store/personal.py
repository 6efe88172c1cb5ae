"""One person's rows in the store: told to them as data, or handed over to another id and name."""

from __future__ import annotations

import hashlib
import json
from typing import IO, Any, Final, NamedTuple

import msgspec

from ludoteca.house.input import whole_number
from ludoteca.house.store.accounts import forget_account
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import MOST_SEQ, PREPARED, STANDING, EventRow
from ludoteca.house.store.store import read_events
from ludoteca.house.store.tournaments import let_nobody_wait_for

TABLES_OF: Final = (
    "select table_id from places where person = ? "
    "union select table_id from events where seq = 1 and who = ? order by table_id"
)
TABLES_AGAIN: Final = (
    "select p.table_id from hand_overs h join places p on p.person = h.new "
    "join tables t on t.id = p.table_id "
    "where h.old = ? and h.looks < ? and t.changed_at > h.since - ? order by p.table_id"
)
UNSAID: Final = "…"
"""What stands in place of words that were erased."""
SAID: Final = "said"
LOOKS: Final = 2
"""How often a hand-over looks for what belongs to somebody: another server may write late who sits where."""
UNDER_WAY: Final = 300_000
"""Milliseconds before the end of the first look since which a table that has changed is looked at again."""


def tables_of(connection: Connection, person: str) -> list[str]:
    """Every table that a person sat at or opened."""
    return [str(row[0]) for row in connection.run(TABLES_OF, (person, person))]


def tables_to_hand_over(connection: Connection, due: HandOver) -> list[str]:
    """Every table of a person whose things are handed over; at the second look also those that were handed
    over and have changed about then: what was under way was written as if the person were still there.
    """
    again = connection.run(TABLES_AGAIN, (due.old, LOOKS, UNDER_WAY))
    return list(dict.fromkeys([*tables_of(connection, due.old), *(str(table) for (table,) in again)]))


def write_data(connection: Connection, person: str, more: dict[str, Any], file: IO[bytes]) -> None:
    """Write everything that the house keeps about a person, and `more`, as JSON into a file: table by table,
    since it may be much.
    """
    file.write(_text({**more, **_rows_of(connection, person)}).encode()[:-1] + b',"tables":[')
    for number, table in enumerate(tables_of(connection, person)):
        game, opened_at, status = connection.run(
            "select game, opened_at, status from tables where id = ?", (table,)
        )[0]
        rows = connection.run(
            "select seq, at, kind, body from events where table_id = ? and who = ? order by seq",
            (table, person),
        )
        own = [
            {"seq": seq, "at": at, "kind": kind, "body": _told_to(person, json.loads(body))}
            for seq, at, kind, body in rows
        ]
        told = {"table": table, "game": game, "opened_at": opened_at, "status": status, "yours": own}
        file.write((b",\n" if number else b"\n") + _text(told).encode())
    file.write(b"]}\n")


def _rows_of(connection: Connection, person: str) -> dict[str, Any]:
    """What the house keeps about a person besides their tables."""
    shunned = connection.run("select name, kind from shunned where person = ? order by name", (person,))
    reports = connection.run(
        "select at, table_id, name, reason, passage from reports where reporter = ? order by at", (person,)
    )
    standing = connection.run("select banned_until, muted_until from standings where person = ?", (person,))
    vacations = connection.run(
        "select begins_at, ends_at from vacations where person = ? order by begins_at", (person,)
    )
    ratings = connection.run(
        "select game, seats, mu, sigma, matches from ratings where person = ? order by game, seats", (person,)
    )
    friends = connection.run(
        "select p.name, f.since from friends f join profiles p on p.person = f.other where f.person = ? "
        "union all select p.name, f.since from friends f join profiles p on p.person = f.person "
        "where f.other = ?",
        (person, person),
    )
    editions = connection.run(
        "select game, label, kept_at from own_editions where person = ? order by kept_at", (person,)
    )
    invited = connection.run(
        "select i.table_id, p.name from invitations i join profiles p on p.person = i.inviter "
        "where i.person = ? order by i.at",
        (person,),
    )
    ways = connection.run(
        "select kind, address, label from notice_ways where person = ? order by created_at", (person,)
    )
    return {
        "notices": [{"kind": kind, "address": address, "label": label} for kind, address, label in ways],
        "ratings": [
            {"game": game, "seats": seats, "mu": mu, "sigma": sigma, "matches": matches}
            for game, seats, mu, sigma, matches in ratings
        ],
        "vacations": [{"begins_at": begins, "ends_at": ends} for begins, ends in vacations],
        "friends": [{"name": name, "since": since} for name, since in friends],
        "editions": [{"game": game, "edition": label, "kept_at": at} for game, label, at in editions],
        "invitations": [{"table": table, "from": name} for table, name in invited],
        "shunned": [{"name": name, "kind": kind} for name, kind in shunned],
        "reports": [
            {"at": at, "table": table, "about": name, "reason": reason, "passage": json.loads(passage)}
            for at, table, name, reason, passage in reports
        ],
        "standing": [{"banned_until": banned, "muted_until": muted} for banned, muted in standing],
    }


def seats_held(rows: list[EventRow], person: str) -> set[int]:
    """The seats of a person in a match, or before it begins."""
    held: set[int] = set()
    for row in rows:
        if row.kind == "opened":
            laid = json.loads(row.body)["seats"]
            held = {number for number, seat in enumerate(laid) if seat.get("person") == person}
        elif row.kind == "seated":
            seated = json.loads(row.body)
            (held.add if seated["person"] == person else held.discard)(seated["seat"])
        elif row.kind == "started":
            held = {now for now, before in enumerate(json.loads(row.body)["seats"]) if before in held}
    return held


def _forget_findings(connection: Connection, table: str, seats: set[int]) -> None:
    """Forget what was found about a table, but not what others wish at their seats."""
    for (kind,) in connection.run("select kind from findings where table_id = ?", (table,)):
        what, _, seat = str(kind).partition(" ")
        if what not in (STANDING, PREPARED) or whole_number(seat, MOST_SEQ) in seats:
            connection.run("delete from findings where table_id = ? and kind = ?", (table, kind))


def _told_to(person: str, value: Any) -> Any:
    """What somebody did, without the ids of others."""
    if isinstance(value, list):
        return [_told_to(person, part) for part in value]
    if isinstance(value, dict):
        ids = [key for key in ("person", "owner") if value.get(key) not in (None, person)]
        return {key: "" if key in ids else _told_to(person, part) for key, part in value.items()}
    return value


class HandOver(NamedTuple):
    """Everything of one person goes to another id, under another name unless that is empty; with `erase`,
    without what the person said and did besides playing.
    """

    old: str
    new: str
    name: str
    erase: bool


def promise(connection: Connection, due: HandOver, now: int) -> HandOver:
    """Write down that a hand-over has begun, so that it ends whatever happens; if another of the same person
    is under way, that one.
    """
    connection.run(
        "insert into hand_overs (old, new, name, erase, since, looks) values (?, ?, ?, ?, ?, ?) "
        "on conflict do nothing",
        (due.old, due.new, due.name, int(due.erase), now, LOOKS),
    )
    rows = connection.run("select new, name, erase from hand_overs where old = ?", (due.old,))
    new, name, erase = rows[0]
    return HandOver(due.old, str(new), str(name), bool(erase))


def left_undone(connection: Connection, before: int) -> list[HandOver]:
    """The hand-overs that began before a time and have not ended, in the order in which they began: who
    was given something may be forgotten by now.
    """
    rows = connection.run(
        "select old, new, name, erase from hand_overs where since < ? order by since", (before,)
    )
    return [HandOver(str(old), str(new), str(name), bool(erase)) for old, new, name, erase in rows]


def rewritten_lately(connection: Connection) -> list[str]:
    """The tables whose past was rewritten in the last minute, and perhaps others."""
    rows = connection.run(
        "select p.table_id from hand_overs h join places p on p.person = h.new order by p.table_id"
    )
    return [str(table) for (table,) in rows]


def shun_alike(connection: Connection, due: HandOver, most: int) -> set[str]:
    """Let a person be shunned in place of the guest whom they were, and shun whom that guest shunned, so many
    at most. Returns whose block lists are others now.
    """
    old, new = due.old, due.new
    by = connection.run("delete from shunned where other = ? returning person, name, kind", (old,))
    own = connection.run("delete from shunned where person = ? returning other, name, kind", (old,))
    known = connection.run("select count(*) from shunned where person = ?", (new,))
    room = max(0, most - int(known[0][0]))
    shuns = sorted((kind, name, other) for other, name, kind in own if other != new)[:room]
    connection.many(
        "insert into shunned (person, other, name, kind) values (?, ?, ?, ?) on conflict do nothing",
        [
            *((person, new, name, kind) for person, name, kind in by if person != new),
            *((new, other, name, kind) for kind, name, other in shuns),
        ],
    )
    return {new, *(str(person) for person, *_ in by)}


def hand_over_table(connection: Connection, table: str, due: HandOver) -> None:
    """Rewrite the events and the brief of one table."""
    rows = read_events(connection, table, 0)
    if due.erase:
        own = [row for row in rows if row.kind == SAID and row.who == due.old]
        _unsay(connection, table, {(row.at, json.loads(row.body)["text"]) for row in own}, due.name)
    taken = {row.command for row in rows}
    for row in rows:
        changed = rewritten(row, due)
        if changed.command != row.command and changed.command in taken:  # both have used the same id here
            changed = msgspec.structs.replace(changed, command=f"{changed.command} {_mark(due.old)}")
        if changed != row:
            connection.run(
                "update events set who = ?, body = ?, command = ? where table_id = ? and seq = ?",
                (changed.who, changed.body, changed.command, table, row.seq),
            )
    for (brief,) in connection.run("select brief from tables where id = ? and brief <> ''", (table,)):
        told = json.loads(brief)
        _rewrite(told, due)
        connection.run("update tables set brief = ? where id = ?", (_text(told), table))
    connection.run("delete from places where person = ? and table_id = ?", (due.old, table))
    connection.run(
        "insert into places (person, table_id) values (?, ?) on conflict do nothing", (due.new, table)
    )
    if due.erase:
        _forget_findings(connection, table, seats_held(rows, due.old))


def hand_over_rest(connection: Connection, due: HandOver, now: int) -> list[str]:
    """Rewrite everything that is not an event, and the tables that came up meanwhile, which are returned.
    With the last look the hand-over has ended.
    """
    old, new, name, erase = due
    if erase:  # first: whoever changes who takes part has the tournament before its entrants, too
        let_nobody_wait_for(connection, old, name)
    tables = tables_of(connection, old)
    for table in tables:
        hand_over_table(connection, table, due)
    if name:
        connection.run("update results set name = ? where person = ?", (name, old))
        connection.run(
            "update entrants set name = cast(? as text) || ' ' || number where person = ?", (name, old)
        )
    if erase:
        forget_account(connection, old)
        connection.run("delete from shunned where person = ? or other = ?", (old, old))
        connection.run("delete from reports where reporter = ?", (old,))
        connection.run("update reports set name = ? where about = ?", (name, old))
        connection.run("update standings set name = ? where person = ?", (name, old))
        connection.run("update audit set note = ? where about = ?", (name, old))
        connection.run("delete from looking where person = ?", (old,))
    connection.run("update reports set about = ? where about = ?", (new, old))
    connection.run("delete from friends where person = ? or other = ?", (old, old))
    connection.run("delete from invitations where person = ? or inviter = ?", (old, old))
    connection.run("delete from vacations where person = ?", (old,))
    if not erase:
        connection.run("update reports set reporter = ? where reporter = ?", (new, old))
        connection.run(
            "insert into own_editions (person, game, label, kept_at) select ?, game, label, kept_at "
            "from own_editions where person = ? on conflict do nothing",
            (new, old),
        )
    connection.run("delete from own_editions where person = ?", (old,))
    if not erase:
        connection.run("update results set brought = 1 where person = ?", (old,))
        connection.run(
            "update results set person = '' where person = ? and table_id in "
            "(select table_id from results where person = ?)",
            (old, new),
        )  # nobody has two places in one match
    for table in ("results", "entrants"):
        connection.run(f"update {table} set person = ? where person = ?", (new, old))
    connection.run("update tournaments set owner = ? where owner = ?", (new, old))
    for table in ("profiles", "ratings", "rating_steps", "notice_ways", "notice_wishes", "notices"):
        connection.run(f"delete from {table} where person = ?", (old,))
    connection.run("update hand_overs set looks = looks - 1, since = ? where old = ?", (now, old))
    connection.run("delete from hand_overs where old = ? and looks <= 0", (old,))
    return tables


def _unsay(connection: Connection, table: str, said: set[tuple[int, str]], name: str) -> None:
    """Take what somebody said at a table, and when, out of the passages of chat that reports carry."""
    for report, passage in connection.run("select id, passage from reports where table_id = ?", (table,)):
        lines = json.loads(passage)
        for line in lines:
            if (line["at"], line["text"]) in said:
                line.update(name=name, text=UNSAID)
        connection.run("update reports set passage = ? where id = ?", (_text(lines), report))


def rewritten(row: EventRow, due: HandOver) -> EventRow:
    """An event as if the other person had done it; a guest's seats are marked as such."""
    old, new, _, erase = due
    body = json.loads(row.body)
    if not erase:
        for seat in body["seats"] if row.kind == "opened" else [body] if row.kind == "seated" else []:
            if seat.get("person") == old:
                seat["as_guest"] = _mark(old)
    _rewrite(body, due)
    if erase and row.kind == SAID and row.who == old:
        body["text"] = UNSAID
    command = row.command
    if command is not None and command.startswith(f"{old} "):
        command = new + command.removeprefix(old)
    same = body == json.loads(row.body)
    return EventRow(
        row.table,
        row.seq,
        row.at,
        row.kind,
        new if row.who == old else row.who,
        row.body if same else _text(body),
        command,
    )


def _mark(person: str) -> str:
    """By which somebody is told apart from others, without an id."""
    return hashlib.sha256(person.encode()).hexdigest()[:8]


def _rewrite(value: Any, due: HandOver) -> None:
    """Replace a person in the fields `person` and `owner`, and the name beside them."""
    if isinstance(value, list):
        for part in value:
            _rewrite(part, due)
    elif isinstance(value, dict):
        if value.get("owner") == due.old:
            value["owner"] = due.new
        if value.get("person") == due.old:
            value["person"] = due.new
            if due.name and "name" in value:
                value["name"] = due.name
        for part in value.values():
            _rewrite(part, due)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
