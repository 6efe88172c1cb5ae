"""People among themselves: muting, blocking, one's data, being forgotten."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.block_lists import BLOCK, MUTE
from ludoteca.house.service.short_memory import REMEMBERED
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.own_editions import MOST, KeptEdition
from ludoteca.house.store.personal import HandOver, hand_over_table, promise
from ludoteca.house.store.rows import Batch
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Chat, Join, Person, Rematch
from ludoteca.house.table.visibility import record_for
from ludoteca.house.web.app import Application
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify
from tests.house.ear import Ear
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, data_of, new_id, play, wish
from tests.house.test_host import FORM, Host, post


def test_who_is_muted_is_not_heard_and_can_be_heard_again(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        await people[1].do(table, "chat", text="blah blah")
        assert "blah blah" in (await people[0].ask("GET", f"/tables/{table}")).text
        async with people[0].live(table, "?form=page") as live:
            await live.next()
            assert (await post(people[0], f"/tables/{table}/do", do="mute 1")).status == 303
            changed = await live.until("layers")
            assert "t-talk" in json.dumps(changed) and "blah blah" not in json.dumps(changed)
        assert "blah blah" not in (await people[0].ask("GET", f"/tables/{table}")).text
        assert "blah blah" in (await people[2].ask("GET", f"/tables/{table}")).text
        heard = [(await somebody.ask("GET", f"/api/v1/tables/{table}")).json["chat"] for somebody in people]
        assert [len(chat) for chat in heard] == [0, 1, 1], "in JSON, too"
        async with people[0].live(table, "?form=json") as live:
            assert (await live.next())["table"]["chat"] == []
        assert "Bruno" in (await people[0].ask("GET", "/privacy")).text
        await post(people[0], "/me/hear", number="0", name="Bruno")
        assert "blah blah" in (await people[0].ask("GET", f"/tables/{table}")).text

    in_house(tmp_path, story)


@awaited
async def test_who_is_blocked_does_not_sit_down_and_is_not_shown(database: str) -> None:
    async with a_house(database) as house:
        first = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
        await house.do(first.table, BRUNO, Join(id=new_id()))
        await house.shun(first.table, ADA, 1, BLOCK)
        second = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
        with pytest.raises(Refused) as refused:
            await house.do(second.table, BRUNO, Join(id=new_id()))
        assert refused.value.code == "invitation", "nobody is told that they are blocked"
        await house.open(BRUNO, wish("me", "open", "open", public=True), new_id())
        assert not (await house.lobby(ADA)).waiting
        await house.shun(first.table, ADA, 1, "")
        assert len((await house.lobby(ADA)).waiting) == 1
        await house.do(second.table, BRUNO, Join(id=new_id()))
        with pytest.raises(Refused):
            await house.shun(first.table, ADA, 0, MUTE)


@awaited
async def test_who_is_erased_leaves_whole_matches_under_another_name(database: str) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", game="bosa", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        await house.do(opened.table, BRUNO, Chat(id=new_id(), text="my secret words"))
        table = await house.table(opened.table)
        people = {"ada": ADA, "bruno": BRUNO}
        while not table.finished:
            await play(house, table, people[table.seats[table.awaited].person])
        running = await house.open(BRUNO, wish("me", "open", "bot", public=True), new_id())
        await house.do(running.table, CLARA, Join(id=new_id()))
        data = await data_of(house, BRUNO)
        assert {one["table"] for one in data["tables"]} == {opened.table, running.table}
        assert "my secret words" in json.dumps(data)
        await house.do(opened.table, ADA, Chat(id=new_id(), text="words of mine"))
        await house.moderation.report(table, ADA, 1, "rude")
        moves = [line.text for line in record_for(table, -1).lines]
        await house.erase(BRUNO)
        again = await house.table(opened.table)
        assert again is not table and again.names[1] not in ("", "Bruno") and again.names[0] == "Ada"
        assert [line.text for line in record_for(again, -1).lines] == moves
        verify(again.game, read_record(record_for(again, -1).text()))
        assert (await house.table(running.table)).owner == "clara"
        assert not (await house.lobby(BRUNO)).yours
        assert "Ada" in json.dumps([brief.seats[0].name for brief in (await house.lobby(ADA)).recent])
        rows = await house._store.rows("select who, body, coalesce(command, '') from events")
        rows += await house._store.rows("select brief, '', '' from tables")
        rows += await house._store.rows("select about, name, passage from reports")
        text = json.dumps(rows)
        assert "words of mine" in rows[-1][2], "what others said is kept for the host"
        assert "bruno" not in text and "Bruno" not in text and "my secret words" not in text


@awaited
async def test_nobody_is_told_the_ids_of_others_with_their_data(database: str) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", game="bosa", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        table = await house.table(opened.table)
        people = {"ada": ADA, "bruno": BRUNO}
        while not table.finished:
            await play(house, table, people[table.seats[table.awaited].person])
        await house.do(opened.table, ADA, Rematch(id=new_id()))
        data = json.dumps(await data_of(house, ADA))
        assert '"ada"' in data and '"Bruno"' in data and '"bruno"' not in data


@awaited
async def test_other_servers_forget_too(postgres_address: str) -> None:
    async with a_house(postgres_address) as here, a_house(postgres_address) as there:
        opened = await here.open(ADA, wish("me", "open", "open", public=True), new_id())
        await here.do(opened.table, BRUNO, Join(id=new_id()))
        assert (await there.table(opened.table, 2)).names[1] == "Bruno"
        listener = Ear(there, opened.table)
        await here.erase(ADA)
        while "Ada" in (await there.table(opened.table)).names:
            await anext(listener)


@awaited
async def test_the_matches_of_a_guest_move_to_a_person(database: str) -> None:
    async with a_house(database) as house:
        guest, person = Person("guest", "Guest 1234"), Person("person", "Ada")
        opened = await house.open(guest, wish("me", "bot", "bot"), new_id())
        await house.merge(guest, person)
        assert [brief.table for brief in (await house.lobby(person)).yours] == [opened.table]
        assert (await house.table(opened.table)).owner == "person"


@awaited
async def test_a_hand_over_ends_after_a_server_died_in_its_midst(database: str) -> None:
    guest, person = Person("guest", "Guest 1234"), Person("person", "Ada")
    async with a_house(database) as house:
        opened = [(await house.open(guest, wish("me", "bot", "bot"), new_id())).table for _ in range(3)]
        await house._background.flush()
        due = HandOver(guest.id, person.id, "", erase=False)

        def begin(connection: Connection) -> None:
            promise(connection, due, milliseconds() - 1)
            hand_over_table(connection, opened[1], due)

        await house._store.in_transaction(begin)
    async with a_house(database) as house:
        while await house._store.rows("select 1 from hand_overs where looks = 2"):
            await asyncio.sleep(0.01)
        await house._background.flush()
        assert {brief.table for brief in (await house.lobby(person)).yours} == set(opened)
        assert not (await house.lobby(guest)).yours


@awaited
async def test_a_hand_over_looks_once_more_for_a_seat_that_was_written_late(database: str) -> None:
    guest, person = Person("guest", "Guest 1234"), Person("person", "Ada")
    async with a_house(database) as house:
        opened = (await house.open(guest, wish("me", "bot", "bot"), new_id())).table
        await house._background.flush()
        await house.merge(guest, person)
        await house._store.change("insert into places (person, table_id) values ('guest', ?)", opened)
        await house.personal_data._end_what_began(milliseconds() + 1)
        assert not await house._store.rows("select 1 from places where person = 'guest'")
        assert not await house._store.rows("select 1 from hand_overs")


@awaited
async def test_others_write_while_somebody_with_many_tables_signs_in(database: str) -> None:
    guest, person = Person("guest", "Guest 1234"), Person("person", "Ada")
    async with a_house(database) as house:
        for _ in range(4):
            await house.open(guest, wish("me", "bot", "bot"), new_id())
        transactions: list[int] = []
        carried_out = house._store.in_transaction

        async def counted(work: Callable[[Connection], Any]) -> Any:
            tables = await carried_out(work)
            transactions.append(len(tables) if isinstance(tables, list) else 0)
            return tables

        house._store.in_transaction = counted  # type: ignore[method-assign]
        await house.merge(guest, person)
        assert max(transactions) == 1 and transactions.count(1) == 4, "one table at a time"


@awaited
async def test_own_editions_are_few_move_with_their_writer_and_leave_with_them(database: str) -> None:
    async with a_house(database) as house:
        guest, person = Person("guest", "Guest 1234"), Person("person", "Ada")
        for number in range(MOST + 2):
            edition = KeptEdition("bosa", f"{number:012x}", f"box-{number} {number:012x}", "…")
            await house.shelf.keep(edition, guest.id)
        assert len(await house.shelf.rows.of(guest.id, "bosa")) == MOST
        assert await house.shelf.rows.of(guest.id, "bologna") == []
        await house.merge(guest, person)
        assert await house.shelf.rows.of(guest.id, "bosa") == []
        assert len(await house.shelf.rows.of(person.id, "bosa")) == MOST
        assert (await data_of(house, person))["editions"][0]["game"] == "bosa"
        await house.erase(person)
        assert (await data_of(house, person))["editions"] == []


def test_data_and_erasure_by_the_page(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        file = await people[0].ask("GET", "/me/data")
        assert file.json["name"] == "Ada" and "attachment" in file.headers["content-disposition"]
        assert (await post(people[0], "/me/erase")).status == 422
        gone = await post(people[0], "/me/erase", sure="yes")
        assert gone.status == 303 and "Max-Age=0" in gone.headers["set-cookie"]
        names = [seat["name"] for seat in (await people[1].see(table))["seats"]]
        assert "Ada" not in names and names[1:] == ["Bruno", "Clara"]
        for language in ("en", "it"):
            page = await people[1].ask("GET", "/privacy", headers={"accept-language": language, **FORM})
            assert page.status == 200

    in_house(tmp_path, story)


def test_a_link_to_another_device_shows_a_page_and_works_by_its_button(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        token = (await ada.ask("POST", "/api/v1/me/link")).json["token"]
        phone = Somebody(app)
        page = await phone.ask("GET", f"/carry/{token}")
        assert page.status == 200 and "Ada" in page.text
        assert (await post(phone, f"/carry/{token}")).status == 303
        assert (await phone.ask("GET", "/api/v1/me")).json["name"] == "Ada"

    in_house(tmp_path, story)


def test_who_is_forgotten_is_still_banned(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        cookie = people[1].cookie
        host = await Host(app).come_in()
        await host.does(f"ban {table} 1")
        assert (await post(people[1], "/me/erase", sure="yes")).status == 303
        await app.follow_the_host()
        back = Somebody(app, cookie)
        wished = {"id": "one", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = await back.ask("POST", "/api/v1/tables", wished)
        assert answer.status == 403 and answer.json["type"] == "banned"
        seen = await host.sees()
        assert "Bruno" not in str(seen["standings"]) + str(seen["audit"]), "by a number, without a name"

    in_house(tmp_path, story)


def test_nobody_asks_for_their_data_again_and_again(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, bruno = await Somebody(app).named("Ada"), await Somebody(app).named("Bruno")
        answers = [(await ada.ask("GET", "/me/data")).status for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert (await bruno.ask("GET", "/me/data")).status == 200

    in_house(tmp_path, story)


@awaited
async def test_who_is_blocked_at_one_server_does_not_sit_down_through_another(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        first = await one.open(ADA, wish("me", "open", "bot", public=True), new_id())
        joined = await two.do(first.table, BRUNO, Join(id=new_id()))
        await one.table(first.table, joined.seq)
        now = time.monotonic()
        await one.shun(first.table, ADA, 1, BLOCK)
        second = await one.open(ADA, wish("me", "open", "bot", public=True), new_id())
        monkeypatch.setattr(time, "monotonic", lambda: now + REMEMBERED + 1)
        with pytest.raises(Refused) as refused:
            await two.do(second.table, BRUNO, Join(id=new_id()))
        assert refused.value.code == "invitation"


@awaited
async def test_places_are_written_when_somebody_comes_and_not_with_every_brief(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), new_id())
        await house._background.flush()
        written: list[tuple[str, ...]] = []
        append = house._store.append

        async def watched(batch: Batch) -> None:
            written.extend(brief.people for brief in batch.briefs)
            await append(batch)

        monkeypatch.setattr(house._store, "append", watched)
        for text in ("one", "two"):
            await house.do(opened.table, ADA, Chat(id=new_id(), text=text))
            await house._background.flush()
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        await house._background.flush()
        assert written[-1] == tuple(sorted((ADA.id, BRUNO.id)))
        assert written[-2] == (), "it was known who sits there"
        assert len(await house._store.briefs_of(BRUNO.id, 5)) == 1
