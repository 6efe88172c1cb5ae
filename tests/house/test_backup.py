"""Backups: of a house that goes on playing, and back into either kind of database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludoteca.cli import main
from ludoteca.house.store.dump import KEPT, LEFT_OUT, OWN_LINES, dump
from ludoteca.house.store.migrate import COLUMNS, migrate, migrations
from ludoteca.house.store.store import driver_for
from tests.house.conftest import fresh_address
from tests.house.running import ADA, BRUNO, a_house, new_id, play, wish


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def where_words(address: str) -> list[str]:
    if address.startswith("sqlite"):
        return ["--data", str(Path(address.removeprefix("sqlite:///")).parent)]
    return ["--database", address]


async def some_playing(address: str, during: Callable[[], None] | None = None) -> dict[str, str]:
    """Some tables, one of them finished; the record of each."""
    records = {}
    async with a_house(address) as house:
        for number in range(3):
            opened = await house.open(ADA, wish("me", "me", game="bosa", public=True), new_id())
            table = await house.table(opened.table)
            while not table.finished and (number == 0 or table.seq < 20):
                await play(house, table, ADA)
            assert table.match is not None
            records[table.id] = table.match.record().text()
        waiting = await house.open(BRUNO, wish("me", "open", game="bosa", public=True), new_id())
        records[waiting.table] = ""
        if during is not None:
            await asyncio.get_running_loop().run_in_executor(None, during)
    return records


async def records_in(address: str) -> dict[str, str]:
    """The record of every table in a house, found through its lobby."""
    records = {}
    async with a_house(address) as house:
        while True:
            lobby = await house.lobby(ADA)
            found = {brief.table for part in (lobby.yours, lobby.recent, lobby.waiting) for brief in part}
            if len(found) == 4:
                break
            await asyncio.sleep(0.01)
        for table_id in found:
            table = await house.table(table_id)
            records[table_id] = table.match.record().text() if table.match is not None else ""
    return records


def test_a_copy_of_a_running_sqlite_house(sqlite_address: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "ludoteca.db"
    copy.parent.mkdir()

    def during() -> None:
        result = run("backup", str(copy), *where_words(sqlite_address))
        assert result.exit_code == 0, result.output

    records = asyncio.run(some_playing(sqlite_address, during))
    for file in (copy, Path(sqlite_address.removeprefix("sqlite:///"))):
        assert file.stat().st_mode & 0o077 == 0, "nobody else may read the secrets of running matches"
    assert asyncio.run(records_in(f"sqlite:///{copy}")) == records
    again = run("backup", str(copy), *where_words(sqlite_address))
    assert again.exit_code != 0 and "overwrites nothing" in again.output


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_text_goes_from_any_database_into_any_other(
    database: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = tmp_path / "house.txt"

    def during() -> None:
        result = run("backup", str(text), "--text", *where_words(database))
        assert result.exit_code == 0, result.output

    records = asyncio.run(some_playing(database, during))
    if target == "sqlite":
        address = f"sqlite:///{tmp_path / 'restored' / 'ludoteca.db'}"
    else:
        address = fresh_address(request.getfixturevalue("postgres"))
    result = run("restore", str(text), *where_words(address))
    assert result.exit_code == 0, result.output
    assert "4 tables" in result.output
    assert asyncio.run(records_in(address)) == records
    again = run("restore", str(text), *where_words(address))
    assert again.exit_code != 0 and "not empty" in again.output


def fill(address: str) -> None:
    """One row in every table of the database that a text keeps as it is."""
    driver = driver_for(address, guarded=False)
    driver.open()
    connection = driver.connect()
    migrate(driver, connection)
    with contextlib.closing(sqlite3.connect(":memory:")) as described:
        for step in migrations():
            for statement in step.statements:
                described.execute(statement)
        connection.begin()
        for table in KEPT:
            columns = described.execute(f"pragma table_info({table})").fetchall()
            values = {"text": 'È "so"', "integer": 7, "bigint": 2**40, "double precision": 0.1}
            row = [values[kind.lower()] for _, _, kind, *_ in columns]
            names = ", ".join(column[1] for column in columns)
            connection.run(f"insert into {table} ({names}) values ({', '.join('?' * len(row))})", row)
        connection.commit()
    connection.close()
    driver.close()


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_text_keeps_everything_about_people_and_the_house(
    database: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Accounts, profiles, ratings, notices, tournaments and all else that does not follow from the events."""
    assert set(KEPT) | OWN_LINES | LEFT_OUT == set(COLUMNS)
    fill(database)
    text, again = tmp_path / "house.txt", tmp_path / "again.txt"
    assert run("backup", str(text), "--text", *where_words(database)).exit_code == 0
    if target == "sqlite":
        address = f"sqlite:///{tmp_path / 'restored' / 'ludoteca.db'}"
    else:
        address = fresh_address(request.getfixturevalue("postgres"))
    result = run("restore", str(text), *where_words(address))
    assert result.exit_code == 0 and f"{len(KEPT)} rows" in result.output, result.output
    assert run("backup", str(again), "--text", *where_words(address)).exit_code == 0
    first, second = text.read_bytes().splitlines(), again.read_bytes().splitlines()
    assert first[1:] == second[1:] and len(first) == len(KEPT) + 2


