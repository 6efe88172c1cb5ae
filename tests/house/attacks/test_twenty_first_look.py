"""What a twenty-first look at the house found."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.datafiles.spreadsheet import as_csv, with_csv
from ludoteca.house.service.trials import KEPT, Trial, Trials
from ludoteca.house.settings import Limits
from ludoteca.house.store.accounts import Account, Passkey, Session
from ludoteca.house.store.migrate import COLUMNS
from ludoteca.house.table.commands import Join, Person
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, wish
from tests.house.test_connections import WHOLE, Served, both_parsers, reading_app, served
from tests.house.test_host import post

HIDDEN = b"GET /hidden HTTP/1.1\r\nhost: house.test\r\n\r\n"
PIECES = b"transfer-encoding: chunked\r\n"
CUP = {
    "name": "Cup",
    "game": "bosa",
    "seats": 2,
    "form": "swiss",
    "rounds": 2,
    "clock": {"kind": "move", "seconds": 86400},
}


def wishing_for(protocol: bytes, method: bytes, more: bytes = b"") -> bytes:
    """The head of a request whose sender would rather speak something else."""
    return (
        method + b" / HTTP/1.1\r\nhost: house.test\r\nconnection: upgrade\r\n"
        b"upgrade: " + protocol + b"\r\n" + more + b"\r\n"
    )


class Asked:
    """An application that notes what it is asked for, and how long the bodies are."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.paths.append(scope["path"])
        await reading_app(scope, receive, send)


async def told(house: Served, *parts: bytes) -> bytes:
    """What comes back within a moment."""
    reader, writer = await house.connect()
    found = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.02)
        while piece := await asyncio.wait_for(reader.read(65_536), 0.2):
            found += piece
    writer.close()
    return found


@both_parsers
@pytest.mark.parametrize("protocol", [b"h2c", b"h2c, websocket"])
@pytest.mark.parametrize("method", [b"POST", b"GET"])
@awaited
async def test_the_body_of_a_request_that_wishes_for_another_protocol_is_not_the_next_request(
    quick: bool, protocol: bytes, method: bytes
) -> None:
    """Behind a proxy it was answered in place of what somebody else asked for next."""
    body = b"\r\n" * 4000 + HIDDEN
    pieces = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    asked = Asked()
    async with served(quick, Limits(), asked) as house:
        for framing, sent in ((b"content-length: %d\r\n" % len(body), body), (PIECES, pieces)):
            head = wishing_for(protocol, method, framing)
            for parts in ((head + sent,), (head, sent), (head, sent[:5000], sent[5000:])):
                assert (await told(house, *parts)).count(b"HTTP/1.1 ") <= 1
    assert "/hidden" not in asked.paths


@both_parsers
@awaited
async def test_what_follows_a_wish_for_another_protocol_is_answered_or_the_connection_ends(
    quick: bool,
) -> None:
    """What came with it was thrown away, and what came later was answered in its place."""
    asked = Asked()
    async with served(quick, Limits(), asked) as house:
        answers = await told(house, wishing_for(b"h2c", b"GET") + HIDDEN, WHOLE)
    assert answers.startswith(b"HTTP/1.1 200")
    assert answers.count(b"HTTP/1.1 200") == len(asked.paths)
    assert asked.paths == ["/", "/hidden", "/"] or b"connection: close" in answers


@awaited
async def test_one_key_for_two_accounts_at_once_through_two_servers_is_the_first_ones(
    postgres_address: str,
) -> None:
    """One of them was answered with a fault."""
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        for number in range(12):
            names = [f"account {number} {which}" for which in range(2)]
            made = await asyncio.gather(
                *(
                    house.account_store.create(
                        Account(name, "Ada", "en", 0),
                        Passkey(f"key {number}", name, "", 0, "", 0, 0),
                        Session(f"session {name}", name, "", 0, 0),
                    )
                    for name, house in zip(names, (one, two), strict=True)
                )
            )
            assert sorted(made) == [False, True]
            kept = await one._store.rows("select id from accounts where id in (?, ?)", *names)
            assert [name for (name,) in kept] == [names[made.index(True)]]


