"""What an eleventh look at the house found: what was tried and taken back, who keeps the house busy."""

from __future__ import annotations

import asyncio
import random
import sys
import threading
import time

import pytest
from starlette.types import Receive, Scope, Send

from ludoteca.house.monitoring import Metrics
from ludoteca.house.refusals import Refused
from ludoteca.house.service.block_lists import BLOCK, MOST_SHUNNED, MUTE
from ludoteca.house.service.identity import Identities
from ludoteca.house.service.moderation import NETWORK, UNDOS_AT_ONCE
from ludoteca.house.settings import Limits, Settings, SettingsError
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.store.store import READERS
from ludoteca.house.table.clock import Clock, ClockWish
from ludoteca.house.table.command_handlers import LONG, LONG_SHARE
from ludoteca.house.table.commands import Act, Chat, Join, Person, Undo
from ludoteca.house.table.table import Table
from ludoteca.house.web import request_turns as turns_module
from ludoteca.house.web.guard import Guard
from ludoteca.house.web.problems import Problem, problem_response
from ludoteca.house.web.request_turns import AROUND_AT_ONCE, AT_ONCE, Stopwatch
from ludoteca.house.web.server import THREADS_TURN, serve
from tests.house.http_client import ask
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, wish
from tests.house.story import Story, act, refused

HERE = "192.0.2.7"

# Taking back


def gardens(**clock: object) -> Story:
    """Two at a table of Bomarzo, where turns have many steps."""
    story = Story("me", "open", clock=ClockWish(**clock), game="bomarzo")  # type: ignore[arg-type]
    story.do(BRUNO, Join(id=new_id()), invited=True)
    return story


def steps_that_can_be_tried(story: Story, least: int) -> tuple[Person, list[str]]:
    """Somebody on the move, and steps of theirs after which they are still on the move and may take them
    back; others have played on until there were so many.
    """
    table, luck = story.table, random.Random(1)
    for _ in range(200):
        seat, found = table.awaited, list[str]()
        mover = ADA if table.seats[seat].person == ADA.id else BRUNO
        while table.awaited == seat:
            assert table.match is not None
            found.append(luck.choice(table.match.options).text)
            story.do(mover, act(found[-1]))
            if not table.undoable(mover.id):
                found = []
        if len(found) > least:
            for _ in found:
                story.do(mover, Undo(id=new_id()))
            return mover, found[:-1]
    raise AssertionError("nobody could try so much")


def test_what_was_tried_and_taken_back_does_not_make_a_table_slow() -> None:
    """Three thousand commands made a table that took longer to rebuild than anybody waits: it was lost to
    those who played there, and a dozen of them kept everybody from reading anything.
    """
    story = gardens(kind="bank", seconds=90_000)
    mover, steps = steps_that_can_be_tried(story, 3)
    while story.table.seq < 8_000:
        story.do(mover, Act(id=new_id(), text=steps[0], then=steps[1:]))
        story.do(mover, Undo(id=new_id()))
    begun = time.process_time()
    again = story.again()
    assert time.process_time() - begun < 1.5
    assert again.match is not None and story.table.match is not None
    assert [one.action for one in again.match.entries] == [one.action for one in story.table.match.entries]


