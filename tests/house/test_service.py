"""The house as a service: durable, once only, told to who listens; on both databases alike."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from ludoteca.house.refusals import Forbidden, NoSuchTable, Refused
from ludoteca.house.service import background
from ludoteca.house.service.house import House
from ludoteca.house.store.driver import StoreError
from ludoteca.house.store.rows import EventRow, Notice
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table import table as table_module
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import (
    CHAT_LENGTH,
    Act,
    Back,
    Chat,
    Invite,
    Join,
    Leave,
    Person,
    Rematch,
    Undo,
)
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import record_for
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify
from tests.house.ear import Ear
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, called_again, new_id, play, until, wish


async def two_at_a_table(house: House) -> Table:
    """Ada and Bruno, each with the seats that make a table of Bosa."""
    opened = await house.open(ADA, wish("me", "open", game="bosa"), new_id())
    await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
    table = await house.table(opened.table)
    assert table.status == "playing"
    return table


def whose(table: Table) -> Person:
    return {"ada": ADA, "bruno": BRUNO}[table.seats[table.awaited].person]


async def finish(house: House, table: Table) -> None:
    while not table.finished:
        await play(house, table, whose(table), -1)


@awaited
async def test_opening_twice_with_one_id_is_one_table(database: str) -> None:
    async with a_house(database) as house:
        first = await house.open(ADA, wish("me", "open", "open"), "one")
        assert await house.open(ADA, wish("me", "open", "open"), "one") == first
        assert (await house.open(ADA, wish("me", "open", "open"), "two")).table != first.table
        assert (await house.open(BRUNO, wish("me", "open", "open"), "one")).table != first.table
        assert len((await house.lobby(ADA)).yours) == 2
        assert await house.limits.tables_of(ADA) == 2


@awaited
async def test_a_retried_command_is_answered_again_and_never_carried_out_twice(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        person = whose(table)
        assert table.match is not None
        command = Act(id="again", text=table.match.options[0].text)
        first = await house.do(table.id, person, command)
        again = await house.do(table.id, person, command)
        assert (again.seq, again.repeated, first.repeated) == (first.seq, True, False)
        assert table.seq == first.seq
        story = list(table.match.story)
        other = BRUNO if person is ADA else ADA
        with pytest.raises(Refused):
            await house.do(table.id, other, command)
        assert table.match.story == story
    async with a_house(database) as house:
        later = await house.do(table.id, person, command)
        assert (later.seq, later.repeated) == (first.seq, True), "even after a restart"


@awaited
async def test_many_retries_at_once_are_one(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        commands = [Chat(id="same", text="hello")] * 20
        answers = await asyncio.gather(*(house.do(table.id, ADA, command) for command in commands))
        assert len({answer.seq for answer in answers}) == 1
        assert [message.text for message in table.chat] == ["hello"]


@awaited
async def test_a_restart_changes_nothing(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        for _ in range(25):
            await play(house, table, whose(table))
        await house.do(table.id, ADA, Chat(id=new_id(), text="see you"))
        await house.do(table.id, BRUNO, Leave(id=new_id()))
        assert table.match is not None
        before = table.match.record().text()
    async with a_house(database) as house:
        again = await house.table(table.id)
        assert again is not table and again.match is not None
        assert again.match.record().text() == before
        assert again.seq == table.seq and again.brief() == table.brief()
        assert [message.text for message in again.chat] == ["see you"]


@awaited
async def test_nothing_is_shown_before_it_is_written(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        ear = Ear(house, table.id)
        seq = table.seq
        assert table.match is not None
        store = house._store
        entered, leave = asyncio.Event(), asyncio.Event()
        write = store.write

        def slow(batch: object) -> asyncio.Future[None]:
            async def later() -> None:
                entered.set()
                await leave.wait()
                await write(batch)  # type: ignore[arg-type]

            return asyncio.ensure_future(later())

        store.write = slow  # type: ignore[method-assign]
        doing = asyncio.create_task(play(house, table, whose(table)))
        await entered.wait()
        seen = await house.table(table.id)
        assert seen.seq == seq and not doing.done()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(ear), 0.05)
        store.write = write  # type: ignore[method-assign]
        leave.set()
        await doing
        assert await anext(ear) == seq + 1 == table.seq


@awaited
async def test_a_command_whose_client_went_away_is_still_told(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        ear = Ear(house, table.id)
        doing = asyncio.create_task(house.do(table.id, ADA, Chat(id="gone", text="hello")))
        await asyncio.sleep(0)
        doing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await doing
        answer = await house.do(table.id, ADA, Chat(id="gone", text="hello"))
        assert (await house.table(table.id)).seq == answer.seq
        assert await asyncio.wait_for(anext(ear), 5) == answer.seq
        assert len(table.chat) == 1


@awaited
async def test_tables_that_are_not_there(database: str) -> None:
    async with a_house(database) as house:
        with pytest.raises(NoSuchTable):
            await house.table("nowhere")
        with pytest.raises(NoSuchTable):
            await house.do("nowhere", ADA, Chat(id="c", text="hello?"))


@awaited
async def test_invitations_are_told_to_the_seated_and_stored_hashed(database: str) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), "one")
        table = await house.table(opened.table)
        assert house.invitation(table, ADA) == opened.invitation
        assert house.invitation(table, BRUNO) == ""
        for wrong in ("", "x", opened.table):
            with pytest.raises(Forbidden):
                await house.do(table.id, BRUNO, Join(id=new_id(), token=wrong))
        await house.do(table.id, ADA, Invite(id="new"))
        with pytest.raises(Forbidden):
            await house.do(table.id, BRUNO, Join(id=new_id(), token=opened.invitation))
        fresh = house.invitation(table, ADA)
        await house.do(table.id, BRUNO, Join(id=new_id(), token=fresh))
        await house.do(table.id, CLARA, Join(id=new_id(), token=fresh))
        assert table.status == "playing" and house.invitation(table, ADA) == ""
        dump = await house._store.read(
            lambda connection: connection.run("select body, command, who from events")
        )
        assert fresh not in str(dump) and opened.invitation not in str(dump)
        ((secret,),) = await house._store.read(lambda connection: connection.run("select secret from tables"))
        assert len(secret) == 64 and secret not in str(dump)


@awaited
async def test_everybody_who_sits_down_brings_a_nonce(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        nonces = [seat.nonce for seat in table.seats]
        assert all(nonces) and len(set(nonces)) == 2
        await finish(house, table)
        assert verify(table.game, read_record(record_for(table, -1).text())).derived


@awaited
async def test_the_lobby(database: str) -> None:
    async with a_house(database) as house:
        waiting = await house.open(ADA, wish("me", "open", game="bosa", public=True), "one")
        hidden = await house.open(ADA, wish("me", "open", game="bosa"), "two")
        table = await two_at_a_table(house)
        shown = await house.open(CLARA, wish("me", "open", game="bosa", public=True), "three")
        await house.do(shown.table, BRUNO, Join(id=new_id()))
        for_nobody = await house.lobby(None)
        assert [brief.table for brief in for_nobody.waiting] == [waiting.table]
        assert [brief.table for brief in for_nobody.watch] == [shown.table]
        assert for_nobody.yours == [] and "ada" not in str(for_nobody)
        for_ada = await house.lobby(ADA)
        assert {brief.table for brief in for_ada.yours} == {waiting.table, hidden.table, table.id}
        assert for_ada.waiting == [] and "bruno" not in str(for_ada)
        other = BRUNO if whose(table) is ADA else ADA
        first = (await house.lobby(whose(table))).yours[0]
        assert first.awaits_you
        (same,) = [brief for brief in (await house.lobby(other)).yours if brief.table == table.id]
        assert not same.awaits_you
        await finish(house, table)
        assert [brief.table for brief in (await house.lobby(ADA)).recent] == [table.id]
        assert (await house.lobby(CLARA)).recent == [], "it was not public"
        (done,) = (await house.lobby(ADA)).recent
        assert done.result and done.winners and done.status == "finished"
        await house.do(waiting.table, ADA, Leave(id=new_id()))
        assert (await house.lobby(BRUNO)).waiting == []


@awaited
async def test_a_rematch_keeps_everybodys_seat(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        with pytest.raises(Refused):
            await house.do(table.id, ADA, Rematch(id=new_id()))
        await finish(house, table)
        answer = await house.do(table.id, ADA, Rematch(id="again"))
        assert answer.rematch and table.rematch == answer.rematch
        assert (await house.do(table.id, ADA, Rematch(id="again"))).rematch == answer.rematch
        assert (await house.do(table.id, BRUNO, Rematch(id="me too"))).rematch == answer.rematch
        with pytest.raises(Forbidden):
            await house.do(table.id, CLARA, Rematch(id=new_id()))
        new = await house.table(answer.rematch)
        assert new.after == table.id and new.status == "waiting"
        assert [seat.kind for seat in new.seats] == ["person", "kept"]
        with pytest.raises(Forbidden):
            await house.do(new.id, CLARA, Join(id=new_id()))
        await house.do(new.id, BRUNO, Join(id=new_id()))
        assert new.status == "playing" and new.commitment != table.commitment


@awaited
async def test_undo_through_the_house(database: str) -> None:
    async with a_house(database) as house:
        table = await two_at_a_table(house)
        while True:
            person = whose(table)
            await play(house, table, person)
            if table.undoable(person.id):
                break
        assert table.match is not None
        count = len(table.match.entries)
        await house.do(table.id, person, Undo(id=new_id()))
        assert len(table.match.entries) == count - 1


@awaited
async def test_the_server_owns_the_deadline(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "BOT_DECIDES", 0)
    async with a_house(database) as house:
        clock = ClockWish("move", 1)
        opened = await house.open(ADA, wish("me", "me", game="bosa", clock=clock), "one")
        table = await house.table(opened.table)
        seat = table.awaited
        await until(lambda: table.seats[seat].bot)
        notes = [line.text for line in record_for(table, -1).lines if line.who == "!"]
        assert notes == [f"time {seat}", f"bot {seat} regular"]
        await house.do(table.id, ADA, Back(id=new_id(), seat=seat))
        await play(house, table, ADA)


@awaited
async def test_who_ran_out_of_time_while_no_server_was_there_gets_some_more(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now)
    monkeypatch.setattr(background, "CLOCK_INTERVAL", 0.01)
    async with a_house(sqlite_address, clocks=False) as house:
        clock = ClockWish("move", 1)
        opened = await house.open(ADA, wish("me", "me", game="bosa", clock=clock), "one")
    now += 2_000_000_000
    async with a_house(sqlite_address, mercy=30) as house:
        table = await house.table(opened.table)
        await called_again(house._store, "due", monkeypatch)
        assert not table.seats[table.awaited].bot
        await play(house, table, ADA)
    now += 2_000_000_000
    async with a_house(sqlite_address, mercy=0) as house:
        table = await house.table(opened.table)
        seat = table.awaited
        await until(lambda: table.seats[seat].bot)


@awaited
async def test_the_shelf_forgets_and_rebuilds(database: str) -> None:
    async with a_house(database, cache=3) as house:
        opened = [await house.open(ADA, wish("me", "me", game="bosa"), new_id()) for _ in range(8)]
        for _ in range(3):
            for one in opened:
                table = await house.table(one.table)
                await play(house, table, ADA)
        assert house.figures()["tables_cached"] == 3
        assert house.figures()["tables_rebuilt"] >= 16
        for one in opened:
            assert (await house.table(one.table)).seq == 5
    async with a_house(database) as house:
        assert await house.preload(100) == 8


@awaited
async def test_the_house_says_how_it_is(database: str) -> None:
    async with a_house(database) as house:
        assert await house.healthy() == ""
        await house.open(ADA, wish("me", "open", "open"), "one")
        figures = house.figures()
        assert figures["events"] == 1 and figures["tables_cached"] == 1


# Several processes


@awaited
async def test_two_houses_on_one_postgres_play_one_match(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        table = await two_at_a_table(one)
        mirror = await two.table(table.id, at_least=table.seq)
        ear = Ear(two, table.id)
        for number in range(30):
            if table.finished:
                break
            here, there = (one, table), (two, mirror)
            house, seen = (here, there)[number % 2]
            other = (here, there)[1 - number % 2]
            await play(house, await house.table(table.id, at_least=other[1].seq), whose(seen))
            await other[0].table(table.id, at_least=seen.seq)
            assert table.match is not None and mirror.match is not None
            assert table.match.record().text() == mirror.match.record().text()
        await one.do(table.id, ADA, Chat(id=new_id(), text="hello over there"))
        await until(lambda: mirror.chat)
        while await asyncio.wait_for(anext(ear), 5) < table.seq:
            pass


@awaited
async def test_two_houses_that_act_at_once_are_settled_by_the_number(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        table = await two_at_a_table(one)
        mirror = await two.table(table.id)
        ears = [Ear(house, table.id) for house in (one, two)]
        texts = [f"{name} {n}" for n in range(20) for name in ("one", "two")]
        houses = {"one": one, "two": two}
        await asyncio.gather(
            *(houses[text[:3]].do(table.id, ADA, Chat(id=new_id(), text=text)) for text in texts)
        )
        await until(lambda: len(table.chat) == len(mirror.chat) == len(texts))
        assert [m.text for m in table.chat] == [m.text for m in mirror.chat]
        assert sorted(m.text for m in table.chat) == sorted(texts)
        for ear in ears:
            assert await asyncio.wait_for(anext(ear), 5) == table.seq


@awaited
async def test_a_table_that_nobody_follows_is_read_when_somebody_asks_for_it(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        table = await two_at_a_table(one)
        mirror = await two.table(table.id, at_least=table.seq)
        known = mirror.seq
        for _ in range(3):
            await play(one, table, whose(table))
        cached = two._cache.get(table.id)
        assert cached is not None
        await until(lambda: cached.missed == 3)
        assert mirror.seq == known and two.cached_table(table.id) is None
        assert (await two.table(table.id)).seq == table.seq and not cached.stale


@awaited
async def test_a_table_that_a_server_does_not_have_in_memory_does_not_wake_it(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        far, near = await two_at_a_table(one), await two_at_a_table(one)
        mirror = await two.table(near.id, at_least=near.seq)
        heard: list[str] = []
        listener = two._store._listener
        assert listener is not None
        tell = listener._heard

        def hear(notices: list[str]) -> None:
            heard.extend(notices)
            tell(notices)

        listener._heard = hear
        for table in (far, near):
            await one.do(table.id, ADA, Chat(id=new_id(), text="hello over there"))
        await until(lambda: any("hello over there" in text for text in heard))
        assert {json.loads(text)[1] for text in heard} == {near.id}
        assert (await two.table(far.id)).chat and (await two.table(near.id)) is mirror and mirror.chat


@awaited
async def test_what_others_wrote_while_a_table_was_read_is_not_missed(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(postgres_address) as here, a_house(postgres_address) as there:
        opened = await here.open(ADA, wish("me", "open", "open", public=True), new_id())
        reading, told = asyncio.Event(), asyncio.Event()
        read = there._store.read

        async def slowly(*words: Any) -> Any:
            found = await read(*words)
            reading.set()
            await told.wait()
            return found

        monkeypatch.setattr(there._store, "read", slowly)
        looking = asyncio.create_task(there.table(opened.table))
        await reading.wait()
        await here.do(opened.table, BRUNO, Join(id=new_id()))
        there._background.other_process_wrote(Notice("here", opened.table, 2))
        told.set()
        assert (await looking).names[1] == "Bruno"


@pytest.mark.parametrize(("text", "read"), [("all at once", False), ("🎲" * CHAT_LENGTH, True)])
@awaited
async def test_what_others_wrote_at_tables_that_are_followed_is_told_or_read_together(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, text: str, read: bool
) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        tables = [await two_at_a_table(one) for _ in range(8)]
        mirrors = [await two.table(table.id, at_least=table.seq) for table in tables]
        ears = [Ear(two, table.id) for table in tables]
        alone: list[str] = []
        monkeypatch.setattr(two._store, "events", lambda table, *_: alone.append(table))
        together: list[int] = []
        events_after = two._store.events_after

        async def counted(known: dict[str, int]) -> list[EventRow]:
            together.append(len(known))
            return await events_after(known)

        monkeypatch.setattr(two._store, "events_after", counted)
        said = (one.do(table.id, ADA, Chat(id=new_id(), text=text)) for table in tables)
        await asyncio.gather(*said)
        await until(lambda: all(mirror.chat for mirror in mirrors))
        for ear, table in zip(ears, tables, strict=True):
            assert await asyncio.wait_for(anext(ear), 5) == table.seq
        assert not alone
        assert bool(together) == read


@awaited
async def test_one_server_alone_searches_for_what_others_left_undone(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RECOVERY_INTERVAL", 0.05)
    searched: list[int] = []

    async def search(before: int, count: int) -> list[str]:
        searched.append(before)
        return []

    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        while not await one._store.spend(background.RECOVERY, milliseconds() + 60_000):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        for house in (one, two):
            monkeypatch.setattr(house._store, "lagging", search)
        await asyncio.sleep(0.5)
        assert not searched
        await one._store.change("delete from spent")
        await until(lambda: searched)


@awaited
async def test_one_action_sent_to_two_houses_is_played_once(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        table = await two_at_a_table(one)
        await two.table(table.id)
        for _ in range(10):
            person = whose(table)
            assert table.match is not None
            entries = len([entry for entry in table.match.entries if entry.seat >= 0])
            command = Act(id=new_id(), text=table.match.options[0].text)
            answers = await asyncio.gather(*(house.do(table.id, person, command) for house in (one, two)))
            assert answers[0].seq == answers[1].seq
            await one.table(table.id, at_least=answers[0].seq)
            assert len([entry for entry in table.match.entries if entry.seat >= 0]) == entries + 1


@awaited
async def test_the_lobby_of_another_house_shows_a_new_table_at_once(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        opened = await one.open(ADA, wish("me", "open", "open", public=True), "one")
        assert [brief.table for brief in (await two.lobby(None)).waiting] == [opened.table]


@awaited
async def test_an_unreachable_database_refuses_to_start() -> None:
    house = House("postgresql://nobody@127.0.0.1:9/none", b"key", patience=0.5)
    with pytest.raises(StoreError, match="cannot be reached"):
        await house.start()


@awaited
async def test_what_was_said_while_nobody_listened_is_read_again(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        table = await two_at_a_table(one)
        await two.table(table.id)
        quiet, heard = await one.table(table.id), Ear(one, table.id)
        await one._store.read(
            lambda connection: connection.run(
                "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen ludoteca_%'"
            )
        )
        answer = await two.do(table.id, ADA, Chat(id=new_id(), text="can you hear me?"))
        while await asyncio.wait_for(anext(heard), 10) < answer.seq:
            pass
        assert quiet.seq == answer.seq
        assert (await two.table(table.id, at_least=answer.seq)).seq == answer.seq
