"""What strangers send in place of numbers and texts: refused with a sentence, never a fault of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.types import Message

from ludoteca import games
from ludoteca.house.input import whole_number
from ludoteca.house.store.rows import Notice
from ludoteca.house.store.store import notices_of_others
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, seats_for, table_of
from tests.house.http_client import Answer, Somebody, scope_of
from tests.house.test_accounts import make_key

STRANGE = ["²", "٣", "5" * 5000, "-", "--1", "-²", "1e3", " 1", "0x1", ""]
FORM = {"content-type": "application/x-www-form-urlencoded"}


async def post_form(person: Somebody, path: str, fields: dict[str, str]) -> Answer:
    return await person.ask("POST", path, body=urlencode(fields).encode(), headers=FORM)


@pytest.mark.parametrize("text", STRANGE)
def test_only_plain_digits_are_a_number(text: str) -> None:
    assert whole_number(text, 10**6) is None


def test_a_number_is_at_most_what_is_allowed() -> None:
    assert whole_number("0", 5) == 0
    assert whole_number("5", 5) == 5
    assert whole_number("6", 5) is None
    assert whole_number("0005", 5) is None


def test_a_notice_with_a_strange_number_is_not_heard() -> None:
    strange = [
        '["other","t","²"]',
        f'["other","t",{"7" * 5000}]',
        '["other","t",-1]',
        "other t 7",
        '["me","t",7]',
    ]
    assert list(notices_of_others(['["other","t",7]', *strange], "me")) == [Notice("other", "t", 7)]


@pytest.mark.parametrize("text", STRANGE)
def test_strange_numbers_in_forms_and_addresses_are_no_fault(text: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        ada = people[0]
        record = (await ada.ask("GET", f"/tables/{table}/record")).text
        do = f"/tables/{table}/do"
        length = text.encode()[:50].decode("latin-1")
        query = urlencode(dict.fromkeys(("seat", "at", "slide", "step", "early"), text[:3000]))
        answers = [
            await post_form(ada, do, {"do": "act roll", "base": text, "seat": text}),
            await post_form(ada, do, {"do": f"bot {text}"}),
            await post_form(ada, do, {"do": "undo", "seat": text}),
            await post_form(ada, "/record", {"record": record, "seat": text, "at": text}),
            *[await ada.ask("GET", f"/tables/{table}{page}?{query}") for page in ("", "/replay", "/would")],
            await ada.ask("GET", f"/learn/bosa/1-houses?{query}"),
            await ada.ask("GET", "/api/v1/games", headers={"content-length": length}),
        ]
        assert [answer.status for answer in answers if answer.status >= 500] == []

    in_house(tmp_path, story)


NUL = "\0"


def test_nul_reaches_no_database(database: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        ada = people[0]
        seats: dict[str, Any] = {"seat 0": "me", "seat 1": "bot", "seat 2": "bot"}
        answers = [
            await ada.ask("GET", "/tables/%00"),
            await ada.ask("GET", "/api/v1/tables/a%00b"),
            await ada.ask("GET", f"/tables/{table}/would?text=%00"),
            await ada.ask("GET", f"/tables/{table}?invitation=%00"),
            await post_form(ada, "/games/bologna/open", {**seats, "command": NUL}),
            await post_form(ada, "/play", {"game": "bologna", "command": NUL}),
            await post_form(ada, f"/tables/{table}/do", {"do": "chat", "text": f"a{NUL}b"}),
            await post_form(Somebody(app), "/play", {"game": "bologna", "name": NUL}),
        ]
        assert {answer.status for answer in answers} == {422}
        said = await ada.do(table, "chat", text=f"a{NUL}b")
        assert said.status == 200
        assert (await ada.see(table))["chat"][-1]["text"] == "a b"

    in_house(tmp_path, story, database=database)


def test_json_that_cannot_be_read_is_no_fault(database: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = Somebody(app)
        await make_key(ada, Authenticator())
        json = {"content-type": "application/json", "accept": "application/json"}
        deep = b'{"state": "", "credential": ' + b"[" * 30_000
        for path in ("/notices/ways", "/keys/begin", "/keys/finish", "/studio/bosa/change"):
            for body in (b"{", b"\xff", b"[]", deep, b"[" * 30_000):
                assert (await ada.ask("POST", path, body=body, headers=json)).status == 422, (path, body[:40])
        bad = {"kind": "webhook", "address": f"https://chat.test/{NUL}"}
        assert (await ada.ask("POST", "/api/v1/me/notices/ways", bad)).status in (200, 409, 422)
        held = {"name": f"a{NUL}b", "game": "bosa", "seats": 2}
        assert (await ada.ask("POST", "/api/v1/tournaments", held)).status in (201, 422)

    in_house(tmp_path, story, database=database)


def test_who_goes_away_in_the_middle_of_a_form_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(app: Application) -> None:
        coming = [{"type": "http.request", "body": b"theme=da", "more_body": True}]
        sent: list[Message] = []

        async def receive() -> Message:
            return coming.pop(0) if coming else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await app(scope_of("POST", "/taste", {**FORM, "content-length": "100"}), receive, send)
        assert sent[0]["status"] == 422
        assert "a request failed" not in caplog.text

    in_house(tmp_path, story)


@pytest.mark.parametrize("game", games.names())
def test_a_piece_that_there_is_not_is_no_fault(game: str, tmp_path: Path) -> None:
    words = ("seat", "player", "card", "reserve", "deed", "kind", "stat", "cell", "location", "being", "")
    keys = [f"{word} {one}".strip() for word in words for one in ("99", "-99", "²", "x", "", "1 2 3")]

    async def story(app: Application) -> None:
        table, people = await table_of(app, game, ["Ada", "Bruno", "Carla", "Dora"][: seats_for(game, 4)])
        for key in keys:
            answer = await people[0].ask("GET", f"/tables/{table}/about?{urlencode({'key': key})}")
            assert answer.status in (200, 404), key

    in_house(tmp_path, story)