@awaited
async def test_tables_that_are_rebuilt_keep_nobody_from_reading(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tables that took long to rebuild took all who read: the lobby waited for them."""
    async with a_house(sqlite_address) as house:
        opened = [await house.open(ADA, wish("me", "open"), new_id()) for _ in range(READERS + 1)]
        for one in opened:
            house._cache.drop(await house._cache.fetch(one.table))
        enough = threading.Event()
        rebuild = Table.rebuild

        def slowly(row: TableRow, rows: list[EventRow]) -> Table:
            enough.wait(20)
            return rebuild(row, rows)

        monkeypatch.setattr(Table, "rebuild", slowly)
        looking = [asyncio.create_task(house.table(one.table)) for one in opened]
        try:
            await asyncio.sleep(0.1)
            assert await house._store.rows("select 1")
            assert not any(one.done() for one in looking)
        finally:
            enough.set()
        assert [table.id for table in await asyncio.gather(*looking)] == [one.table for one in opened]


def test_rows_that_are_tried_count_by_their_steps() -> None:
    story = gardens()
    mover, steps = steps_that_can_be_tried(story, 3)
    commands = 0
    while story.table.shares[mover.id] < LONG_SHARE:
        story.do(mover, Act(id=new_id(), text=steps[0], then=steps[1:]))
        story.do(mover, Undo(id=new_id()))
        commands += 2
    assert commands < LONG_SHARE
    story.table.seq = LONG
    refused("long-log", story, mover, Chat(id=new_id(), text="and on"))
    assert story.again().shares == story.table.shares


@awaited
async def test_nobody_takes_back_without_end(sqlite_address: str) -> None:
    """What was tried stays in the log: 720 MB an hour from one network."""
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), new_id())
        for guest in range(NETWORK + 1):
            codes: list[str] = []
            for _ in range(int(UNDOS_AT_ONCE)):
                with pytest.raises(Refused) as error:
                    await house.do(opened.table, Person(f"guest-{guest}", "Guest"), Undo(id=new_id()), HERE)
                codes.append(error.value.code)
            assert codes[0] == ("too-many-undos" if guest == NETWORK else "not-seated")
        for _ in range(int(UNDOS_AT_ONCE) + 1):
            with pytest.raises(Refused) as error:
                await house.do(opened.table, ADA, Undo(id=new_id()), "192.0.2.8")
        assert error.value.code == "too-many-undos"


def test_nobody_earns_time_by_trying() -> None:
    """Six steps tried in each turn, taken back, and one made."""
    clock = Clock(ClockWish("bank", seconds=100, increment=5), seats=2)
    clock.turn(0, 0, 0)
    made, turns = 0, 20
    for _ in range(turns):
        for step in range(1, 7):
            clock.acted(0)
            clock.turn(0, 0, made + step)
        clock.turn(0, 0, made)
        clock.acted(0)
        clock.turn(0, 1, made + 1)
        clock.acted(1)
        made += 2
        clock.turn(0, 0, made)
    tried_last = 5
    assert clock.left == [(100 + 5 * (turns + tried_last)) * 1000, (100 + 5 * turns) * 1000]
    for _ in range(tried_last + 1):
        clock.acted(0)
        made += 1
        clock.turn(0, 0, made)
    assert clock.left[0] == (100 + 5 * (turns + tried_last + 1)) * 1000, "what was earned ahead is used up"


# Turns


def keep_busy(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


class Slow:
    """Stands in for `time` and for `asyncio` where turns are taken: work takes as long as is said, and
    whoever rests does so until `over`.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.over = asyncio.Event()
        self.rests: list[float] = []

    def thread_time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.rests.append(seconds)
        await self.over.wait()


@pytest.mark.parametrize(("client", "most"), [(HERE, AT_ONCE), ("2001:db8::7", AROUND_AT_ONCE)])
def test_who_keeps_the_house_busy_lets_others_in_between(
    monkeypatch: pytest.MonkeyPatch, client: str, most: int
) -> None:
    """Twelve connections that asked for the rules of a game, 20 ms each, made a page of others, which waits
    for the database a dozen times, take 4.4 s.
    """

    async def story() -> None:
        begun = 0
        slow = Slow()
        monkeypatch.setattr(turns_module, "time", slow)
        monkeypatch.setattr(turns_module, "asyncio", slow)

        async def busily(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal begun
            if scope["address"] == client:
                begun += 1
                slow.now += 0.02
            else:
                for _ in range(50):
                    await asyncio.sleep(0)
            await problem_response(Problem(404, "no", "no"))(scope, receive, send)

        guard = Guard(busily, Settings(limits=Limits()), Identities("sesame"), Metrics())
        other = asyncio.create_task(ask(guard, "GET", "/page", client="192.0.2.8"))
        await asyncio.sleep(0)
        crowd = [asyncio.create_task(ask(guard, "GET", "/page", client=client)) for _ in range(60)]
        assert (await other).status == 404
        assert begun == len(slow.rests) == AT_ONCE, "those whose turn it is rest before the next"
        assert slow.rests == pytest.approx([0.02 * (2 * most - 1)] * AT_ONCE)
        slow.over.set()
        assert {(await one).status for one in crowd} == {404}

    asyncio.run(story())


@awaited
async def test_a_stopwatch_counts_what_a_request_does_and_not_what_it_waits_for() -> None:
    watch = Stopwatch()

    async def work() -> None:
        keep_busy(0.01)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(0.05)
        keep_busy(0.01)
        raise ValueError("told")

    async def timed() -> None:
        await watch.take(work())

    task = asyncio.create_task(timed())
    await asyncio.sleep(0.03)
    task.cancel()
    with pytest.raises(ValueError, match="told"):
        await task
    assert 0.02 <= watch.seconds < 0.04


def test_threads_that_compute_let_the_event_loop_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that were rebuilt beside it kept it waiting for five milliseconds at every step."""

    def in_vain(settings: Settings) -> None:
        raise SettingsError("nobody listens")

    before = sys.getswitchinterval()
    monkeypatch.setattr("ludoteca.house.web.server.listen", in_vain)
    try:
        with pytest.raises(SettingsError):
            serve(Settings(), lambda said: None)
        assert sys.getswitchinterval() == pytest.approx(THREADS_TURN) and THREADS_TURN < 0.001
    finally:
        sys.setswitchinterval(before)


@awaited
async def test_a_house_that_closes_ends_the_threads_that_rebuild_tables(sqlite_address: str) -> None:
    before = set(threading.enumerate())
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open"), new_id())
        house._cache.drop(await house._cache.fetch(opened.table))
        await house._cache.fetch(opened.table)
        mine = [one for one in set(threading.enumerate()) - before if one.name.startswith("ludoteca-table")]
        assert mine
    for one in mine:
        one.join(5)
        assert not one.is_alive()


# People


@awaited
async def test_nobody_blocks_everybody(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open", "open", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        for number in range(MOST_SHUNNED):
            await house.block_lists.shun(ADA, f"guest-{number}", "Guest", BLOCK)
        with pytest.raises(Refused) as error:
            await house.shun(opened.table, ADA, 1, BLOCK)
        assert error.value.code == "many-shunned"
        await house.block_lists.shun(ADA, "guest-0", "Guest", MUTE)
        await house.block_lists.shun(ADA, "guest-0", "Guest", "")
        await house.shun(opened.table, ADA, 1, BLOCK)
