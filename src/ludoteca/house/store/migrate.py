"""Schema migrations: numbered files, each carried out once, in order."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Final

from ludoteca.house.store.driver import Connection, Driver, Misfit, StoreError

FOLDER: Final = Path(__file__).with_name("migrations")
WAY_OUT: Final = "put a backup in its place, or restore a text backup into an empty database"
COLUMNS: Final = {
    "tables": "id, game, secret, opened_at, told, status, public, changed_at, deadline, brief, "
    "idle_at, hidden",
    "events": "table_id, seq, at, kind, who, body, command",
    "places": "person, table_id",
    "jobs": "id, kind, table_id, base, seat, body, asked_at, tries, worker, lease, rank, kept_until",
    "remote_workers": "name, key, purposes, added_at, seen_at, taken, done, faults, shut_out",
    "findings": "table_id, kind, at, body",
    "spent": "token, until",
    "looking": "process, table_id, person, until",
    "openings": "table_id, network",
    "thinking": "network, seconds, at",
    "standings": "person, name, banned_until, muted_until",
    "reports": "id, at, table_id, reporter, about, name, reason, passage, settled",
    "audit": "id, at, what, about, note",
    "adjusted": "name, value",
    "shunned": "person, other, name, kind",
    "friends": "person, other, asked_at, since",
    "invitations": "person, table_id, inviter, at",
    "accounts": "id, name, language, created_at",
    "passkeys": "id, account, public_key, sign_count, label, created_at, used_at",
    "recovery": "code, account, used_at",
    "sessions": "id, account, label, created_at, used_at",
    "vacations": "person, begins_at, ends_at",
    "kept_editions": "game, digest, label, body, used_at",
    "shelf_turn": "id, at",
    "own_editions": "person, game, label, kept_at",
    "finished": "table_id, game, seats, scenario, ended_at, counts, rated",
    "results": "table_id, seat, person, name, level, place, score, team, helped, game, ended_at, brought",
    "luck": "table_id, seat, given",
    "puzzle_tries": "puzzle, tried, solved",
    "hand_overs": "old, new, name, erase, since, looks",
    "profiles": "person, handle, name, since, rated, shown",
    "ratings": "person, game, seats, mu, sigma, matches, changed_at",
    "rating_steps": "person, game, seats, at, table_id, mu, sigma, won",
    "rating_turn": "id, at",
    "notice_ways": "id, person, session, kind, address, label, code, failures, told, created_at",
    "notice_wishes": "person, body",
    "notices": "id, person, kind, table_id, base, due_at, told_at",
    "house_keys": "name, value",
    "tournaments": "id, name, owner, wish, secret, status, round, opened_at, network",
    "entrants": "tournament, number, person, name, level",
    "pairings": "tournament, round, board, seat, entrant, table_id",
}
"""Every table that the house uses, with its columns."""
_NAME: Final = re.compile(r"(\d{4})_(\w+)\.sql")
_COMMENT: Final = re.compile(r"--.*")


class Migration:
    """One step of the schema."""

    def __init__(self, path: Path) -> None:
        named = _NAME.fullmatch(path.name)
        assert named is not None, f"{path.name}: expected a name such as 0002_ratings.sql"
        self.number = int(named.group(1))
        self.name = named.group(2)
        text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        self.statements = [part.strip() for part in text.split(";") if part.strip()]


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """All steps, in order and without gaps."""
    found = sorted((Migration(path) for path in folder.glob("*.sql")), key=lambda step: step.number)
    numbers = [step.number for step in found]
    assert numbers == list(range(1, len(found) + 1)), "migrations are numbered 1, 2, 3 and so on"
    return found


def schema_number(driver: Driver, connection: Connection) -> int:
    """The number of the last step carried out in a database; 0 if no house has been there."""
    return _reached(connection) if driver.has_schema(connection) else 0


def _reached(connection: Connection) -> int:
    return int(connection.run("select coalesce(max(number), 0) from migrations")[0][0])


def migrate(driver: Driver, connection: Connection, folder: Path = FOLDER) -> list[int]:
    """Bring the schema up to date, all steps or none; the numbers of those carried out."""
    steps = migrations(folder)
    connection.begin()
    try:
        driver.lock_schema(connection)
        connection.run(
            "create table if not exists migrations "
            "(number integer primary key, name text not null, at bigint not null)"
        )
        reached = _reached(connection)
        if reached > len(steps):
            raise StoreError(
                f"the database was written by a newer Ludoteca: its schema is number {reached}, "
                f"this version knows {len(steps)}; install the newer version, or restore a backup made before"
            )
        due = steps[reached:]
        for step in due:
            for statement in step.statements:
                connection.run(statement)
            connection.run(
                "insert into migrations (number, name, at) values (?, ?, ?)",
                (step.number, step.name, int(time.time() * 1000)),
            )
        connection.commit()
    except Misfit as error:
        connection.rollback()
        raise StoreError(f"the schema of the database is only half there ({error}); {WAY_OUT}") from error
    except BaseException:
        connection.rollback()
        raise
    return [step.number for step in due]


def check_schema(connection: Connection) -> None:
    """Refuse a database that lacks something its number promises."""
    for table, columns in COLUMNS.items():
        try:
            connection.run(f"select {columns} from {table} where 1 = 0")
        except Misfit as error:
            raise StoreError(f"the schema of the database is only half there ({error}); {WAY_OUT}") from None
