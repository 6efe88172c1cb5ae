"""Workers over HTTP: they see no database, hold jobs by leases, and are found out when they lie."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn

from ludoteca.analysis.judge import Judgement
from ludoteca.analysis.report import compile_analysis
from ludoteca.games import load
from ludoteca.games.bosa.game import Bosa
from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.remote_work import CHECK, Budget
from ludoteca.house.service.tokens import Tokens
from ludoteca.house.store.remote_workers import holder
from ludoteca.house.store.rows import Batch, JobRow
from ludoteca.house.table.own_edition import edition_text, take
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from ludoteca.house.web.server import server_options
from ludoteca.house.workers.parcel import (
    ANALYSES,
    BOTS,
    Acquire,
    Parcel,
    Purpose,
    Submit,
    Submitted,
    bare_record,
    open_match,
    pack,
    rules_digest,
    unpack,
)
from ludoteca.house.workers.remote_worker import HouseLine, RemoteWorker, TooLarge
from ludoteca.house.workers.worker import Result, Workspace, do_parcel
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.state import CHANCE
from tests.house.houses import house as an_application
from tests.house.houses import in_house
from tests.house.http_client import Answer, ask
from tests.house.running import ADA, a_house, awaited, new_id, play, until, wish
from tests.house.test_host import Host
from tests.house.test_workers import job_of, match_with_bots, with_a_bot_awaited


class Elsewhere:
    """A worker that talks to the house without a network."""

    def __init__(self, house: House, name: str, key: str) -> None:
        self.house = house
        self.name = name
        self.key = key
        self.gone = asyncio.Event()

    async def acquire(self, *purposes: Purpose, count: int = 1, wait: float = 0.0) -> list[Parcel]:
        asked = Acquire(rules_digest(), list(purposes or (BOTS, ANALYSES)), count, wait)
        work = self.house.remote_work
        return (await work.acquire(await work.worker_with(self.key), asked, self.gone)).parcels

    async def submit(self, parcel: Parcel, **found: Any) -> None:
        work = self.house.remote_work
        await work.submit(await work.worker_with(self.key), Submit(parcel.ticket, **found))

    async def figures(self) -> tuple[int, int, int]:
        """Jobs done, faults, whether it is shut out."""
        row = await self.house.remote_work.workers.named(self.name)
        assert row is not None
        return row.done, row.faults, row.shut_out


async def a_worker(house: House, name: str = "nuc") -> Elsewhere:
    return Elsewhere(house, name, await house.remote_work.make_key(name, [BOTS, ANALYSES]))


async def waiting_bot(house: House) -> Table:
    """A table that waits for a bot, with its job written."""
    table = await with_a_bot_awaited(house)
    await house.lobby(None)
    return table


async def finished_match(house: House) -> Table:
    """A match that bots have played to its end, of which somebody wants the analysis."""
    opened = await house.open(ADA, wish("bot random", "bot random", game="bosa"), new_id())
    table = await house.table(opened.table)
    while not table.finished:
        assert table.match is not None
        await house.deliver(job_of(table), Result(table.match.options[-1].text))
    await house.findings.request(table, "analyse", '{"effort":"quick"}')
    return table


def made_up(match: Match, chance: float = 0.5) -> str:
    """An analysis in the right form."""
    assert match.result is not None
    even = (chance,) * match.setup.seats
    judgements = [
        Judgement(line, part.seat, part.action.text, even, even, even, 1, ())
        for line, part in enumerate(match.story)
        if isinstance(part, Entry) and not part.undone and part.seat != CHANCE
    ]
    return msgspec.json.encode(compile_analysis(judgements, match.result.payoffs()).data()).decode()


# At the door


def test_a_house_without_keys_has_no_such_address_and_a_wrong_key_opens_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        async def acquire(key: str, rules: str = "", **more: Any) -> Answer:
            says = {"rules": rules or rules_digest(), "purposes": ["bots"], "wait": 0, **more}
            headers = {"authorization": f"Bearer {key}"} if key else {}
            return await ask(app, "POST", "/api/v1/work/acquire", headers=headers, says=says)

        assert [(await acquire(key)).status for key in ("", "nuc:guessed")] == [404, 404]
        key = await app.house.remote_work.make_key("nuc", ["bots"])
        assert [(await acquire(wrong)).status for wrong in ("", "nuc:guessed", "x:" + key)] == [401] * 3
        assert (await acquire(key)).json == {"parcels": [], "lease": 12.0}
        other = await acquire(key, "0.0.9 0123456789abcdef")
        assert (other.status, other.json["type"]) == (409, "other-rules")
        assert "install the same version" in other.json["detail"]
        assert (await acquire(key, purposes=["analyses"])).json["type"] == "purposes"
        assert (await acquire(key, purposes=["cooking"])).status == 422
        row = await app.house.remote_work.workers.named("nuc")
        assert row is not None and key.partition(":")[2] not in msgspec.json.encode(row).decode()
        renewed = await app.house.remote_work.make_key("nuc", ["bots"])
        assert [(await acquire(one)).status for one in (key, renewed)] == [401, 200]

    in_house(tmp_path, story)


def test_the_host_makes_keys_lets_workers_in_again_and_removes_them(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        form = {"content-type": "application/x-www-form-urlencoded"}
        made = await host.ask("POST", "/host/worker", headers=form, body=b"name=nuc")
        assert made.status == 200 and "ludoteca worker http://house.test --key nuc:" in made.text
        refused = await host.ask("POST", "/host/worker", headers=form, body=b"name=a+b")
        assert refused.status == 422
        for _ in range(3):
            await app.house.remote_work.workers.erred("nuc", 3)
        (seen,) = (await host.sees())["workers"]
        assert (seen["name"], seen["faults"], seen["shut_out"]) == ("nuc", 3, 1)
        page = (await host.ask("GET", "/host")).text
        assert "3 faults" in page and "never seen" in page.lower() and 'value="admit nuc"' in page
        await host.does("admit nuc")
        assert (await host.sees())["workers"][0]["shut_out"] == 0
        await host.does("dismiss nuc")
        seen = await host.sees()
        assert not seen["workers"]
        assert [line["what"] for line in seen["audit"][:3]] == ["dismiss", "admit", "worker-key"]

    in_house(tmp_path, story)


# What travels


@awaited
async def test_a_worker_that_sees_no_database_makes_the_moves_of_a_bot(database: str) -> None:
    async with a_house(database) as house:
        worker, table = await a_worker(house), await waiting_bot(house)
        assert table.match is not None
        for _ in range(3):
            moved = table.match_seq
            (parcel,) = await worker.acquire()
            assert not await worker.acquire(), "it is leased"
            result = do_parcel(Workspace(""), parcel)
            assert result.error == ""
            await worker.submit(parcel, text=result.text, seconds=result.seconds)
            assert table.match_seq > moved
            rows = await house._store.events(table.id, moved)
            assert (rows[0].kind, rows[0].who) == ("acted", "bot random")
            while table.awaited == 0:
                await play(house, table, ADA)
            await house.lobby(None)
        assert await worker.figures() == (3, 0, 0)


@awaited
async def test_a_worker_that_waits_for_jobs_has_been_seen(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        worker = await a_worker(house)
        waits = asyncio.create_task(worker.acquire(wait=20.0))
        async with asyncio.timeout(20):
            while (row := await house.remote_work.workers.named("nuc")) is None or not row.seen_at:
                await asyncio.sleep(0.01)
        assert not waits.done()
        house.remote_work.stop()
        assert await waits == []


@awaited
async def test_a_parcel_tells_neither_who_plays_nor_where_nor_what_luck_will_come(
    sqlite_address: str,
) -> None:
    async with a_house(sqlite_address) as house:
        worker, table = await a_worker(house), await waiting_bot(house)
        assert table.match is not None
        (parcel,) = await worker.acquire()
        sent = msgspec.json.encode(parcel).decode()
        secrets = [
            table.id,
            "Ada",
            table.croupier.secret,
            table.commitment,
            *filter(None, table.croupier.nonces),
        ]
        assert not [word for word in secrets if word in sent]
        record = read_record(parcel.record)
        assert (record.croupier, record.secret, record.nonces) == ("scripted", "", ["", ""])
        match = open_match(parcel)
        assert match.view(parcel.seat) == table.match.view(parcel.seat) and match.actor == parcel.seat
        assert [line.text for line in record.lines] == [line.text for line in table.match.record().lines]


def test_an_edition_of_the_house_travels_along(monkeypatch: pytest.MonkeyPatch) -> None:
    bosa = load("bosa")
    text = bosa.library.house_file.read_text(encoding="utf-8").replace("bosa-house-1", "rich")
    text = text.replace("\n", "\r\n")  # as written on another system: the digest is that of every byte
    label = f"rich {digest_of(text.encode())}"
    take("bosa", text)
    match = Match(bosa, bosa.setup(2, {}, bosa.library.played_with(label)), Seeded(1))
    parcel = Parcel(ticket="1", purpose=BOTS, match="m", seconds=9, seat=match.actor, level="random")
    parcel.record, parcel.edition = bare_record(match), edition_text("bosa", label)
    monkeypatch.setattr(bosa, "library", Bosa().library)  # the worker's, elsewhere
    assert not bosa.library.knows(label)
    assert open_match(parcel).setup.edition.label == label
    assert do_parcel(Workspace(""), parcel).text in [action.text for action in match.options]


def test_a_worker_runs_no_program_that_a_house_names() -> None:
    bosa = load("bosa")
    match = Match(bosa, bosa.setup(2, {}, None), Seeded(1))
    parcel = Parcel(
        ticket="1", purpose=BOTS, match="m", seconds=9, seat=match.actor, record=bare_record(match)
    )
    parcel.level = "program:touch /tmp/owned"
    assert "no worker elsewhere plays as" in do_parcel(Workspace(""), parcel).error


def test_what_is_packed_comes_out_again_and_bombs_do_not() -> None:
    assert unpack(pack("so much " * 999)) == "so much " * 999
    bomb = pack("0" * (1 << 23))
    for wrong, why in (("", "cut off"), ("?", "base64"), ("AAAA", "Error -3"), (bomb, "too long")):
        with pytest.raises(ValueError, match=why):
            unpack(wrong)


# Leases


@awaited
async def test_a_worker_that_vanishes_loses_its_job_and_what_it_sends_late_is_refused(database: str) -> None:
    async with a_house(database) as house:
        first, second = await a_worker(house, "first"), await a_worker(house, "second")
        table = await waiting_bot(house)
        moved = table.match_seq
        (parcel,) = await first.acquire()
        job = await house.remote_work.workers.held("first", parcel.ticket)
        assert job is not None and not await second.acquire()
        row = await house.remote_work.worker_with(first.key)
        assert await house.remote_work.renew(row, [parcel.ticket, "1-2"]) == ["1-2"]
        await house._store.extend(holder("first", parcel.ticket), [job.id], -1)
        assert await house.remote_work.renew(row, [parcel.ticket]) == [parcel.ticket]
        (again,) = await second.acquire()
        with pytest.raises(Refused, match="thank you, but this came too late") as refused:
            await first.submit(parcel, text=do_parcel(Workspace(""), parcel).text)
        assert refused.value.code == "lease-over" and table.match_seq == moved
        with pytest.raises(Refused, match="too late"):
            await first.submit(again, text="anything")
        await second.submit(again, text=do_parcel(Workspace(""), again).text)
        assert table.match_seq > moved
        assert (await first.figures(), await second.figures()) == ((0, 0, 0), (1, 0, 0))


@awaited
async def test_no_lease_is_longer_than_the_budget_and_no_more_are_out_at_once(database: str) -> None:
    async with a_house(database) as house:
        worker = await a_worker(house)
        for _ in range(2):
            await waiting_bot(house)
        house.remote_work.budgets[BOTS] = Budget(1, 20.0)
        (parcel,) = await worker.acquire(count=5)
        house.remote_work.budgets[BOTS] = Budget(1, 0.0)
        row = await house.remote_work.worker_with(worker.key)
        assert await house.remote_work.renew(row, [parcel.ticket]) == [parcel.ticket]
        await worker.submit(parcel, given_back=True)
        house.remote_work.budgets[BOTS] = Budget(5, 20.0)
        assert len(await worker.acquire(count=5)) == 2


@awaited
async def test_peoples_tables_come_first(database: str) -> None:
    async with a_house(database) as house:
        worker = await a_worker(house)
        await house.open(ADA, wish("bot random", "bot random", game="bosa"), new_id())
        table = await waiting_bot(house)
        (parcel,) = await worker.acquire()
        assert parcel.match == house._tokens.alias(table.id)


@awaited
async def test_a_worker_waits_for_a_job_unless_it_is_gone_or_the_house_closes(database: str) -> None:
    async with a_house(database) as house:
        worker, gone, last = [await a_worker(house, name) for name in ("here", "gone", "last")]
        left = asyncio.create_task(gone.acquire(wait=30))
        await until(lambda: house.remote_work._waiting)
        gone.gone.set()
        asked = asyncio.create_task(worker.acquire(wait=30))
        await until(lambda: sum(map(len, house.remote_work._waiting.values())) == 2)
        table = await waiting_bot(house)
        house.remote_work.wake()
        house.remote_work.wake()
        (parcel,) = await asyncio.wait_for(asked, 10)
        assert parcel.match == house._tokens.alias(table.id)
        assert await asyncio.wait_for(left, 10) == []
        asked = asyncio.create_task(last.acquire(wait=30))
        await until(lambda: sum(map(len, house.remote_work._waiting.values())))
        house.remote_work.stop()
        assert await asyncio.wait_for(asked, 10) == []


@awaited
async def test_after_a_restart_the_work_goes_on(database: str) -> None:
    async with a_house(database) as house:
        worker, table = await a_worker(house), await waiting_bot(house)
        (parcel,) = await worker.acquire()
    async with a_house(database) as house:
        worker.house = house
        moved = (await house.table(table.id)).match_seq
        if database.startswith("sqlite"):  # the only server frees every job when it opens
            with pytest.raises(Refused, match="too late"):
                await worker.submit(parcel, text="anything")
            (parcel,) = await worker.acquire()
        await worker.submit(parcel, text=do_parcel(Workspace(""), parcel).text)
        assert (await house.table(table.id)).match_seq > moved


# Lies


@awaited
async def test_an_illegal_move_is_refused_and_left_to_the_house_and_the_third_shuts_the_worker_out(
    database: str,
) -> None:
    async with a_house(database) as house:
        liar, honest = await a_worker(house, "liar"), await a_worker(house, "honest")
        for count in range(1, 4):
            table = await waiting_bot(house)
            moved = table.match_seq
            (parcel,) = await liar.acquire()
            with pytest.raises(Refused, match="this is wrong, and was counted as a fault"):
                await liar.submit(parcel, text="fly to the moon")
            assert table.match_seq == moved
            assert await liar.figures() == (0, count, int(count == 3))
            assert not await honest.acquire(), "the house's own workers do it"
            (job,) = await house._store.claim("the house's own", 1, 12_000)
            assert table.match is not None
            await house.deliver(job, Result(table.match.options[0].text))
            assert table.match_seq > moved
            await house.lobby(None)
            await house._store.change("delete from jobs")
        with pytest.raises(Refused, match="shut out: 3 times") as refused:
            await liar.acquire()
        assert refused.value.status == 403
        await house.remote_work.workers.admit("liar")
        assert await liar.acquire() == []


@awaited
async def test_a_job_that_nobody_in_the_house_does_goes_to_other_workers_after_a_while(database: str) -> None:
    async with a_house(database) as house:
        worker, table = await a_worker(house), await waiting_bot(house)
        (parcel,) = await worker.acquire()
        await worker.submit(parcel, error="its process ended")
        assert await worker.figures() == (0, 0, 0), "who cannot does not lie"
        assert not await worker.acquire()
        await house._store.change("update jobs set kept_until = 1 where table_id = ?", table.id)
        assert len(await worker.acquire()) == 1


@awaited
async def test_a_false_analysis_is_found_out(database: str) -> None:
    async with a_house(database) as house:
        worker, table = await a_worker(house), await finished_match(house)
        match = table.match
        assert match is not None
        (parcel,) = await worker.acquire(ANALYSES)
        assert (parcel.seat, parcel.effort, open_match(parcel).result is not None) == (-1, "quick", True)
        right, wrong = made_up(match), made_up(match, 0.25)
        other = {**msgspec.json.decode(right), "payoffs": [7.0, 7.0]}
        for lie in ("", pack("[]"), pack(msgspec.json.encode(other).decode()), pack('{"decisions":[]}')):
            with pytest.raises(Refused, match="counted as a fault"):
                await worker.submit(parcel, packed=lie)
            await house.remote_work.workers.admit(worker.name)
            await house._store.change("update jobs set kept_until = 0")
            (parcel,) = await worker.acquire(ANALYSES)
        house.remote_work.sample = 1
        await worker.submit(parcel, packed=pack(wrong))
        assert await house.findings.of(table.id, "analyse") == wrong
        assert not await worker.acquire(), "no worker checks itself"
        (check,) = await house._store.claim("the house's own", 1, 12_000, moves=False)
        assert check.kind == CHECK
        await house.deliver(check, Result(right, partly=True))
        await house.deliver(check, Result(right))
        assert await worker.figures() == (1, 1, 0)
        assert await house.findings.of(table.id, "analyse") == right
        await house.deliver(check, Result(right))
        assert await worker.figures() == (1, 1, 0)
        assert (await house._store.counts())["jobs"] == 0


def test_one_analysis_in_twenty_is_computed_again() -> None:
    chosen = [Tokens(b"key").chosen(str(number), 20) for number in range(2000)]
    assert 60 < sum(chosen) < 140
    assert chosen != [Tokens(b"another").chosen(str(number), 20) for number in range(2000)]


@awaited
async def test_bots_of_the_host_stay_in_the_house(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        worker, table = await a_worker(house), await match_with_bots(house, "random")
        own = JobRow("move x", "move", table.id, table.match_seq, 1, '{"level":"my own"}', 0)
        hint = JobRow("hint x", "hint 3 0", table.id, table.match_seq, -1, "{}", 0)
        await house._store.append(Batch(jobs=[own, hint]))
        await house._store.change("delete from jobs where body like '%random%'")
        assert not await worker.acquire()


# A real process


@asynccontextmanager
async def listening(app: Application, port: int = 0) -> AsyncIterator[str]:
    """The application at an address of this machine."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", port))
        server = uvicorn.Server(uvicorn.Config(app, **server_options(app.settings)))
        task = asyncio.create_task(server.serve([sock]))
        await until(lambda: server.started)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            app.house.remote_work.stop()
            server.should_exit = True
            await task