def test_a_text_restores_nothing_that_the_schema_does_not_know(sqlite_address: str, tmp_path: Path) -> None:
    text = tmp_path / "house.txt"
    for of, column in (("sqlite_master", "name"), ("accounts", "id) values (1); --")):
        line = {"type": "row", "of": of, "values": {column: "x"}}
        text.write_text(f'{{"type": "house", "format": "ludoteca house 2", "at": 1}}\n{json.dumps(line)}\n')
        result = run("restore", str(text), *where_words(sqlite_address))
        assert result.exit_code != 0 and "does not know" in result.output, result.output


def test_a_text_is_of_one_moment_and_holds_nobody_up(database: str) -> None:
    records = asyncio.run(some_playing(database))
    driver = driver_for(database, guarded=False)
    reader, writer = driver.connect(), driver.connect()
    lines = dump(reader)
    first = [next(lines) for _ in range(3)]
    writer.begin()
    writer.many("delete from events where table_id = ?", [(table,) for table in records])
    writer.commit()
    whole = [*first, *lines]
    assert len(whole) > 60 and b'"events":0' not in whole[-1], "as it was when the copy began"
    reader.close()
    writer.close()


def test_a_damaged_text_restores_nothing(sqlite_address: str, tmp_path: Path) -> None:
    text = tmp_path / "house.txt"

    def during() -> None:
        assert run("backup", str(text), "--text", *where_words(sqlite_address)).exit_code == 0

    asyncio.run(some_playing(sqlite_address, during))
    lines = text.read_bytes().splitlines(keepends=True)
    for number, (damaged, said) in enumerate(
        [
            (lines[:-1], "not whole"),
            (lines[:5] + lines[6:], "not whole"),
            ([*lines[:5], b"nonsense\n", *lines[5:]], "line 6"),
            (lines[1:], "no dump"),
            ([*lines, lines[1]], "after its end"),
        ]
    ):
        bad = tmp_path / f"bad{number}.txt"
        bad.write_bytes(b"".join(damaged))
        address = f"sqlite:///{tmp_path / str(number) / 'ludoteca.db'}"
        result = run("restore", str(bad), *where_words(address))
        assert result.exit_code != 0 and said in result.output, result.output
        good = run("restore", str(text), *where_words(address))
        assert good.exit_code == 0, "nothing of the damaged one was left behind"


@pytest.mark.parametrize(
    "rows",
    [
        [b'{"type":"row","of":"accounts","values":{"id":"a"}}'],
        [b'{"type":"row","of":"puzzle_tries","values":{"puzzle":"p","tried":%d,"solved":0}}' % 10**30],
        [b'{"type":"row","of":"adjusted","values":{"name":"tables","value":1}}'] * 2,
        [b'{"type":"row","of":"accounts","values":{"id":"\xe9"}}'],
    ],
    ids=["a value is missing", "a number is too large", "twice", "no UTF-8"],
)
def test_a_text_made_by_hand_is_refused_in_one_sentence(
    rows: list[bytes], database: str, tmp_path: Path
) -> None:
    text = tmp_path / "house.txt"
    head, tail = (
        b'{"type":"house","format":"ludoteca house 2","at":1}',
        b'{"type":"end","tables":0,"events":0',
    )
    text.write_bytes(b"\n".join([head, *rows, tail + b',"rows":%d}' % len(rows)]))
    result = run("restore", str(text), *where_words(database))
    assert result.exit_code == 1 and result.output.startswith("ludoteca: "), result.output


def test_a_copy_tells_what_is_not_in_it(sqlite_address: str, tmp_path: Path) -> None:
    asyncio.run(some_playing(sqlite_address))
    result = run("backup", str(tmp_path / "copy.db"), *where_words(sqlite_address))
    assert "to be copied too" not in result.output
    (tmp_path / "secret").touch()
    result = run("backup", str(tmp_path / "again.db"), *where_words(sqlite_address))
    assert f"to be copied too: {tmp_path / 'secret'}" in result.output


def test_there_must_be_a_house_to_copy(tmp_path: Path) -> None:
    result = run("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "empty"))
    assert result.exit_code != 0 and "no house to copy" in result.output


def test_workers_of_their_own_need_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    monkeypatch.delenv("LUDOTECA_DATABASE", raising=False)
    result = run("work")
    assert result.exit_code != 0 and "LUDOTECA_DATABASE=postgresql" in result.output