@awaited
async def test_what_somebody_was_as_a_guest_is_forgotten_with_the_account(database: str) -> None:
    """The name stayed in the lists of who had muted the guest, and so did the guest's own reports."""
    guest, person = ADA, Person("ada with an account", "Adele", session="s")
    async with a_house(database) as house:
        opened = await house.open(guest, wish("me", "open", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), seat=1))
        table = await house.table(opened.table)
        await house.shun(opened.table, BRUNO, 0, "mute")
        await house.shun(opened.table, guest, 1, "block")
        await house.moderation.report(table, guest, 1, "words of Ada")
        await house.merge(guest, person)
        assert await house.moderation.rows.reports_by(person.id) == 1
        assert {one.other for one in await house.moderation.rows.shunned_by(BRUNO.id)} == {person.id}
        await house.erase(person)
        assert await house.moderation.rows.reports(False, 9) == []
        for name, columns in COLUMNS.items():
            rows = str(await house._store.rows(f"select {columns} from {name} where 1 = 1"))
            if name != "hand_overs":  # it looks once more, a minute later
                assert not any(f"'{word}'" in rows for word in (guest.id, guest.name, person.id, person.name))


@pytest.mark.parametrize("cut", [";", ",", "|", '; "', ";'", "; "])
@pytest.mark.parametrize("sign", ["=", "＝"])
def test_no_cell_of_a_strangers_edition_is_a_formula_where_cells_end_with_something_else(
    cut: str, sign: str
) -> None:
    """A program set to semicolons took what followed one for a cell of its own."""
    game = games.load("bello_divorum")
    name = f"Tax{cut}{sign}HYPERLINK(A1)".replace('"', '\\"')
    text = game.library.house_file.read_text(encoding="utf-8").replace("Flower War", name, 1)
    sheet = as_csv(text, game.read_edition, "pantheon.power")
    for separator in (",", ";", "|"):
        for row in csv.reader(io.StringIO(sheet), delimiter=separator):
            assert not any(cell.strip(' "').startswith(sign) and not cell[1:].isdigit() for cell in row)
    assert with_csv(text, sheet, game.read_edition, only="pantheon.power") == text


@awaited
async def test_whoever_begins_many_trials_stops_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(trials: Trials, trial: Trial, wish: dict[str, Any]) -> bool:
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr(Trials, "_play", play)
    trials = Trials()
    running, waiting = (Trial("bosa", [None, ""], 2, visitor) for visitor in ("192.0.2.1", "192.0.2.2"))
    trials.begin(running)
    await asyncio.sleep(0.01)
    trials.begin(waiting)
    for _ in range(2 * KEPT):
        trials.begin(Trial("bosa", [None, ""], 2, "203.0.113.1"))
        await asyncio.sleep(0)
    assert (trials.get(running.id, "192.0.2.1").state, waiting.state) == ("running", "waiting")
    assert len(trials._kept) == KEPT
    await trials.stop()


@pytest.mark.parametrize("moment", ["begin_round", "enter_bots"])
def test_a_tournament_begins_with_those_who_take_part_and_not_with_as_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Its first round named somebody who had withdrawn: it was never played, and its page answered 500."""

    async def story(app: Application) -> None:
        people = [await Somebody(app).named(name) for name in ("Ada", "Bruno", "Clara", "Dario")]
        cup = (await people[0].ask("POST", "/api/v1/tournaments", CUP)).json["id"]
        for person in people[:3]:
            assert (await post(person, f"/tournaments/{cup}", do="enter")).status == 303
        store = app.house.tournaments._store
        original = getattr(store, moment)

        async def meanwhile(id: str, *words: Any) -> bool:
            assert (await post(people[1], f"/tournaments/{id}", do="withdraw")).status == 303
            if moment == "enter_bots":  # what another server does that begins it, too
                await original(id, words[0], words[1], await store.entrants(id))
            else:
                assert (await post(people[3], f"/tournaments/{id}", do="enter")).status == 303
            return bool(await original(id, *words))

        with monkeypatch.context() as patch:
            patch.setattr(store, moment, meanwhile)
            assert (await post(people[0], f"/tournaments/{cup}", do="start")).status == 409
        assert (await Somebody(app).ask("GET", f"/tournaments/{cup}")).status == 200
        assert (await post(people[0], f"/tournaments/{cup}", do="start")).status == 303
        page = await Somebody(app).ask("GET", f"/tournaments/{cup}")
        assert page.status == 200 and "Bruno" not in page.text and "Clara" in page.text

    in_house(tmp_path, story)
