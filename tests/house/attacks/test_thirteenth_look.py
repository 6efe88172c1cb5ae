"""What a thirteenth look at the house found: workers that lie, addresses with ports, doors that stay open,
clocks apart, names that look alike, answers that nobody asked for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest

import ludoteca as lt
from ludoteca.analysis.moments import moments
from ludoteca.house.refusals import Refused
from ludoteca.house.service.identity import LINK_AGE, Identities, OldLink, nickname
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.store.remote_workers import holder
from ludoteca.house.store.store import WATCH
from ludoteca.house.table.command_handlers import unused_name
from ludoteca.house.table.commands import Person
from ludoteca.house.web.app import Application
from ludoteca.house.workers.parcel import ANALYSES, pack
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody, scope_of
from tests.house.running import a_house, awaited
from tests.house.test_connections import both_parsers, served
from tests.house.test_guard import guard
from tests.house.test_host import Host
from tests.house.test_remote_workers import a_worker, finished_match, made_up, waiting_bot

RIVAL = {"gain": 0.1, "error": 0.01, "points": 1.0, "points_error": 0.1, "even": 0.1}


@awaited
async def test_an_analysis_that_no_page_could_show_is_refused(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        worker, table = await a_worker(house), await finished_match(house)
        match = table.match
        assert match is not None
        story = moments(match)
        possible = {action.text for action in story[0].before.choices}
        elsewhere = next(text for text in match.game.catalogue.by_text if text not in possible)
        rival: dict[str, Any] = {"action": story[0].action.text, **RIVAL, "reasons": []}
        lies: list[dict[str, Any]] = [
            {"known": [1e308, -1e308]},
            {"truth": [1.5, -0.5]},
            {"regret": 1e308},
            {"alternatives": [{**rival, "gain": 1e308}]},
            {"alternatives": [{**rival, "points_error": -1e308}]},
            {"alternatives": [{**rival, "reasons": [["cards", 1e308]]}]},
            {"alternatives": [{**rival, "action": elsewhere}]},
        ]
        for lie in lies:
            (parcel,) = await worker.acquire(ANALYSES)
            told = json.loads(made_up(match))
            told["decisions"][0] |= lie
            with pytest.raises(Refused, match="counted as a fault"):
                await worker.submit(parcel, packed=pack(json.dumps(told)))
            assert await worker.figures() == (0, 1, 0)
            await house.remote_work.workers.admit(worker.name)
            await house._store.change("update jobs set kept_until = 0")
        (parcel,) = await worker.acquire(ANALYSES)
        told = json.loads(made_up(match))
        told["decisions"][0] |= {"alternatives": [rival]}
        await worker.submit(parcel, packed=pack(json.dumps(told)))
        assert await house.findings.of(table.id, "analyse") is not None


@awaited
async def test_a_worker_that_never_answers_does_not_get_the_same_job_again(database: str) -> None:
    async with a_house(database) as house:
        silent, other = await a_worker(house, "silent"), await a_worker(house, "other")
        await waiting_bot(house)
        (parcel,) = await silent.acquire()
        job = await house.remote_work.workers.held("silent", parcel.ticket)
        assert job is not None
        await house._store.extend(holder("silent", parcel.ticket), [job.id], -1)
        assert not await silent.acquire()
        (again,) = await other.acquire()
        await house._store.extend(holder("other", again.ticket), [job.id], -1)
        assert await silent.acquire(), "somebody has to do it"


def test_who_has_another_port_for_each_connection_is_one_visitor() -> None:
    behind = guard(proxies=("127.0.0.1", "10.0.0.0/8"))

    def address(*lines: str) -> str:
        scope = scope_of("GET", "/", {})
        scope["headers"] += [(b"x-forwarded-for", line.encode()) for line in lines]
        return behind._address_and_scheme(scope, {})[0]

    assert address("203.0.113.9:4711") == address("203.0.113.9:4712") == "203.0.113.9"
    assert (
        address("[2001:db8::7]:4711") == address("[2001:db8::7]") == address("2001:db8::7") == "2001:db8::7"
    )
    assert address("203.0.113.9:4711, 10.0.0.2:80") == "203.0.113.9", "a proxy with a port is a proxy"
    assert address("6.6.6.6", "203.0.113.9", "10.0.0.2") == "203.0.113.9", "each proxy may add a line"
    assert address("::1:2") == "::1:2"


def test_a_house_with_a_name_answers_nobody_who_asks_for_none() -> None:
    assert Settings(hosts=("play.example.org",)).allowed_hosts == {"play.example.org"}


def test_an_invitation_ends_and_nobody_makes_it_anew(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        cookie = app.identities.invited_cookie().partition(";")[0]
        member = await Somebody(app, cookie).named("Ada")
        assert (await Somebody(app).ask("POST", "/come/" + cookie.partition("=")[2])).status == 403
        for ends in (False, True):
            says = {"id": f"open-{ends}", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}]}
            opened = (await member.ask("POST", "/api/v1/tables", says)).json
            if ends:
                assert (await member.do(opened["table"], "close")).status == 200
            guest = Somebody(app)
            await guest.ask("GET", f"/tables/{opened['table']}?invitation={opened['invitation']}")
            asked = await guest.ask("PUT", "/api/v1/me", {"name": "Bruno", "language": "en"})
            assert asked.status == (403 if ends else 200)

    in_house(tmp_path, story, door="invited")


def test_what_a_server_signs_whose_clock_is_ahead_is_good_on_others_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people, now = Identities("sesame"), time.time()

    def at_server(ahead: int, later: int = 0) -> None:
        """Go by the clock of a server that is so many seconds ahead of the database, as its watch knows."""
        monkeypatch.setattr(time, "time", lambda: now + ahead + later)
        monkeypatch.setattr(WATCH, "behind", -ahead * 1000)

    for ahead, other in ((600, 0), (0, 600)):
        at_server(ahead)
        link = people.link(Person("ada", "Ada"))
        invitation, cookie = people.house_invitation(), people.invited_cookie()
        at_server(other)
        assert people.invites(invitation)
        assert people.is_invited(cookie.partition(";")[0])
        assert people.person_of_link(link).id == "ada"
        at_server(other, LINK_AGE + 2)
        with pytest.raises(OldLink):
            people.person_of_link(link)


@pytest.mark.parametrize("name", ["Ada\ufe0f", "Ada\U000e0101", "ada", "\u0410da", "\uff21da", "Ad\u03b1"])
def test_nobody_at_a_table_has_a_name_that_looks_like_another(name: str) -> None:
    assert unused_name(["Bruno", "Ada"], nickname(name)).endswith(" 2")
    assert unused_name(["Bruno", "Ida"], nickname(name)) == nickname(name)


def test_an_emoji_is_a_name() -> None:
    assert nickname("\u2764\ufe0f") == "\u2764"


def test_who_is_muted_does_not_talk_by_names(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        table, people = await table_of(app, "bologna", ["Ada", "Bruno"])
        await people[1].named("You all stink")
        await host.does(f"mute {table} 1")
        assert (await people[1].do(table, "rename")).json["type"] == "muted"
        assert (await people[0].see(table))["seats"][1]["name"] == "Bruno"

    in_house(tmp_path, story)


@both_parsers
@awaited
async def test_a_body_that_nobody_reads_is_not_answered(quick: bool) -> None:
    async with served(quick, Limits(headers=4096), guard()) as house:
        for length, kept in ((10, True), (50_000, False), (70_000, False)):
            reader, writer = await house.connect()
            head = "POST / HTTP/1.1\r\nhost: house.test\r\norigin: http://other.test"
            writer.write(f"{head}\r\ncontent-length: {length}\r\n\r\n".encode())
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith((b"HTTP/1.1 403", b"HTTP/1.1 413"))
            assert (b"connection: close" not in answer.lower()) == kept
            writer.write(b"x" * length)
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(0.3):
                    assert b"HTTP/1.1" not in await reader.read()
            writer.close()
        assert house.door.refused == {}


def test_a_bot_that_answers_with_much_does_not_fill_the_log() -> None:
    match = lt.match("bologna", seats=2, seed=1, bots=[lambda perspective, source: "x" * 60_000, "random"])
    assert match.faults
    assert all(len(fault.sentence) < 400 for _, fault in match.faults)
