"""Nothing let in: other people's seats, forged cookies, other sites, malformed and random requests."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import httpx
import hypothesis
import msgspec
import pytest
import requests
import schemathesis
from hypothesis.strategies import integers
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from ludoteca.house.service.identity import Identities
from ludoteca.house.table.commands import Person
from ludoteca.house.web.api import api
from ludoteca.house.web.app import Application
from ludoteca.house.web.problems import Problem
from tests.house.houses import GENEROUS, in_house, play_on, settings, table_of
from tests.house.http_client import HOST, Answer, Somebody, ask
from tests.house.vandal import FORM, Vandal

T = TypeVar("T")


class Witness:
    """Sees whether anything happened at a table."""

    def __init__(self, app: Application, table: str) -> None:
        self.app = app
        self.table = table

    async def look(self) -> Any:
        """Everything that is written about the table, and what is known of it in memory."""
        found = await self.app.house._store.load(self.table)
        assert found is not None
        table = await self.app.house.table(self.table)
        assert table.match is not None
        return [msgspec.to_builtins(found), table.seq, table.match.record().text(), len(table.chat)]


def clearly(answer: Answer) -> None:
    """A refusal in its one shape."""
    assert 400 <= answer.status < 500, answer
    assert answer.headers["content-type"] == "application/problem+json", answer
    problem = msgspec.json.decode(answer.body, type=Problem)
    assert problem.status == answer.status and problem.type and problem.detail


# Other people's seats


def test_nobody_acts_for_anybody_else(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        other, _ = await table_of(app, "bologna", ["Dario", "Elsa", "Fabio"])
        witness = Witness(app, table)
        for _ in range(6):
            seen = await people[0].see(table)
            awaited = seen["awaited"]
            text = (await people[awaited].see(table))["choices"][0]["text"]
            before = await witness.look()
            idle = [person for seat, person in enumerate(people) if seat != awaited]
            stranger, nobody = await Somebody(app).named("Zoe"), Somebody(app)
            for who in (*idle, stranger, nobody):
                own = (await who.see(table))["you"]
                for seat in (-1, *range(3)):
                    clearly(await who.do(table, "act", text=text, seat=seat))
                    if not own.get("undo") or seat not in (-1, own["viewer"]):
                        clearly(await who.do(table, "undo", seat=seat))
            for kind, fields in _meddling(awaited):
                clearly(await stranger.do(table, kind, **fields))
                clearly(await nobody.do(table, kind, **fields))
            for kind in ("start", "close", "invite"):
                clearly(await idle[-1].do(table, kind)) if idle[-1] is not people[0] else None
            clearly(await people[awaited].do(other, "act", text=text))
            assert await witness.look() == before
            await play_on(table, people, 3, random.Random(1))

    in_house(tmp_path, story)


def _meddling(seat: int) -> list[tuple[str, dict[str, Any]]]:
    """What somebody without a seat might try."""
    return [
        ("join", {}),
        ("join", {"token": "x" * 26, "seat": seat}),
        ("leave", {}),
        ("chat", {"text": "let me in"}),
        ("rename", {}),
        ("bot", {"seat": seat}),
        ("back", {"seat": seat}),
        ("free", {"seat": seat}),
        ("start", {}),
        ("close", {}),
        ("invite", {}),
        ("rematch", {}),
    ]


def test_a_forged_or_borrowed_cookie_opens_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        witness = Witness(app, table)
        before = await witness.look()
        awaited = (await people[0].see(table))["awaited"]
        victim = people[awaited]
        text = (await victim.see(table))["choices"][0]["text"]
        known = app.identities.person_in(victim.cookie)
        assert known is not None
        name, _, value = victim.cookie.partition("=")
        payload, stamp, signature = value.split(".")
        forged = [
            Identities("a guess").cookie(known).partition(";")[0],
            Identities("a guess").cookie(Person(known.id, known.name)).partition(";")[0],
            f"{name}={payload}.{stamp}.{signature[::-1]}",
            f"{name}={payload[:-4]}AAAA.{stamp}.{signature}",
            f"{name}={payload}.AAAA.{signature}",
            f"{name}={app.identities.link(known)}",
            f"{name}={known.id}",
            f"{name}=",
            "ludoteca",
            f"{name}={value}x",
        ]
        for cookie in forged:
            thief = Somebody(app, cookie)
            clearly(await thief.do(table, "act", text=text))
            assert (await thief.see(table))["you"] == {}, cookie
        elsewhere, others = await table_of(app, "bosa", ["Carla", "Dario"])
        for other in others:
            clearly(await other.do(table, "act", text=text, seat=awaited))
        assert await witness.look() == before
        assert (await victim.do(table, "act", text=text)).status == 200, "while the real one may"
        assert elsewhere != table

    in_house(tmp_path, story)


def test_other_sites_cannot_use_somebodys_cookie(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        witness = Witness(app, table)
        before = await witness.look()
        awaited = (await people[0].see(table))["awaited"]
        victim = people[awaited]
        text = (await victim.see(table))["choices"][0]["text"]
        says = {"kind": "act", "id": "x1", "text": text}
        form = f"do=act+{text.replace(' ', '+')}&command=x1".encode()
        sites = ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"})
        for headers in sites:
            told = {**headers, "cookie": victim.cookie}
            clearly(await victim.ask("POST", f"/api/v1/tables/{table}/commands", says, headers))
            clearly(await ask(app, "POST", f"/tables/{table}/do", form, {**told, "content-type": FORM}))
            async with victim.live(table, "", headers) as live:
                assert not live.accepted
        plain = {"cookie": victim.cookie, "content-type": "text/plain"}
        clearly(await ask(app, "POST", f"/api/v1/tables/{table}/commands", json.dumps(says).encode(), plain))
        assert await witness.look() == before

    in_house(tmp_path, story)


# Malformed and oversized

BODIES: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"act"',
    b"\xff\xfe\x00",
    b'{"kind": "act"}',
    b'{"kind": "act", "id": "1", "text": 5}',
    b'{"kind": "act", "id": "", "text": "x"}',
    b'{"kind": "act", "id": "1", "text": "x", "more": 1}',
    b'{"kind": "fly", "id": "1"}',
    b'{"kind": ["act"], "id": "1", "text": "x"}',
    b'{"kind": "act", "id": "1", "text": "x", "base": 1e400}',
    b'{"kind": "act", "id": "1", "text": "x", "seat": 99999999999999999999}',
    b'{"kind": "act", "id": "1", "text": "' + b"x" * 300 + b'"}',
    b'{"kind": "chat", "id": "1", "text": "' + b"x" * 10_000 + b'"}',
    b'{"kind": "act", "id": "1", "text": "\\ud800"}',
    b"[" * 30_000,
    b'{"a":' * 10_000,
    b"x" * 70_000,
]


def test_bodies_that_cannot_be_are_refused_clearly(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        witness = Witness(app, table)
        before = await witness.look()
        headers = {"cookie": people[0].cookie, "content-type": "application/json"}
        for body in BODIES:
            for path in (f"/api/v1/tables/{table}/commands", "/api/v1/tables", "/api/v1/me/carried"):
                for pieces in (0, 5):
                    clearly(await ask(app, "POST", path, body, headers, pieces=pieces))
            form = {**headers, "content-type": FORM}
            answer = await ask(app, "POST", f"/tables/{table}/do", body, form)
            assert 400 <= answer.status < 500, (body, answer)
            assert await witness.look() == before, body

    in_house(tmp_path, story)


# Random and mutated requests


REQUESTS = 3_000
"""`scripts/fuzz.py` sends a hundred times as many, over the network."""


def test_random_requests_break_nothing_and_change_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> dict[int, int]:
        luck = random.Random(10)
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        await play_on(table, people, 10, luck)
        awaited = (await people[0].see(table))["awaited"]
        witness = Witness(app, table)
        before = await witness.look()
        stranger = await Somebody(app).named("Zoe")
        cookies = [stranger.cookie, stranger.cookie[:-5], "ludoteca=x", f"a=b; {stranger.cookie}"]
        vandal = Vandal(luck, [table], cookies)
        counted: dict[int, int] = {}
        for number in range(REQUESTS):
            method, path, body, headers = vandal.request()
            answer = await ask(app, method, path, body, headers)
            assert answer.status < 500, (number, method, path, body, headers, answer)
            if answer.headers.get("content-type", "").startswith("text/html"):
                vandal.read(answer.text)
            if answer.status >= 400 and path.startswith("/api/") and method != "HEAD":
                clearly(answer)
            assert "x-content-type-options" in answer.headers and "\n" not in str(answer.headers.values())
            counted[answer.status] = counted.get(answer.status, 0) + 1
            if number % 250 == 0:
                assert await witness.look() == before, (number, method, path, body)
        assert await witness.look() == before
        assert (await people[0].see(table))["awaited"] == awaited
        return counted

    limits = msgspec.structs.replace(GENEROUS, tables=3)
    counted = in_house(tmp_path, story, limits=limits)
    assert counted[200] > REQUESTS // 20 and {403, 404, 405, 409, 415, 422} <= set(counted), counted


# Schemathesis over the description


class Running:
    """A house on an event loop of its own, to be asked from outside of it."""

    def __init__(self, folder: Path) -> None:
        self.runner = asyncio.Runner()
        self.app = Application(settings(folder, limits=msgspec.structs.replace(GENEROUS, tables=5)))
        self.lifespan = self.app.framework.router.lifespan_context(self.app.framework)
        self.wait(self.lifespan.__aenter__())
        names, options = ["Ada", "Bruno", "Carla"], {"round_cap": 1}
        table, people = self.wait(table_of(self.app, "bologna", names, options=options))
        self.tables = [table]
        self.people = people
        self.wait(play_on(table, people, 10_000, random.Random(1)))
        running, _ = self.wait(table_of(self.app, "bosa", ["Ada", "Bruno"]))
        self.tables.append(running)

    def wait(self, coming: Awaitable[T]) -> T:
        async def result() -> T:
            return await coming

        return self.runner.run(result())

    def send(self, request: requests.PreparedRequest) -> httpx.Response:
        body = request.body or b""
        raw = body.encode() if isinstance(body, str) else body
        assert isinstance(raw, bytes)
        headers = {
            key: value if isinstance(value, str) else value.decode() for key, value in request.headers.items()
        }
        assert request.url is not None and request.method is not None
        path = request.url.removeprefix(f"http://{HOST}")
        answer = self.wait(ask(self.app, request.method, path, raw, headers))
        asked = httpx.Request(request.method, request.url, headers=headers, content=raw)
        response = httpx.Response(answer.status, headers=answer.headers, content=answer.body, request=asked)
        response.elapsed = timedelta(0)
        return response

    def close(self) -> None:
        self.wait(self.lifespan.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = Running(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


EXAMPLES = 5


def described() -> list[Any]:
    """Every operation with what fits its description, and with what does not where something can be wrong."""
    schema = schemathesis.openapi.from_dict(api.describe())
    found = []
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        asks = "{" in operation.path or operation.definition.raw["parameters"] or operation.body
        for mode in GenerationMode if asks else [GenerationMode.POSITIVE]:
            found.append(pytest.param(operation, mode, id=f"{mode.value} {operation.label}"))
    return found


@pytest.mark.parametrize(("operation", "mode"), described())
def test_the_api_does_what_its_description_says(
    operation: Any, mode: GenerationMode, running: Running
) -> None:
    """Every status, media type and shape is described; what does not fit is refused.

    One check is left out: what fits the description may still be refused with 422, since no schema says which
    options go together or which characters can be seen.
    """
    checks = [check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"]

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode), pick=integers(0, 2))
    def examine(case: Any, pick: int) -> None:
        if mode is GenerationMode.POSITIVE and pick < 2 and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = running.tables[pick]
        case.headers = {**(case.headers or {}), "cookie": running.people[0].cookie}
        prepared = requests.Request(**case.as_transport_kwargs(base_url=f"http://{HOST}")).prepare()
        response = running.send(prepared)
        case.validate_response(response, checks=checks)

    examine()
