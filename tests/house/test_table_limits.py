"""How many tables one person may have: counted by who opened them and by who sits there now."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.lobby import PUBLIC_TABLES
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Close, Join, Leave, Person, Rematch
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.table_page import TablePage
from ludoteca.house.workers.worker import Result
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, play, wish


@pytest.mark.parametrize("seats", [("bot", "bot", "bot"), ("open", "open", "open"), ("me", "open", "bot")])
@awaited
async def test_a_table_counts_for_whoever_opened_it(seats: tuple[str, ...], database: str) -> None:
    async with a_house(database, most_tables=3) as house:
        for _ in range(3):
            await house.open(ADA, wish(*seats), new_id())
        with pytest.raises(Refused) as refused:
            await house.open(ADA, wish(*seats), new_id())
        assert refused.value.code == "too-many-tables"
        await house.open(BRUNO, wish(*seats), new_id())


@awaited
async def test_a_seat_that_was_left_is_given_back(database: str) -> None:
    async with a_house(database, most_tables=3) as house:
        opened = [await house.open(ADA, wish("me", "open", "open", public=True), new_id()) for _ in range(3)]
        for table in opened:
            await house.do(table.table, BRUNO, Join(id=new_id()))
        with pytest.raises(Refused):
            await house.open(BRUNO, wish("me", "open", "open"), new_id())
        for table in opened:
            await house.do(table.table, BRUNO, Leave(id=new_id()))
        assert await house.limits.tables_of(BRUNO) == 0
        await house.open(BRUNO, wish("me", "open", "open"), new_id())


@awaited
async def test_nobody_sits_down_at_every_table_or_takes_every_seat(database: str) -> None:
    """A visitor who sits down everywhere and never plays would spoil each match that others wait for."""
    async with a_house(database, most_tables=3) as house:
        crowd = [Person(f"p{number}", "Guest") for number in range(4)]
        opened = [await house.open(one, wish("me", "open", "open", public=True), new_id()) for one in crowd]
        for table in opened[:3]:
            await house.do(table.table, BRUNO, Join(id=new_id()))
        with pytest.raises(Refused) as refused:
            await house.do(opened[3].table, BRUNO, Join(id=new_id()))
        assert refused.value.code == "too-many-tables"
        with pytest.raises(Refused) as refused:
            await house.do(opened[0].table, BRUNO, Join(id=new_id(), seat=2))
        assert refused.value.code == "already-seated"


@awaited
async def test_a_seat_left_in_a_running_match_is_given_back(database: str) -> None:
    async with a_house(database, most_tables=2) as house:
        for _ in range(2):
            opened = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
            await house.do(opened.table, BRUNO, Join(id=new_id()))
            await house.do(opened.table, BRUNO, Leave(id=new_id()))
        assert await house.limits.tables_of(BRUNO) == 0


@awaited
async def test_a_seat_kept_for_somebody_counts_only_once_they_sit_down_and_can_be_given_up(
    database: str,
) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", game="bosa", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        table = await house.table(opened.table)
        people = {"ada": ADA, "bruno": BRUNO}
        while not table.finished:
            await play(house, table, people[table.seats[table.awaited].person])
        again = (await house.do(opened.table, ADA, Rematch(id=new_id()))).rematch
        assert await house.limits.tables_of(BRUNO) == 0
        page = TablePage(await house.table(again), BRUNO, "en", False)
        assert page.seats[1].buttons == (("join 1", "waiting.sit"),)
        assert ("leave", "table.leave") in page.buttons
        await house.do(again, BRUNO, Leave(id=new_id()))
        assert (await house.table(again)).seats[1].open


@awaited
async def test_newcomers_of_one_network_share_a_limit(database: str) -> None:
    async with a_house(database, network_tables=5) as house:
        crowd = [Person(f"p{number}", "Guest") for number in range(6)]
        opened = [
            await house.open(one, wish("bot", "bot", "bot"), new_id(), "2001:db8::/64") for one in crowd[:5]
        ]
        at_once = [
            house.open(one, wish("bot", "bot", "bot"), new_id(), "2001:db8::/64") for one in crowd[:2] * 10
        ]
        for refused in await asyncio.gather(*at_once, return_exceptions=True):
            assert isinstance(refused, Refused) and refused.code == "too-many-tables-here"
        await house.open(crowd[5], wish("bot", "bot", "bot"), new_id(), "192.0.2.7")
        await house.do(opened[0].table, crowd[0], Close(id=new_id()))
        await house.open(crowd[5], wish("bot", "bot", "bot"), new_id(), "2001:db8::/64")


@awaited
async def test_a_rematch_counts_like_any_new_table(database: str) -> None:
    async with a_house(database, network_tables=1) as house:
        opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id(), "192.0.2.7")
        table = await house.table(opened.table)
        while not table.finished:
            await play(house, table, ADA)
        other = await house.open(BRUNO, wish("me", "open", "open"), new_id(), "192.0.2.7")
        with pytest.raises(Refused) as refused:
            await house.do(opened.table, ADA, Rematch(id=new_id()), "192.0.2.7")
        assert refused.value.code == "too-many-tables-here"
        await house.do(other.table, BRUNO, Close(id=new_id()))
        assert (await house.do(opened.table, ADA, Rematch(id=new_id()), "192.0.2.7")).rematch
        with pytest.raises(Refused):
            await house.open(BRUNO, wish("me", "open", "open"), new_id(), "192.0.2.7")


@awaited
async def test_one_network_does_not_fill_the_lobby(database: str) -> None:
    async with a_house(database) as house:
        first = await house.open(ADA, wish("me", "open", "bot", public=True), new_id(), "192.0.2.7")
        for number in range(PUBLIC_TABLES + 5):
            crowd = Person(f"p{number}", "Guest")
            await house.open(crowd, wish("me", "open", "bot", public=True), new_id(), "192.0.2.8")
        shown = [brief.table for brief in (await house.lobby(CLARA)).waiting]
        assert first.table in shown
        assert len(shown) == PUBLIC_TABLES, "where there is room, all of one network are shown"


@awaited
async def test_an_address_is_not_stored(sqlite_address: str) -> None:
    async with a_house(sqlite_address, network_tables=5) as house:
        await house.open(ADA, wish("bot", "bot", "bot"), new_id(), "192.0.2.77")
    path = Path(sqlite_address.removeprefix("sqlite:///"))
    assert b"192.0.2.77" not in path.read_bytes()


@awaited
async def test_who_has_used_up_the_time_of_bots_opens_no_further_table_of_bots_alone(database: str) -> None:
    async with a_house(database, thinking=10.0) as house:
        opened = await house.open(ADA, wish("bot", "bot", "bot"), new_id(), "192.0.2.7")
        table = await house.table(opened.table)
        await thought(house, table, 30.0)
        with pytest.raises(Refused) as refused:
            await house.open(ADA, wish("bot", "bot", "bot"), new_id(), "192.0.2.7")
        assert refused.value.code == "too-much-thinking"
        await house.open(ADA, wish("me", "bot", "bot"), new_id(), "192.0.2.7")
        await house.open(BRUNO, wish("bot", "bot", "bot"), new_id(), "192.0.2.8")


async def thought(house: House, table: Table, seconds: float) -> None:
    """Let a bot move after having thought for so long."""
    await house._background.flush()
    (job,) = [job for job in await house._store.claim("me", 1000, 60_000) if job.table == table.id]
    await house.deliver(job, Result(table.match.options[0].text if table.match else "", seconds=seconds))


@awaited
async def test_people_are_served_before_tables_of_bots_alone(database: str) -> None:
    async with a_house(database) as house:
        for _ in range(30):
            await house.open(CLARA, wish("bot master", "bot master", "bot master"), new_id(), "192.0.2.7")
        opened = await house.open(ADA, wish("bot", "bot", "me"), new_id(), "192.0.2.8")
        table = await house.table(opened.table)
        while table.awaited == 2:
            await play(house, table, ADA)
        await house._background.flush()
        assert (await house._store.claim("me", 1, 60_000))[0].table == table.id


@awaited
async def test_who_has_had_much_thinking_waits_for_others(database: str) -> None:
    async with a_house(database, thinking=10.0) as house:
        greedy = await house.open(CLARA, wish("bot", "bot", "me"), new_id(), "192.0.2.7")
        table = await house.table(greedy.table)
        while table.awaited == 2:
            await play(house, table, CLARA)
        await thought(house, table, 30.0)
        while table.awaited == 2:
            await play(house, table, CLARA)
        modest = await house.open(ADA, wish("bot", "bot", "me"), new_id(), "192.0.2.8")
        other = await house.table(modest.table)
        while other.awaited == 2:
            await play(house, other, ADA)
        await house._background.flush()
        claimed = [(await house._store.claim("me", 1, 60_000))[0].table for _ in range(2)]
        assert claimed == [other.id, table.id]


@awaited
async def test_who_has_had_many_hints_waits_for_others(database: str) -> None:
    async with a_house(database, thinking=10.0) as house:
        tables = []
        for person, network in ((CLARA, "192.0.2.7"), (ADA, "192.0.2.8")):
            opened = await house.open(person, wish("me", "bot", "bot", coach=True), new_id(), network)
            tables.append(await house.table(opened.table))
        await house.findings.request(tables[0], "hint 1 0")
        (job,) = await house._store.claim("me", 1, 60_000, moves=False)
        await house.deliver(job, Result("{}", seconds=30.0))
        for table in tables:
            await house.findings.request(table, "hint 2 0")
        claimed = [(await house._store.claim("me", 1, 60_000, moves=False))[0].table for _ in range(2)]
        assert claimed == [tables[1].id, tables[0].id]


@awaited
async def test_idle_tables_without_people_end_by_themselves(database: str) -> None:
    async with a_house(database) as house:
        empty = await house.open(ADA, wish("open", "open", "open"), new_id())
        seated = await house.open(ADA, wish("me", "open", "open"), new_id())
        deserted = await house.open(BRUNO, wish("me", "me", "me"), new_id())
        await house.do(deserted.table, BRUNO, Leave(id=new_id()))
        await house._background.flush()
        now = milliseconds()
        await house._background.end_idle_tables(now + 3_600_000)
        assert (await house.table(empty.table)).status == "waiting"
        await house._background.end_idle_tables(now + 2 * 86_400_000)
        assert (await house.table(empty.table)).status == "closed"
        assert (await house.table(deserted.table)).status == "closed"
        assert (await house.table(seated.table)).status == "waiting"
        await house._background.end_idle_tables(now + 40 * 86_400_000)
        assert (await house.table(seated.table)).status == "closed"


@awaited
async def test_a_table_that_somebody_looks_at_does_not_end(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        empty = await house.open(ADA, wish("open", "open", "open"), new_id())
        house.presence.enter(empty.table, "ada")
        await house._background.end_idle_tables(milliseconds() + 2 * 86_400_000)
        assert (await house.table(empty.table)).status == "waiting"