async def start_worker(address: str, key: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ludoteca", "worker", address, "--processes", "1",
        env={**os.environ, "LUDOTECA_WORKER_KEY": key}, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@awaited
async def test_real_workers_play_and_one_goes_on_when_the_other_is_killed(
    database: str, tmp_path: Path
) -> None:
    async with an_application(tmp_path, database=database) as app, listening(app) as address:
        house = app.house
        keys = [await house.remote_work.make_key(name, ["bots"]) for name in ("one", "two")]
        killed, other = [await start_worker(address, key) for key in keys]
        told: list[str] = []
        with pytest.raises(LudotecaError, match="this house knows no worker with this key"):
            await RemoteWorker(address, "one:wrong", [BOTS], 1, told.append).run()
        table = await with_a_bot_awaited(house)
        await until(lambda: table.awaited == 0, 30)
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
        while table.awaited == 0:
            await play(house, table, ADA, -1)
        await until(lambda: table.awaited == 0, 30)
        other.terminate()
        assert (await other.communicate())[1].decode().splitlines()[-1].startswith("Did ")
        assert other.returncode == 0
        rows = await house.remote_work.workers.all()
        assert sum(row.done for row in rows) >= 2 and not any(row.faults for row in rows)


@awaited
async def test_a_worker_waits_for_a_house_that_is_away() -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        worker.stop()

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        worker = RemoteWorker(f"http://127.0.0.1:{sock.getsockname()[1]}", "nuc:key", [BOTS], 1, say)
        await worker.run()
    assert "The house is away (" in said[0] and said[0].endswith("asking again in 1 s.")
    with pytest.raises(LudotecaError, match="should look like https://play"):
        RemoteWorker("ftp://house", "nuc:key", [BOTS], 1, say)


@awaited
async def test_what_is_too_large_to_send_is_told_as_failed_and_not_tried_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[Submit] = []

    def post(line: HouseLine, word: str, said: Submit, answer: type[Submitted]) -> Submitted:
        sent.append(said)
        if said.packed:
            raise TooLarge("a body has at most 1000 bytes")
        return Submitted(done=True)

    monkeypatch.setattr(HouseLine, "post", post)
    worker = RemoteWorker("http://127.0.0.1:1", "nuc:key", [BOTS], 1, lambda said: None)
    await worker._submit(Submit("ticket", packed="x" * 2000))
    assert [one.ticket for one in sent] == ["ticket", "ticket"]
    assert sent[1].error == "what was found cannot be sent: a body has at most 1000 bytes"
