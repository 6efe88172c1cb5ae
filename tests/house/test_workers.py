"""Work: bots play in processes of their own; a killed one loses nothing and plays nothing twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvloop

from ludoteca import games
from ludoteca.bots.bot import Bot as Player
from ludoteca.bots.bot import Perspective
from ludoteca.bots.flag import NO_WISH
from ludoteca.bots.levels import bot_for
from ludoteca.bots.playing import perspective_in
from ludoteca.games.manticore.rules.land import CELL_CALLED
from ludoteca.house.service.findings import ANALYSE
from ludoteca.house.service.house import House
from ludoteca.house.store.rows import Batch, JobRow
from ludoteca.house.table.commands import Back, Bot, Chat, Flag
from ludoteca.house.table.events import Acted
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import record_for
from ludoteca.house.workers import worker as worker_process
from ludoteca.house.workers import worker_pool
from ludoteca.house.workers.worker import Result, Task, Workspace, choice_of, do_job
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify
from ludoteca.kernel.source import Source, Stream
from tests.house.ear import Ear
from tests.house.running import ADA, a_house, awaited, called_again, new_id, play, until, wish


async def match_with_bots(house: House, *levels: str, game: str = "bosa") -> Table:
    seats = [f"bot {level}" for level in levels]
    opened = await house.open(ADA, wish("me", *seats, game=game), new_id())
    return await house.table(opened.table)


async def play_out(house: House, table: Table) -> None:
    """Ada takes her last option whenever she is asked; the bots do the rest."""
    ear = Ear(house, table.id)
    while not table.finished:
        if table.awaited == 0:
            await play(house, table, ADA, -1)
        else:
            await asyncio.wait_for(anext(ear), 30)
    ear.close()


@awaited
async def test_bots_play_a_match_to_its_end(database: str) -> None:
    async with a_house(database, 1) as house:
        table = await match_with_bots(house, "random")
        await play_out(house, table)
        rows = await house._store.events(table.id, 0)
        assert {row.who for row in rows if row.kind == "acted"} == {"ada", "bot random"}
        assert verify(table.game, read_record(record_for(table, -1).text())).derived
        await house.lobby(None)
        assert (await house._store.counts())["jobs"] == 0


@awaited
async def test_every_level_finds_a_move(sqlite_address: str) -> None:
    async with a_house(sqlite_address, 1) as house:
        for level in house.levels():
            table = await match_with_bots(house, level)
            while table.awaited == 0:
                await play(house, table, ADA)
            moved = table.match_seq
            await until(lambda table=table, moved=moved: table.match_seq > moved, 30)  # type: ignore[misc]


def test_workers_are_started_from_source_until_the_build_in_the_background_has_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "compiled"
    monkeypatch.setenv("LUDOTECA_COMPILED", str(built))
    monkeypatch.setenv("PYTHONPATH", "src")
    assert worker_pool.environment()["PYTHONPATH"] == "src"
    built.touch()
    assert "PYTHONPATH" not in worker_pool.environment()


@awaited
async def test_a_worker_from_source_makes_room_for_a_compiled_one(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address, 1) as house:
        workers = house._background.workers
        await bots_answer(house)
        before = workers.pids
        await bots_answer(house)
        assert workers.pids == before
        monkeypatch.setenv("LUDOTECA_SOMETHING", "changed")
        await bots_answer(house)
        assert workers.pids and workers.pids != before


async def bots_answer(house: House) -> None:
    """Wait for a move of a bot at a new table."""
    table = await with_a_bot_awaited(house)
    moved = table.match_seq
    await until(lambda: table.match_seq > moved, 30)


@awaited
async def test_what_comes_up_while_the_house_closes_is_left_for_the_next_one(sqlite_address: str) -> None:
    async with a_house(sqlite_address, 1) as house:
        workshop = house._background.workers
        table = await with_a_bot_awaited(house)
        await workshop.stop()
        assert workshop.free == 0
        workshop.take(job_of(table))
        assert all(task.done() for task in workshop._for_moves.held.values())
        assert not workshop.pids


def job_of(table: Table, level: str = "random") -> JobRow:
    body = f'{{"level":"{level}"}}'
    return JobRow(f"move {table.id} {table.match_seq} {table.awaited}", "move", table.id, table.match_seq,
                  table.awaited, body, 1)  # fmt: skip


async def with_a_bot_awaited(house: House) -> Table:
    table = await match_with_bots(house, "random")
    while table.awaited == 0:
        await play(house, table, ADA)
    return table


@awaited
async def test_a_move_delivered_twice_is_played_once(database: str) -> None:
    async with a_house(database) as house:
        table = await with_a_bot_awaited(house)
        assert table.match is not None
        job, choice = job_of(table), Result(table.match.options[0].text)
        await asyncio.gather(*(house.deliver(job, choice) for _ in range(3)))
        rows = await house._store.events(table.id, job.base)
        assert [row.kind for row in rows] == ["acted"]
        await house.deliver(job, choice)
        assert table.match_seq == job.base + 1


@awaited
async def test_a_move_for_what_is_no_longer_asked_is_dropped(database: str) -> None:
    async with a_house(database) as house:
        table = await with_a_bot_awaited(house)
        assert table.match is not None
        job, choice = job_of(table), Result(table.match.options[0].text)
        late = JobRow(job.id, "move", job.table, job.base - 1, job.seat, job.body, 1)
        await house.deliver(late, choice)
        await house.deliver(job, Result(stale=True))
        assert table.match_seq == job.base
        await house.do(table.id, ADA, Chat(id=new_id(), text="hurry"))
        await house.deliver(job, choice)
        assert table.match_seq == table.seq, "talking meanwhile does not matter"


@awaited
async def test_a_person_who_comes_back_in_time_decides(database: str) -> None:
    async with a_house(database) as house:
        table = await match_with_bots(house, "random")
        await house.do(table.id, ADA, Bot(id=new_id(), seat=0, level="random"))
        while table.awaited != 0:
            assert table.match is not None
            await house.deliver(job_of(table), Result(table.match.options[0].text))
        assert table.match is not None
        job, choice = job_of(table), Result(table.match.options[0].text)
        await house.do(table.id, ADA, Back(id=new_id(), seat=0))
        moved = table.match_seq
        await house.deliver(job, choice)
        assert table.match_seq == moved
        await play(house, table, ADA)


@awaited
async def test_a_bot_that_chooses_nonsense_holds_nobody_up(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        table = await with_a_bot_awaited(house)
        await house.deliver(job_of(table), Result("fly to the moon"))
        assert table.match_seq == table.seq
        row = (await house._store.events(table.id, table.seq - 1))[0]
        assert row.kind == "acted"


@awaited
async def test_a_killed_worker_is_replaced_and_nothing_is_played_twice(database: str) -> None:
    async with a_house(database, 1) as house:
        shop = house._background.workers
        table = await match_with_bots(house, "random")
        killed = 0
        ear = Ear(house, table.id)
        while not table.finished:
            if table.awaited == 0:
                await play(house, table, ADA, -1)
                if killed < 3 and table.awaited != 0 and shop.pids:
                    os.kill(shop.pids[0], signal.SIGKILL)
                    killed += 1
            else:
                await asyncio.wait_for(anext(ear), 30)
        assert killed == 3 and shop.lost >= 1
        rows = await house._store.events(table.id, 0)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert verify(table.game, read_record(record_for(table, -1).text())).derived


@awaited
async def test_what_a_house_left_undone_the_next_one_takes_up(database: str) -> None:
    async with a_house(database) as house:
        table = await with_a_bot_awaited(house)
        before = table.match_seq
    async with a_house(database, 1) as house:
        table = await house.table(table.id)
        await until(lambda: table.match_seq > before)


@awaited
async def test_a_death_between_event_and_job_is_healed(database: str) -> None:
    async with a_house(database) as house:
        table = await with_a_bot_awaited(house)
        await house.lobby(None)
        jobs = (await house._store.counts())["jobs"]
        assert jobs == 1
        assert table.match is not None
        level, seat = table.seats[table.awaited].bot, table.awaited
        text = table.match.options[0].text
    from ludoteca.house.store.store import Store, driver_for, milliseconds
    from ludoteca.house.table.events import event_rows

    store = Store(driver_for(database))
    await store.start()
    rows = event_rows(table.id, table.seq, milliseconds() - 5000, f"bot {level}", "x", [Acted(seat, text)])
    await store.append(Batch(events=rows, done=[f"move {table.id} {table.match_seq} {seat}"]))
    await store.stop()
    async with a_house(database, 1) as house:
        again = await house.table(table.id)
        if again.awaited != 0:
            await until(lambda: again.seq > rows[0].seq)
        await until(lambda: again.awaited == 0 or again.finished)


@awaited
async def test_a_lease_of_a_dead_house_lapses(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_house(postgres_address) as house:
        table = await with_a_bot_awaited(house)
        await house.lobby(None)
        (job,) = await house._store.claim("somebody who died", 5, 60_000)
        assert job.base == table.match_seq
        monkeypatch.setattr(worker_pool, "POLL_INTERVAL", 0.01)
        async with a_house(postgres_address, 1) as other:
            seen = await other.table(table.id)
            await called_again(other._store, "claim", monkeypatch, times=4)
            assert seen.match_seq == table.match_seq, "the lease still holds"
            await house._store.extend("somebody who died", [job.id], -1)
            await until(lambda: seen.match_seq > job.base)


@awaited
async def test_workers_of_their_own_on_postgres(postgres_address: str) -> None:
    """Two `ludoteca work`; one is killed in the middle of the match; the house itself has no workers."""
    command = [sys.executable, "-m", "ludoteca", "work", "--database", postgres_address]
    crew = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(2)]
    try:
        async with a_house(postgres_address) as house:
            table = await match_with_bots(house, "random")
            Ear(house, table.id)  # what others write is read at once where somebody looks on,
            await house.table(table.id)  # and what they wrote before by who asks
            await until(lambda: table.awaited == 0, 30)
            await play(house, table, ADA, -1)
            await until(lambda: table.awaited == 0 or table.finished, 30)
            crew[0].kill()
            await play_out(house, table)
            assert verify(table.game, read_record(record_for(table, -1).text())).derived
    finally:
        for process in crew:
            process.terminate()
        assert [process.wait(20) for process in crew][1] == 0, "the one that was asked to end, ended well"


@awaited
async def test_findings_of_workers_are_kept_and_told(sqlite_address: str) -> None:
    async with a_house(sqlite_address, 1) as house:
        table = await match_with_bots(house, "random")
        told: list[int] = []
        follower = house.follow(table.id, lambda seq, person: told.append(seq))
        await house.findings.request(table, "whistle")
        async with asyncio.timeout(20):
            while (failed := await house.findings.of(table.id, "whistle failed")) is None:
                await asyncio.sleep(0.05)
        assert failed == "no worker knows how to whistle"
        assert await house.findings.of(table.id, "whistle") is None
        assert 0 not in told, "only whoever asked wants to know"
        job = JobRow("one", ANALYSE, table.id, 0, -1, "{}", 0)
        await house.findings.keep(job, Result(error="it is too dark"))
        assert await house.findings.of(table.id, f"{ANALYSE} failed") == "it is too dark"
        assert 0 in told
        follower.close()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_worker_found_dead_says_so(
    sqlite_address: str, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """It may have ended between two jobs, its pipe closed."""

    async def find_it_dead() -> None:
        worker = worker_pool.WorkerProcess(sqlite_address)
        await worker.start()
        process = worker._process
        assert process is not None and process.stdin is not None
        process.kill()
        await process.wait()
        process.stdin.close()
        with contextlib.suppress(OSError):
            await process.stdin.wait_closed()
        with pytest.raises(worker_pool.WorkerEnded):
            await worker.do(Task(JobRow("one", "move", "none", 0, 0, "", 0)))
        assert worker.pid == 0

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(find_it_dead())


@pytest.fixture
def bench(sqlite_address: str) -> Iterator[Workspace]:
    with contextlib.closing(Workspace(sqlite_address)) as opened:
        yield opened


def test_a_bot_of_a_worker_knows_what_has_happened(
    sqlite_address: str, bench: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the story of the match a search could not go on from what it thought before."""
    told: list[Perspective] = []

    class Listener(Player):
        def choose(self, perspective: Perspective, source: Source) -> Action:
            told.append(perspective)
            return perspective.options[source.below(len(perspective.options))]

    monkeypatch.setattr(worker_process, "bot_of_level", lambda game, level: Listener())

    async def two_turns() -> None:
        async with a_house(sqlite_address) as house:
            table = await with_a_bot_awaited(house)
            while len(told) < 2:
                while table.awaited == 0:
                    await play(house, table, ADA)
                job = job_of(table)
                await house.deliver(job, do_job(bench, Task(job)))

    asyncio.run(two_turns())
    before, after = told[0].story, told[1].story
    assert before and after[: len(before)] == before
    assert after[len(before)][0] == told[0].seat and after[len(before)][1] in told[0].options
    assert told[1].log


