"""No log holds what cannot be replayed; and if one did, its table would be set aside and harm nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.refusals import Broken, Fault
from ludoteca.house.store.rows import Batch, EventRow
from ludoteca.house.table.commands import Join, Leave
from ludoteca.house.table.events import Acted
from ludoteca.house.table.rehearsal import rehearse
from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Committed
from ludoteca.kernel.errors import CroupierError
from ludoteca.kernel.state import State
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, play, until, wish
from tests.house.test_strange_input import post_form

SEATS = {"seat 0": "me", "seat 1": "open", "seat 2": "bot", "public": "yes"}


@pytest.mark.parametrize("nonce", ["a  b", " ", "#", "a\n", "x" * 65, "ü"])
def test_a_form_with_an_odd_nonce_opens_nothing(nonce: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        answer = await post_form(ada, "/games/bologna/open", {**SEATS, "nonce": nonce})
        assert answer.status == 422
        says = {"id": "open", "game": "bologna", "seats": [{"kind": "me"}] * 3, "nonce": nonce}
        assert (await ada.ask("POST", "/api/v1/tables", says)).status == 422
        assert (await ada.ask("GET", "/api/v1/lobby")).json["yours"] == []

    in_house(tmp_path, story)


@pytest.mark.parametrize("command", ["a b", "#", "a\n", "x" * 65])
def test_a_form_with_an_odd_command_id_opens_nothing(command: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        for path, fields in [("/games/bologna/open", SEATS), ("/play", {"game": "bologna"})]:
            assert (await post_form(ada, path, {**fields, "command": command})).status == 422

    in_house(tmp_path, story)


@awaited
async def test_a_start_that_cannot_be_is_refused_before_it_is_written(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
        table = await house.table(opened.table)

        def stumble(*words: Any) -> None:
            raise CroupierError("no luck today")

        with monkeypatch.context() as patch:
            patch.setattr(Committed, "__init__", stumble)
            with pytest.raises(Fault):
                await house.do(table.id, BRUNO, Join(id=new_id()))
        assert table.seq == 1 and table.seats_of("bruno") == []
        await house.do(table.id, BRUNO, Join(id=new_id()))
        assert table.match is not None


@awaited
async def test_chance_that_fails_after_an_action_is_refused_before_it_is_written(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "me", "me", game="bosa"), new_id())
        table = await house.table(opened.table)

        def stumble(croupier: Committed, state: State) -> None:
            raise CroupierError("no luck today")

        for _ in range(200):
            before = table.seq
            with monkeypatch.context() as patch:
                patch.setattr(Committed, "settle", stumble)
                try:
                    await play(house, table, ADA)
                except Fault:
                    assert table.seq == before
                    break
        else:
            pytest.fail("chance was never asked")
        await play(house, table, ADA)
        assert table.seq == before + 1


@awaited
async def test_a_table_that_cannot_be_rebuilt_is_set_aside(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
        fine = await house.open(ADA, wish("me", "open", "bot", public=True), new_id())
        store = house._store
        bad = EventRow(opened.table, 2, 1, "acted", "ada", '{"seat":0,"text":"no such thing"}', None)
        await store.append(Batch(events=[bad]))
    async with a_house(database) as house:
        await until(lambda: house.figures()["tables_set_aside"] == 1)
        for _ in range(3):
            with pytest.raises(Broken, match="set aside") as told:
                await house.table(opened.table)
            assert told.value.status == 409
        with pytest.raises(Broken):
            await house.do(opened.table, ADA, Leave(id=new_id()))
        assert caplog.text.count(f"{opened.table} is set aside") == 1
        store = house._store
        while not await store.set_aside():
            pass
        assert await store.set_aside() == [opened.table]
        for person in (None, ADA, BRUNO):
            lobby = await house.lobby(person)
            listed = [brief.table for brief in [*lobby.yours, *lobby.waiting]]
            assert listed == [fine.table]


def test_a_page_says_that_a_table_is_set_aside(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        seq = (await people[0].see(table))["seq"]
        bad = EventRow(table, seq + 1, 1, "acted", "ada", '{"seat":0,"text":"no such thing"}', None)
        await app.house._store.append(Batch(events=[bad]))
        app.house._cache.mark_all_stale()
        for path in ("", "/replay", "/record"):
            answer = await people[0].ask("GET", f"/tables/{table}{path}", headers={"accept": "text/html"})
            assert answer.status == 409 and "set aside" in answer.text

    in_house(tmp_path, story)


def test_a_rehearsal_changes_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table_id, _ = await table_of(app, "bosa", ["Ada", "Bruno"])
        table = await app.house.table(table_id)
        assert table.match is not None
        before = table.match.record().text()
        for action in table.match.options:
            rehearse(table, [Acted(table.awaited, action.text)], "en")
        assert table.match.record().text() == before

    in_house(tmp_path, story)
