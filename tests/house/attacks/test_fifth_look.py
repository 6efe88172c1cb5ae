"""What a fifth look at the house found, each as it was done."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import socket
import struct
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.plain_cbor import NotPlain, check_authenticator_data, read_plain
from ludoteca.house.store.rows import Batch, FindingRow, JobRow
from ludoteca.house.store.sql import notices
from ludoteca.house.table.ahead import look_ahead
from ludoteca.house.table.commands import Act, Join
from ludoteca.house.web.app import Application
from ludoteca.house.web.server import Server, server_options
from ludoteca.house.workers.worker import Result
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, play_on, settings, table_of
from tests.house.http_client import HOST, Somebody, opened, scope_of
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, wish

FORM = {"content-type": "application/x-www-form-urlencoded"}
ASKS = {"accept": "application/json"}


class Ear:
    """A live connection as plain calls."""

    def __init__(self, app: Application, table: str, cookie: str) -> None:
        self.told: list[Any] = []
        self._coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._coming.put_nowait({"type": "websocket.connect"})
        scope = scope_of("GET", f"/live/{table}?form=json", {"cookie": cookie}, kind="websocket")
        self._task = asyncio.create_task(app(scope, self._coming.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.told.append(json.loads(message.get("text") or message["bytes"]))

    async def heard(self) -> list[Any]:
        """What it was told since it was last asked."""
        await asyncio.sleep(0.2)
        told, self.told = self.told, []
        return told

    async def close(self) -> None:
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait([self._task], timeout=5)


# Passkeys


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def test_a_key_with_a_regular_expression_in_it_costs_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        eve = await Somebody(app).named("Eve")
        asked = (await eve.ask("POST", "/keys/begin", {"purpose": "new", "name": "Eve"}, headers=ASKS)).json
        pattern = ("(?i)" + "[\x00-\uffff]" * 50).encode()
        attestation = b"\xa1\x63fmt\xd8\x23\x7a" + struct.pack(">I", len(pattern)) + pattern
        said = {
            "type": "webauthn.create",
            "challenge": asked["options"]["challenge"],
            "origin": f"http://{HOST}",
        }
        response = {
            "clientDataJSON": url64(json.dumps(said).encode()),
            "attestationObject": url64(attestation),
        }
        credential = {"id": "YWJj", "rawId": "YWJj", "type": "public-key", "response": response}
        began = time.thread_time()
        answer = await eve.ask(
            "POST", "/keys/finish", {"state": asked["state"], "credential": credential}, headers=ASKS
        )
        assert answer.status == 403
        assert time.thread_time() - began < 0.2

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xd8\x23\x61a", "tag"),
        (b"\xa1\x61a\xc0\x61a", "tag"),
        (b"\xfb" + bytes(8), "fraction"),
        (b"\x9f\xff", "length"),
        (b"\x81" * 20 + b"\x00", "deep"),
        (b"\xa1\x80\x00", "name"),
        (b"\x62a", "early"),
        (b"\x00\x00", "follows"),
        (b"", "early"),
    ],
)
def test_what_no_device_writes_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(NotPlain, match=why):
        read_plain(data)


def test_what_devices_write_is_read() -> None:
    assert read_plain(b"\xa4\x01\x02\x03\x26\x61a\x82\xf5\xf6\x20\x43abc") == {
        1: 2, 3: -7, "a": [True, None], -1: b"abc",
    }  # fmt: skip


def test_tags_in_keys_and_extensions_are_refused() -> None:
    plain = bytes(32) + b"\x40" + bytes(4) + bytes(16) + b"\x00\x02id"
    check_authenticator_data(plain + b"\xa1\x01\x02")
    check_authenticator_data(bytes(37))
    for bad in (plain + b"\xd8\x23\x61a", plain + b"\xa1\x01\x02\xc0\x00", bytes(37) + b"\xd8\x23\x61a"):
        with pytest.raises(NotPlain):
            check_authenticator_data(bad)


# Sockets


async def told_after_floods(app: Application, wished: Any, frame: bytes) -> tuple[bool, int]:
    """Whether a client that sends one frame after the other is let go, and how many pongs it got."""
    async with opened(app):
        server = Server(uvicorn.Config(app, **server_options(wished)), app)
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        serving = asyncio.create_task(server.serve([listening]))
        ada = await Somebody(app).named("Ada")
        says = {"id": "o", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await ada.ask("POST", "/api/v1/tables", says)).json["table"]
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(b"x" * 16).decode()
        writer.write(
            f"GET /live/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        pongs = 0

        async def count() -> None:
            nonlocal pongs
            while data := await reader.read(65536):
                pongs += data.count(b"\x8a\x00")

        counting = asyncio.create_task(count())
        for _ in range(100):
            if counting.done():
                break
            writer.write(frame * 200)
            await asyncio.sleep(0.005)
        await asyncio.wait([counting], timeout=1)
        closed = counting.done()
        counting.cancel()
        await asyncio.gather(counting, return_exceptions=True)
        writer.close()
        server.should_exit = True
        await serving
        return closed, pongs


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"], ids=["pings", "pongs"])
def test_frames_without_end_are_not_read_without_end(tmp_path: Path, frame: bytes) -> None:
    wished = settings(tmp_path)
    story = told_after_floods(Application(wished), wished, frame)
    closed, pongs = asyncio.run(asyncio.wait_for(story, 60))
    assert closed
    assert pongs <= 300


# Pictures


def test_a_picture_is_drawn_beside_the_event_loop_and_only_once(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["A", "B", "C"])
        await play_on(table, people, 20, random.Random(1))
        steps = 0
        over = False

        async def tick() -> None:
            nonlocal steps
            while not over:
                await asyncio.sleep(0.001)
                steps += 1

        ask = ("GET", f"/tables/{table}/replay/moment.png?at=2")
        ticking = asyncio.create_task(tick())
        first = await people[0].ask(*ask)
        over = True
        await ticking
        assert first.body.startswith(b"\x89PNG")
        assert steps > 30  # it was 10: nothing else happened while it was drawn
        began = time.monotonic()
        assert (await people[1].ask(*ask)).body == first.body
        assert time.monotonic() - began < 0.3

    in_house(tmp_path, story)


# Ratings


def test_a_match_with_an_own_edition_is_not_rated(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, bruno = await Somebody(app).named("Ada"), await Somebody(app).named("Bruno")
        printed = files("ludoteca.games.bosa").joinpath("edition.toml").read_text()
        own = {"text": printed.replace('name = "', 'name = "x-', 1)}
        label = (await ada.ask("POST", "/studio/bosa/keep", own)).json["label"]
        for one in (ada, bruno):
            await one.ask("PUT", "/api/v1/me/profile", {"rated": True, "shown": "all"})
        says = {"id": "o", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}]}
        for more, rated in (({"edition": label}, 0), ({"id": "p"}, 2)):
            table = (await ada.ask("POST", "/api/v1/tables", says | more)).json
            await bruno.do(table["table"], "join", token=table["invitation"])
            await play_on(table["table"], [ada, bruno], 5000, random.Random(1))
            await app.house._background.flush()
            await app.house.ratings.rate_all()
            assert len(await app.house._store.rows("select mu from ratings")) == rated

    in_house(tmp_path, story)


# Blocking, and what others hear of it


def test_nobody_sits_down_beside_who_has_blocked_them(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, (vera, xeno) = await table_of(app, "bosa", ["Vera", "Xeno"])
        await vera.ask("POST", f"/tables/{table}/do", headers=FORM, body=b"do=block+1")
        olga = await Somebody(app).named("Olga")
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        says = {"id": "o", "game": "bosa", "seats": seats, "public": True}
        other = (await olga.ask("POST", "/api/v1/tables", says)).json["table"]
        assert (await vera.do(other, "join")).status == 200
        assert (await xeno.do(other, "join")).status == 403

    in_house(tmp_path, story)


def test_who_is_blocked_hears_nothing_of_it_and_who_blocks_sees_it(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, (vera, xeno) = await table_of(app, "bosa", ["Vera", "Xeno"])
        ears = [Ear(app, table, vera.cookie), Ear(app, table, xeno.cookie)]
        for ear in ears:
            await ear.heard()
        await vera.ask("POST", f"/tables/{table}/do", headers=FORM, body=b"do=block+1")
        told = [await ear.heard() for ear in ears]
        for ear in ears:
            await ear.close()
        assert told[0] and told[1] == []

    in_house(tmp_path, story)


def test_nobody_hears_that_somebody_asked_the_coach(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Vera", "Xeno"], coach=True)
        found = await app.house.table(table)
        ear = Ear(app, table, people[1 - found.awaited].cookie)
        await ear.heard()
        kind = f"hint {found.match_seq} {found.awaited}"
        job = JobRow(f"{kind} {table}", kind, table, found.match_seq, -1, "{}", 0, rank=0)
        await app.house.deliver(job, Result('{"said":{"en":"x"}}'))
        told = await ear.heard()
        await ear.close()
        assert told == []
        assert await app.house.findings.of(table, kind) is not None

    in_house(tmp_path, story)


def test_other_servers_are_told_of_analyses_but_not_of_hints() -> None:
    def told(kind: str) -> list[str]:
        return notices([Batch(findings=[FindingRow("t", kind, 0, "{}")])], "me")

    assert told("hint 3 0") == told("word 3 0 failed") == []
    assert len(told("analyse")) == len(told("analyse so far")) == 1


# Who is signed in


def test_the_live_connection_of_a_guest_ends_once_the_guest_has_a_key(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, (vera, xeno) = await table_of(app, "bologna", ["Vera", "Xeno"])
        ear = Ear(app, table, vera.cookie)
        await ear.heard()
        asked = (await vera.ask("POST", "/keys/begin", {"purpose": "new", "name": "Vera"}, headers=ASKS)).json
        made = Authenticator(f"http://{HOST}").make(asked["options"])
        said = {"state": asked["state"], "credential": made}
        assert (await vera.ask("POST", "/keys/finish", said, headers=ASKS)).status == 200
        await app.hub.let_signed_out_go()
        await play_on(table, [vera, xeno], 3, random.Random(1))
        told = await ear.heard()
        await ear.close()
        assert not [one for one in told if "table" in one]

    in_house(tmp_path, story)


# Prepared answers


@awaited
async def test_a_prepared_answer_is_kept_where_it_cannot_be_given(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        laid = await house.open(ADA, wish("me", "open", game="bosa"), new_id())
        await house.do(laid.table, BRUNO, Join(id=new_id(), token=laid.invitation))
        people, luck = [ADA, BRUNO], random.Random(1)

        async def at_once() -> None:
            return

        async def away(*words: Any) -> None:
            raise Unavailable

        monkeypatch.setattr(house.prepared, "wait", at_once)
        while True:
            table = await house.table(laid.table)
            match, seat = table.match, 1 - table.awaited
            assert match is not None
            looks = [
                (one.text, look_ahead(match, seat, [one.text], match.speaker())) for one in match.options
            ]
            passing = [(text, ahead) for text, ahead in looks if ahead.actor == seat and ahead.options]
            if passing:
                break
            text = luck.choice(match.options).text
            await house.do(table.id, people[table.awaited], Act(id=new_id(), text=text))
        text, ahead = passing[0]
        await house.prepared.prepare(table.id, people[seat], seat, [text], ahead.options[0][0])
        monkeypatch.setattr(house.prepared, "_answer", away)  # the database goes away just now
        await house.do(table.id, people[1 - seat], Act(id=new_id(), text=text))
        await asyncio.sleep(0.3)
        table = await house.table(table.id)
        assert table.awaited == seat
        assert (await house.prepared._kept(table, seat)).answers