def test_a_bot_is_told_where_people_wish_it_to_come(
    sqlite_address: str, bench: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    class Listener(Player):
        def choose(self, perspective: Perspective, source: Source) -> Action:
            told.append(perspective.wish)
            return perspective.options[0]

    monkeypatch.setattr(worker_process, "bot_of_level", lambda game, level: Listener())

    async def call_the_bot() -> None:
        async with a_house(sqlite_address) as house:
            table = await match_with_bots(house, "regular", game="manticore")
            while table.awaited == 0:
                await play(house, table, ADA)
            do_job(bench, Task(job_of(table, "regular")))
            await house.do(table.id, ADA, Flag(id=new_id(), place="H11"))
            do_job(bench, Task(job_of(table, "regular")))
            do_job(bench, Task(job_of(table, "novice")))

    asyncio.run(call_the_bot())
    assert told == [NO_WISH, CELL_CALLED["H11"], NO_WISH]


def test_a_worker_tells_stale_jobs_and_errors(sqlite_address: str, bench: Workspace) -> None:
    async def prepare() -> tuple[JobRow, str]:
        async with a_house(sqlite_address) as house:
            table = await with_a_bot_awaited(house)
            assert table.match is not None
            return job_of(table), " ".join(action.text for action in table.match.options)

    job, options = asyncio.run(prepare())
    found = do_job(bench, Task(job))
    assert found.text and found.text in options
    assert do_job(bench, Task(job, plainly=True)).text in options
    old = JobRow("x", "move", job.table, job.base - 1, job.seat, job.body, 1)
    assert do_job(bench, Task(old)).stale
    assert do_job(bench, Task(JobRow("x", "move", "nowhere", 1, 0, job.body, 1))).stale
    wrong = JobRow("x", "move", job.table, job.base, job.seat, '{"level":"nobody"}', 1)
    assert "nobody" in do_job(bench, Task(wrong)).error


@pytest.mark.parametrize("game", ["bologna", "bomarzo"])
def test_a_bot_that_has_nothing_to_weigh_takes_as_long_as_one_that_has(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is asked though their hand or role leaves no choice would tell so by answering at once."""
    found = games.load(game)
    slept: list[float] = []
    weighed: list[float] = []
    monkeypatch.setattr("ludoteca.house.workers.worker.time.sleep", slept.append)
    master, hasty = bot_for(found, "master"), bot_for(found, "novice")
    source, seed = Stream(1, "play"), 0
    while len(slept) < 4:
        seed += 1
        match = Match(found, found.setup(max(2, found.least)), Seeded(seed))
        while match.result is None and len(slept) < 4:
            perspective = perspective_in(match, match.actor, source)
            if len(perspective.sensible) == 1 and perspective.routine is None:
                said = choice_of(master, match, match.actor, NO_WISH)
                assert said.text == perspective.sensible[0].text and said.seconds == slept[-1]
                assert choice_of(hasty, match, match.actor, NO_WISH).seconds < 0.2, "others take a tenth"
            elif perspective.routine is None and not weighed:
                weighed.append(choice_of(master, match, match.actor, NO_WISH).seconds)
                slept.pop()
            match.play(match.actor, match.options[source.below(len(match.options))])
    assert min(slept[::2]) > 0.5, "a master thinks for a second"
    assert len(set(slept[::2] + weighed)) == len(slept[::2]) + 1, "and a little longer, each time differently"
