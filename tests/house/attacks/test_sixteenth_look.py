"""What a sixteenth look at the house found: backups by other hands, and what two servers do at once."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ludoteca.cli.work import thinker
from ludoteca.house.refusals import Refused
from ludoteca.house.service import background, notices, tournaments
from ludoteca.house.service.house import House
from ludoteca.house.service.vacations import DAY
from ludoteca.house.settings import read_settings
from ludoteca.house.store.accounts import Account, Passkey, Session
from ludoteca.house.store.friends import FriendStore
from ludoteca.house.store.rows import Batch
from ludoteca.house.table.commands import Chat, Join, Person
from tests.house.attacks.test_fifteenth_look import deafened
from tests.house.conftest import fresh_address
from tests.house.houses import house, table_of
from tests.house.postgres import Postgres
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, until, wish
from tests.house.test_backup import run
from tests.house.test_host import Host
from tests.house.test_own_tables import DAYS
from tests.house.test_tournament_abuse import DUEL


async def text_of_a_house(address: str, text: Path) -> str:
    """A house with one table, as text; the table."""
    async with a_house(address) as house:
        opened = await house.open(ADA, wish("me", "open", public=True), "the only one")
        result = await asyncio.to_thread(run, "backup", str(text), "--database", address)
        assert result.exit_code == 0, result.output
    return opened.table


@pytest.mark.parametrize("old", [False, True], ids=["text of today", "text with a channel"])
@awaited
async def test_servers_hear_each_other_after_a_text_was_restored_under_one(
    postgres: Postgres, postgres_address: str, tmp_path: Path, old: bool
) -> None:
    text, address = tmp_path / "house.jsonl", fresh_address(postgres)
    table = await text_of_a_house(postgres_address, text)
    lines = text.read_text().splitlines()
    assert not any('"channel"' in line for line in lines), "the channel belongs to the database"
    if old:
        tail = json.loads(lines[-1])
        row = {"type": "row", "of": "house_keys", "values": {"name": "channel", "value": "00ff"}}
        lines[-1:] = [json.dumps(row), json.dumps({**tail, "rows": tail["rows"] + 1})]
        text.write_text("\n".join(lines))
    async with a_house(address) as one:
        result = await asyncio.to_thread(run, "restore", str(text), "--database", address)
        assert result.exit_code == 0, result.output
        async with a_house(address) as two:
            mirror = await one.table(table)
            await two.do(table, BRUNO, Join(id=new_id()))
            async with asyncio.timeout(10):
                while (await one.table(table)).names[1] != "Bruno":
                    await asyncio.sleep(0.01)
            assert await one.table(table) is mirror


@awaited
async def test_a_text_made_by_hand_runs_no_sql(
    postgres: Postgres, postgres_address: str, tmp_path: Path
) -> None:
    text, address = tmp_path / "house.jsonl", fresh_address(postgres)
    evil = {"name": "channel", "value": "x; create table taken (a text)"}
    lines: list[dict[str, Any]] = [
        {"type": "house", "format": "ludoteca house 2", "at": 1},
        {"type": "row", "of": "house_keys", "values": evil},
        {"type": "end", "tables": 0, "events": 0, "rows": 1},
    ]
    text.write_text("\n".join(map(json.dumps, lines)))
    result = await asyncio.to_thread(run, "restore", str(text), "--database", address)
    assert result.exit_code == 0, result.output
    async with a_house(address):
        with psycopg.connect(address) as db:
            assert db.execute("select to_regclass('taken')").fetchone() == (None,)


@awaited
async def test_a_ban_stays_when_the_host_mutes_the_same_person_through_another_server(
    postgres_address: str,
) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        await one.moderation.ban(BRUNO.id, BRUNO.name)
        await two.moderation.mute(BRUNO.id, BRUNO.name)
        for house in (one, two):
            await house.moderation.refresh()
            with pytest.raises(Refused) as refused:
                house.moderation.check(BRUNO)
            assert refused.value.code == "banned"
        await one.moderation.ban(BRUNO.id, BRUNO.name, lasting=False)
        with pytest.raises(Refused) as refused:
            one.moderation.check(BRUNO, Chat(id=new_id(), text="let me talk"))
        assert refused.value.code == "muted"


@awaited
async def test_vacations_taken_at_once_through_two_servers_are_one(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        a_house(postgres_address, clocks=False) as one,
        a_house(postgres_address, clocks=False) as two,
    ):
        opened = await one.open(ADA, wish("me", "me", clock=DAYS), new_id())
        table = await one.table(opened.table)
        begun, counted = table.deadline, asyncio.Barrier(2)
        for house in (one, two):
            add = house.vacations._store.add

            async def at_once(*words: Any, add: Any = add) -> None:
                await counted.wait()
                await add(*words)

            monkeypatch.setattr(house.vacations._store, "add", at_once)

        async def a_moment_later() -> None:
            await asyncio.sleep(0.01)
            await two.vacations.take(ADA, 30)

        await asyncio.gather(one.vacations.take(ADA, 30), a_moment_later())
        while not table.seats[table.awaited].bot:
            assert table.deadline - begun < 31 * DAY
            await one.time_out(table.id, table.deadline + 1)
        assert await one.vacations.days_left(ADA.id) == 0


@awaited
async def test_who_joins_through_another_server_while_a_table_is_opened_is_seen(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        append = one._store.append

        async def joined_before_we_know(batch: Batch) -> None:
            await append(batch)
            if batch.tables:
                await two.do(batch.tables[0].id, BRUNO, Join(id=new_id()))
                await asyncio.sleep(0.3)  # it was told by now

        monkeypatch.setattr(one._store, "append", joined_before_we_know)
        opened = await one.open(ADA, wish("me", "open", public=True), new_id())
        assert (await one.table(opened.table)).names[1] == "Bruno"


@awaited
async def test_many_seats_taken_at_once_are_counted_one_after_the_other(database: str) -> None:
    async with a_house(database, most_tables=3) as house:
        crowd = [Person(f"p{number}", "Guest") for number in range(12)]
        opened = [await house.open(one, wish("me", "open", "open", public=True), new_id()) for one in crowd]
        joins = (house.do(one.table, BRUNO, Join(id=new_id())) for one in opened)
        answers = await asyncio.gather(*joins, return_exceptions=True)
        refused = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert refused == ["too-many-tables"] * 9
        assert await house.limits.tables_of(BRUNO) == 3


@awaited
async def test_accounts_made_and_friends_asked_at_once_through_two_servers(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        for number in range(12):
            name = f"account {number}"
            made = await asyncio.gather(
                *(
                    house.account_store.create(
                        Account(name, "Ada", "en", 0),
                        Passkey(f"key {number} {which}", name, "", 0, "", 0, 0),
                        Session(f"session {number} {which}", name, "", 0, 0),
                    )
                    for which, house in enumerate((one, two))
                )
            )
            assert sorted(made) == [False, True]
        for number in range(0, 12, 2):
            ada, bruno = f"account {number}", f"account {number + 1}"
            await asyncio.gather(
                FriendStore(one._store).ask(ada, bruno, 9), FriendStore(two._store).ask(bruno, ada, 9)
            )
        friends = await one._store.rows("select since > 0 from friends")
        assert [bool(met) for (met,) in friends] == [True] * 6


def test_the_host_goes_by_what_was_decided_through_another_server(
    tmp_path: Path, postgres_address: str
) -> None:
    async def story() -> None:
        shared = {"database": postgres_address}
        async with house(tmp_path / "a", **shared) as one, house(tmp_path / "b", **shared) as two:
            here = await Host(one).come_in()
            there = Host(two, here.cookie)
            before = (await there.sees())["limits"]["tables"]
            await here.does("limit", tables="5")
            await there.does("limit", tables=str(before))
            assert (await here.sees())["limits"]["tables"] == before
            table, _ = await table_of(one, "bologna", ["Ada", "Bruno", "Clara"])
            await here.does(f"ban {table} 1")
            (standing,) = (await there.sees())["standings"]
            await here.does(f"mute {table} 1")
            assert (await there.does(f"lift {standing['person']}")).status == 303
            assert (await here.sees())["standings"] == []

    asyncio.run(story())


@awaited
async def test_who_only_thinks_for_bots_tells_nobody_and_opens_no_tables(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def died_before_that(*_: Any) -> None:
        """Open no table."""

    async with a_house(postgres_address) as server:
        cup = await server.tournaments.open(ADA, DUEL)
        monkeypatch.setattr(server.tournaments, "_open_table", died_before_that)
        await server.tournaments.start(ADA, cup)
        await server._store.change(
            "insert into notices (id, person, kind, table_id, base, due_at) values (?, ?, ?, ?, ?, ?)",
            *("a notice", "ada", "turn", "a table", 1, 1),
        )
    for module in (notices, tournaments):
        monkeypatch.setattr(module, "INTERVAL", 0.02)
    thinker = House(postgres_address, b"", clocks=False)
    await thinker.start()
    try:
        await asyncio.sleep(0.5)
        assert await thinker._store.rows("select 1 from tables") == []
        assert await thinker._store.rows("select told_at from notices") == [(0,)]
    finally:
        await thinker.stop()
    async with a_house(postgres_address) as server:
        await until_told(server)
        (place, *_) = (await server.tournaments.find(cup)).places
        table = await server.table(place.table)
        assert server.invites(table, server._tokens.invitation(table.id, 1))


@awaited
async def test_what_a_process_elsewhere_thinks_counts_for_the_network_that_opened_the_table(
    postgres_address: str,
) -> None:
    thinking = thinker(read_settings({"database": postgres_address}), 1)
    await thinking.start()
    try:
        async with a_house(postgres_address, thinking=600.0) as server:
            seats = wish("bot novice", "bot novice", game="bosa")
            opened = await server.open(ADA, seats, new_id(), network="192.0.2.1")
            async with asyncio.timeout(30):
                while (await server.table(opened.table)).seq < 5:
                    await asyncio.sleep(0.05)
            (network,) = await server._store.rows("select network from thinking")
            assert network == (server._tokens.network("192.0.2.1"),)
    finally:
        await thinking.stop()


async def until_told(server: House) -> None:
    async with asyncio.timeout(10):
        while await server._store.rows("select 1 from notices where told_at = 0"):
            await asyncio.sleep(0.01)


@awaited
async def test_who_was_forgotten_while_a_server_was_asleep_is_forgotten_there(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.house.store.personal.LOOKS", 1)  # that it happened is known no longer
    monkeypatch.setattr(background, "LONG_DEAF", 0.5)
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        opened = await one.open(ADA, wish("me", "open", "open"), "one")
        await one.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        assert "Bruno" in (await two.table(opened.table)).names
        listener = two._store._listener
        assert listener is not None
        hear, asleep, awake = listener._hear, threading.Event(), threading.Event()

        def fast_asleep(db: Any, seconds: float) -> bool:
            asleep.set()
            awake.wait(20)
            return hear(db, seconds)

        listener._hear = fast_asleep  # type: ignore[method-assign]
        await until(asleep.is_set)
        await deafened(one)
        await asyncio.sleep(0.2)
        await one.erase(BRUNO)
        await asyncio.sleep(0.8)
        awake.set()
        async with asyncio.timeout(10):
            while "Bruno" in (await two.table(opened.table)).names:
                await asyncio.sleep(0.01)
