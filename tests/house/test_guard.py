"""The door: sizes, rates, origins, headers, logs."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from ludoteca.house.monitoring import JsonLines, Metrics
from ludoteca.house.service.identity import Identities
from ludoteca.house.service.rate_limits import NEIGHBOURS, InTurn, RateLimiter
from ludoteca.house.service.tokens import Tokens
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.table.commands import Person
from ludoteca.house.web.connections import Door
from ludoteca.house.web.guard import DATA_POLICY, PAGE_POLICY, Guard
from ludoteca.house.web.request_turns import AT_ONCE, MOST_WAITING
from tests.house.http_client import HOST, Answer, Live, ask, scope_of

ADA = Person("ada-id", "Ada")
PEOPLE = Identities("sesame")
COOKIE = PEOPLE.cookie(ADA).partition(";")[0]


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells who asked, and reads the whole body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    request = Request(scope, receive)
    try:
        body = await request.body()
    except HTTPException as error:
        await PlainTextResponse(error.detail, error.status_code)(scope, receive, send)
        return
    if request.url.path == "/broken":
        raise ValueError("a fault with a secret in it")
    if request.url.path == "/page":
        await HTMLResponse("<p>hello")(scope, receive, send)
        return
    person = scope["person"]
    told = f"{scope['address']} {scope['scheme']} {person and person.id} {len(body)}"
    await PlainTextResponse(told)(scope, receive, send)


def guard(limits: Limits | None = None, **settings: Any) -> Guard:
    return Guard(inside, Settings(limits=limits or Limits(), **settings), PEOPLE, Metrics())


def knock(which: Guard, method: str = "GET", path: str = "/", **more: Any) -> Answer:
    return asyncio.run(ask(which, method, path, **more))


def test_who_asks_is_known_by_the_cookie() -> None:
    assert knock(guard()).text == "127.0.0.1 http None 0"
    assert knock(guard(), headers={"cookie": COOKIE}).text == "127.0.0.1 http ada-id 0"
    assert knock(guard(), headers={"cookie": COOKIE[:-3] + "abc"}).text == "127.0.0.1 http None 0"


# Sizes


def test_a_body_may_be_as_large_as_the_limit_and_no_larger() -> None:
    small = guard(Limits(body=100))
    assert knock(small, "POST", body=b"x" * 100).text.endswith(" 100")
    assert knock(small, "POST", body=b"x" * 101).status == 413
    assert knock(small, "POST", body=b"x" * 101, pieces=7).status == 413, "without a length, too"
    assert knock(small, "POST", body=b"x" * 10, headers={"content-length": "-3"}).status == 413


def test_an_address_may_not_be_endless() -> None:
    assert knock(guard(Limits(line=200)), path="/" + "x" * 100).status == 200
    assert knock(guard(Limits(line=200)), path="/" + "x" * 100 + "?" + "y" * 100).status == 414


# Host names


def test_only_the_names_of_the_house_are_answered() -> None:
    named = guard(hosts=("Play.example.org", "192.0.2.7:8230"), public="https://club.example.org")
    for host in ("play.example.org", "PLAY.example.org", "192.0.2.7:8230", "club.example.org"):
        assert knock(named, headers={"host": host}).status == 200
    for host in ("evil.example.org", "play.example.org.evil.org", "play.example.org:99", ""):
        assert knock(named, headers={"host": host}).status == 421
        assert knock(named, path="/healthz", headers={"host": host}).status != 421
    assert knock(guard(), headers={"host": "anything"}).status == 200


# Rate limits


def test_a_bucket_fills_again() -> None:
    rates = RateLimiter(2.0, 3.0)
    assert [rates.seconds_to_wait("ada", 100.0) for _ in range(6)] == [0.0] * 6
    assert rates.seconds_to_wait("ada", 100.0) == pytest.approx(0.5)
    assert rates.seconds_to_wait("bob", 100.0) == 0.0, "everybody has a bucket of their own"
    assert rates.seconds_to_wait("ada", 100.5) == 0.0
    assert rates.seconds_to_wait("ada", 100.5) > 0
    assert [rates.seconds_to_wait("ada", 999.0) for _ in range(7)][-1] > 0, (
        "it never holds more than its size"
    )


def test_buckets_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.house.service.rate_limits.MOST_BUCKETS", 100)
    rates = RateLimiter(1.0, 2.0)
    for number in range(1000):
        rates.seconds_to_wait(f"somebody {number}", number / 50)
    assert len(rates._buckets) <= 101


def test_who_asks_too_much_has_to_wait() -> None:
    busy = guard(Limits(writes=1, reads=1, address=1000, burst=3))
    for _ in range(3):
        assert knock(busy, "POST", headers={"cookie": COOKIE}).status == 200
    refused = knock(busy, "POST", headers={"cookie": COOKIE})
    assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    assert refused.json["type"] == "too-many"
    assert knock(busy, "POST").status == 200, "somebody else may still"


def test_an_address_has_its_rate_whoever_asks() -> None:
    busy = guard(Limits(address=1, burst=3))
    assert [knock(busy).status for _ in range(4)] == [200, 200, 200, 429]
    assert knock(busy, client="10.1.1.1").status == 200


def test_one_address_does_not_bring_endless_newcomers() -> None:
    busy = guard(Limits(arrivals=0.1, address=1000))
    assert [knock(busy, "POST").status for _ in range(4)] == [200, 200, 200, 429]
    assert knock(busy, "POST", headers={"cookie": COOKIE}).status == 200, "who is known already may"
    assert knock(busy).status == 200, "looking is free"


# Origins

CROSS: list[Mapping[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": f"http://{HOST}.evil.example"},
    {"origin": f"http://{HOST}:81"},
    {"origin": ""},
    {"origin": "x" * 1000},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": f"http://{HOST}"},
]
OWN: list[Mapping[str, str]] = [
    {},
    {"origin": f"http://{HOST}"},
    {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
]


@pytest.mark.parametrize("headers", CROSS)
def test_writes_from_other_sites_are_turned_away(headers: Mapping[str, str]) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert knock(guard(), method, headers=headers).json["type"] == "cross-site"
    assert knock(guard(), headers=headers).status == 200, "looking is no writing"


@pytest.mark.parametrize("headers", OWN)
def test_writes_from_our_own_pages_are_let_in(headers: Mapping[str, str]) -> None:
    assert knock(guard(), "POST", headers=headers).status == 200


def test_the_public_address_is_an_origin_of_our_own() -> None:
    public = guard(public="https://play.example.org")
    assert knock(public, "POST", headers={"origin": "https://play.example.org"}).status == 200
    assert knock(public, "POST", headers={"origin": "http://play.example.org"}).status == 403


def test_live_connections_come_from_our_own_pages_too() -> None:
    async def connect(headers: Mapping[str, str]) -> Live:
        async with Live(guard(), "/live/x", headers) as live:
            return live

    for headers in CROSS:
        assert asyncio.run(connect(headers)).closed == 1008, headers
    for headers in OWN:
        assert asyncio.run(connect(headers)).accepted, headers


def test_one_address_may_not_hold_endless_connections() -> None:
    async def crowd() -> list[bool]:
        which = guard(Limits(connections=2))
        one, two, three = (Live(which, "/live/x", {}) for _ in range(3))
        async with one, two, three:
            held = [one.accepted, two.accepted, three.accepted]
        async with Live(which, "/live/x", {}) as four:
            return [*held, four.accepted]

    assert asyncio.run(crowd()) == [True, True, False, True]


# Proxies


def test_only_trusted_proxies_are_believed() -> None:
    forwarded = {"x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.2", "x-forwarded-proto": "https"}
    assert knock(guard(), headers=forwarded).text.startswith("127.0.0.1 http ")
    behind = guard(proxies=("127.0.0.1", "10.0.0.0/8"))
    assert knock(behind, headers=forwarded).text.startswith("203.0.113.9 https ")
    assert knock(behind, headers=forwarded, client="8.8.8.8").text.startswith("8.8.8.8 http ")
    assert knock(behind, headers={"x-forwarded-proto": "gopher"}).text.startswith("127.0.0.1 http ")


# Headers


def test_every_answer_is_dressed() -> None:
    page, data, fault = knock(guard(), path="/page"), knock(guard()), knock(guard(), path="/broken")
    assert page.headers["content-security-policy"] == PAGE_POLICY
    assert "unsafe" not in PAGE_POLICY and "default-src 'none'" in PAGE_POLICY
    assert data.headers["content-security-policy"] == DATA_POLICY
    for answer in (page, data, fault, knock(guard(), "POST", headers=CROSS[0])):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "strict-transport-security" not in answer.headers
    secure = knock(guard(public="https://play.example.org"))
    assert "strict-transport-security" in secure.headers


# Faults and logs


def test_a_fault_is_told_without_its_innards(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "ludoteca.house"):
        answer = knock(guard(), "GET", "/broken?token=hush", headers={"cookie": COOKIE})
    assert answer.status == 500
    assert answer.json == {"status": 500, "type": "fault", "detail": answer.json["detail"]}
    assert "secret" not in answer.text
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    told = json.dumps(lines)
    assert lines[0]["error"] == "ValueError" and any("test_guard" in frame for frame in lines[0]["trace"])
    for secret in ("hush", COOKIE, "ada-id", "127.0.0.1", "a fault with a secret"):
        assert secret not in told


def test_what_was_asked_is_counted_by_route_and_not_by_path() -> None:
    which = guard()
    knock(which, path="/tables/secret-id")
    told = which.metrics.text({"tables": 3.0})[0].decode()
    assert 'ludoteca_requests_total{method="GET",route="elsewhere",status="200"} 1.0' in told
    assert "ludoteca_house_tables 3.0" in told
    assert "secret-id" not in told


# Networks


@pytest.mark.parametrize("limits", [Limits(address=1, burst=3), Limits(arrivals=0.1, address=1000)])
def test_a_network_of_ipv6_has_one_rate(limits: Limits) -> None:
    busy = guard(limits)
    answers = [knock(busy, "POST", client=f"2001:db8:1:2::{number:x}").status for number in range(4)]
    assert answers == [200, 200, 200, 429]
    assert knock(busy, "POST", client="2001:db8:1:3::1").status == 200


def test_many_networks_of_one_household_have_a_few_times_the_rate_together() -> None:
    """Whoever has 65,536 networks of IPv6 is not 65,536 visitors."""
    busy = guard(Limits(address=0.01, burst=300))
    answers = [knock(busy, client=f"2001:db8:1:{number:x}::1").status for number in range(40)]
    assert answers == [200] * 3 * NEIGHBOURS + [429] * (40 - 3 * NEIGHBOURS)
    assert knock(busy, client="2001:db8:2:3::1").status == 200


def test_many_networks_of_one_household_hold_a_few_times_the_live_connections() -> None:
    async def crowd() -> list[bool]:
        which = guard(Limits(connections=1))
        async with AsyncExitStack() as held:
            lives = [Live(which, "/live/x", {}, f"2001:db8:1:{n:x}::1") for n in range(NEIGHBOURS + 1)]
            lives.append(Live(which, "/live/x", {}, "2001:db8:2:3::1"))
            return [(await held.enter_async_context(live)).accepted for live in lives]

    assert asyncio.run(crowd()) == [True] * NEIGHBOURS + [False, True]


def test_many_networks_of_one_household_hold_half_of_all_connections() -> None:
    class Held(NamedTuple):
        client: tuple[str, int]

    door = Door(Limits(sockets=100))
    crowd = [Held((f"2001:db8:1:{number:x}::1", 1)) for number in range(51)]
    assert not door.turned_away(crowd[-2].client[0], crowd[:-1])
    assert door.turned_away(crowd[-1].client[0], crowd)
    assert not door.turned_away("2001:db8:2:3::1", [*crowd, Held(("2001:db8:2:3::1", 1))])


def test_many_networks_of_one_household_open_tables_as_one() -> None:
    tokens = Tokens(b"a key")
    assert tokens.network("2001:db8:1:2::/64") == tokens.network("2001:db8:1:ffff::/64")
    assert len({tokens.network(one) for one in ("2001:db8:1:2::/64", "2001:db8:2:2::/64", "192.0.2.1")}) == 3


def test_who_comes_while_others_wait_waits_too() -> None:
    """Tables are counted one after the other, however many are opened at once."""
    busy, most = 0, 0
    turns = InTurn()

    async def come(number: int) -> None:
        nonlocal busy, most
        for _ in range(number):
            await asyncio.sleep(0)
        async with turns.turn("ada"):
            busy += 1
            most = max(most, busy)
            await asyncio.sleep(0)
            busy -= 1

    async def crowd() -> None:
        await asyncio.gather(*(come(number) for number in range(30)))

    asyncio.run(crowd())
    assert most == 1 and len(turns) == 0


def test_ipv4_is_told_apart_where_one_socket_serves_both_kinds() -> None:
    busy = guard(Limits(address=1, burst=1), proxies=("127.0.0.1",))
    assert knock(busy, client="::ffff:192.0.2.1").status == 200
    assert knock(busy, client="192.0.2.1").status == 429, "the same visitor"
    assert knock(busy, client="::ffff:192.0.2.2").status == 200
    forwarded = {"x-forwarded-for": "203.0.113.9"}
    assert knock(busy, headers=forwarded, client="::ffff:127.0.0.1").text.startswith("203.0.113.9 ")


# Turns


async def crowd_and_neighbour(limits: Limits, path: str) -> tuple[int, list[int]]:
    """How many requests of one network are answered at once, and what happens to all of them."""
    inside_now, most = 0, 0

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal inside_now, most
        inside_now += scope["visitor"] == "192.0.2.1"
        most = max(most, inside_now)
        await asyncio.sleep(0)
        inside_now -= scope["visitor"] == "192.0.2.1"
        await PlainTextResponse("here")(scope, receive, send)

    which = Guard(slow, Settings(limits=limits), PEOPLE, Metrics())
    asked = [ask(which, "GET", path, client="192.0.2.1") for _ in range(300)]
    asked.append(ask(which, "GET", path, client="192.0.2.2"))
    answers = [answer.status for answer in await asyncio.gather(*asked)]
    assert len(which.turns) == 0, "nothing of it is kept"
    return most, answers


def test_the_requests_of_one_network_take_turns() -> None:
    most, answers = asyncio.run(crowd_and_neighbour(Limits(), "/page"))
    assert most == AT_ONCE and answers[-1] == 200
    assert answers.count(429) == 300 - AT_ONCE - MOST_WAITING
    assert asyncio.run(crowd_and_neighbour(Limits(), "/static/x"))[0] == 300
    assert asyncio.run(crowd_and_neighbour(Limits(address=0), "/page"))[0] == 300


def test_a_request_for_two_hosts_is_for_neither() -> None:
    async def asked() -> int:
        scope, sent = scope_of("GET", "/", {}), []
        scope["headers"].append((b"host", b"evil.test"))

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        await guard()(scope, receive, send)
        return int(sent[0]["status"])

    assert asyncio.run(asked()) == 421
