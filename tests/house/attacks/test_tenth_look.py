"""What a tenth look at the house found: who waits in turn, what is kept for good, what never ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import AsyncIterator

import pytest
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.refusals import Refused
from ludoteca.house.service.identity import Identities
from ludoteca.house.service.moderation import RENAMES_AT_ONCE, REPORTS_AT_ONCE
from ludoteca.house.service.notices import is_mail_address
from ludoteca.house.service.rate_limits import MOST_BUCKETS, NEIGHBOURS, RateLimiter, network_of
from ludoteca.house.service.table_limits import AT_ONCE as OPENINGS_AT_ONCE
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table import events as happened
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.command_handlers import LONG
from ludoteca.house.table.commands import Close, Invite, Join, Leave, Person, Rename, Start, Undo
from ludoteca.house.web.guard import FLOOD, LOG_INTERVAL, Guard
from ludoteca.house.web.problems import Problem, problem_response
from ludoteca.house.web.request_turns import AT_ONCE, COMMANDS_AT_ONCE
from ludoteca.house.workers.worker_pool import WorkerEnded, WorkerProcess
from tests.house.http_client import ask
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, until, wish
from tests.house.story import Story, act, refused
from tests.house.test_connections import WHOLE, both_parsers, served

HERE = "192.0.2.7"
PAGE, SCRIPT = {"accept": "text/html"}, {"accept": "application/json"}


@pytest.mark.parametrize(
    ("path", "headers", "most"),
    [
        ("/tables/t/do", PAGE, AT_ONCE),
        ("/api/v1/tables/t/prepared", {}, AT_ONCE),
        ("/tables/t/do", SCRIPT, COMMANDS_AT_ONCE),
        ("/api/v1/tables/t/commands", {}, COMMANDS_AT_ONCE),
        ("/api/v1/work/acquire", {}, 40),
    ],
)
@awaited
async def test_what_is_sent_waits_for_its_turn_too(path: str, headers: dict[str, str], most: int) -> None:
    """Forms that were refused, each answered with a whole page, kept everybody waiting for ten seconds."""
    busy = highest = 0

    async def slowly(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal busy, highest
        busy += 1
        highest = max(busy, highest)
        await asyncio.sleep(0.01)
        busy -= 1
        await problem_response(Problem(409, "no", "no"))(scope, receive, send)

    guard = Guard(slowly, Settings(limits=Limits()), Identities("sesame"), Metrics())
    await asyncio.gather(*[ask(guard, "POST", path, b"{}", headers, client=HERE) for _ in range(40)])
    assert highest == most


@awaited
async def test_all_who_ask_for_its_health_make_the_house_write_once(database: str) -> None:
    """Each look was a commit: nine hundred connections made others wait for seven seconds."""
    async with a_house(database) as house:
        assert set(await asyncio.gather(*[house.healthy() for _ in range(50)])) == {""}
        looks: list[None] = []
        ping = house._store._ping

        async def counted() -> None:
            looks.append(None)
            await ping()

        house._store._ping = counted  # type: ignore[method-assign]
        assert await house.healthy() == "" and not looks
        house._store._look_again()
        await asyncio.gather(*[house.healthy() for _ in range(50)])
        assert len(looks) == 1


@awaited
async def test_a_guest_and_the_person_they_become_may_have_used_the_same_command(database: str) -> None:
    """Such a hand-over failed, and was begun again every minute for ever."""
    guest = Person("guest", "Guest 1234")
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), new_id())
        await house.do(opened.table, guest, Join(id="x", token=opened.invitation))
        await house.do(opened.table, ADA, Invite(id="x"))
        await house.merge(guest, ADA)
        table = await house.table(opened.table)
        assert table.seats_of(ADA.id) == [0, 1] and not table.seats_of(guest.id)
        await house.personal_data._end_what_began(milliseconds() + 1)
        assert not await house._store.rows("select 1 from hand_overs")


@awaited
async def test_guests_of_one_network_do_not_bury_the_host_in_reports(sqlite_address: str) -> None:
    """Each report carries sixty kilobytes of chat: three gigabytes an hour."""
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open", "open", public=True), new_id())
        sent = 0
        for number in range(int(REPORTS_AT_ONCE)):
            guest = Person(f"guest-{number}", "Guest")
            await house.do(opened.table, guest, Join(id=new_id()))
            table = await house.table(opened.table)
            for _ in range(3):
                with contextlib.suppress(Refused):
                    await house.moderation.report(table, guest, 0, "rude", HERE)
                    sent += 1
            await house.do(opened.table, guest, Leave(id=new_id()))
        assert sent == REPORTS_AT_ONCE
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        table = await house.table(opened.table)
        await house.moderation.report(table, BRUNO, 0, "rude", "192.0.2.8")


@awaited
async def test_tables_that_are_closed_at_once_are_not_opened_without_end(sqlite_address: str) -> None:
    """A gigabyte an hour from one network."""
    async with a_house(sqlite_address, network_tables=5) as house:

        async def open_and_close() -> None:
            for _ in range(int(OPENINGS_AT_ONCE) + 50):
                opened = await house.open(ADA, wish("me", "open"), new_id(), HERE)
                await house.do(opened.table, ADA, Close(id=new_id()))

        with pytest.raises(Refused) as error:
            await open_and_close()
        assert error.value.code == "too-many-openings"
        await house.open(BRUNO, wish("me", "open"), new_id(), "192.0.2.8")


def test_guests_who_come_and_go_do_not_make_a_log_grow_for_ever() -> None:
    story = Story("me", "open", "open", "open")
    story.do(BRUNO, Join(id=new_id()), invited=True)
    story.do(CLARA, Join(id=new_id()), invited=True)
    while story.table.seq < LONG:
        story.happen([happened.Invited("a hash")], ADA.id)
    refused("long-log", story, Person("another guest", "Guest"), Join(id=new_id()), invited=True)
    refused("long-log", story, BRUNO, Invite(id=new_id()))
    story.do(ADA, Start(id=new_id()))
    assert story.table.match is not None


def test_who_takes_an_action_back_from_a_bot_does_not_keep_others_waiting() -> None:
    """No clock runs while a bot thinks: who took back before it had decided had all the time they liked."""
    story = Story("me", "open", "bot", clock=ClockWish("move", 60), game="bosa")
    story.do(BRUNO, Join(id=new_id()), invited=True)
    people = {ADA.id: ADA, BRUNO.id: BRUNO}
    for _ in range(400):
        asked = story.table.seats[story.table.awaited]
        if asked.bot:
            mover = people.get(story.table.seats[story.table.last_actor].person)
            if mover is not None and story.table.undoable(mover.id):
                break
            story.happen([happened.Acted(story.table.awaited, story.option())])
        else:
            story.do(people[asked.person], act(story.option()))
    assert mover is not None
    for _ in range(3):
        story.do(mover, Undo(id=new_id()))
        story.tick(1)
        story.do(mover, act(story.option()))
        assert story.table.seats[story.table.awaited].bot
    refused("it-stands", story, mover, Undo(id=new_id()))
    assert not story.table.undoable(mover.id)


@awaited
async def test_a_worker_whose_answer_has_no_end_is_ended() -> None:
    """What was left of the answer was taken for that to the next job."""
    worker = WorkerProcess("")
    worker._process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input(); print('x' * 9000); input()",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1000,
    )  # fmt: skip
    with pytest.raises(WorkerEnded):
        await worker._exchange(b"{}", 20)
    assert worker.pid == 0


@pytest.mark.parametrize("address", ["a1:victim@example.org", "victim@example.org:a1", "a@[192.0.2.7].org"])
def test_an_address_has_one_spelling(address: str) -> None:
    """A group leads to the same person, and was counted as another."""
    assert is_mail_address("victim@example.org") and not is_mail_address(address)


@awaited
async def test_a_flood_of_refused_requests_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """One and a half gigabytes an hour."""

    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("refused before")

    limits = Limits(address=0.001, burst=0)
    guard = Guard(never, Settings(limits=limits), Identities("sesame"), Metrics())
    guard.by_network.seconds_to_wait(HERE, time.monotonic())
    with caplog.at_level(logging.INFO, LOG.name):
        for _ in range(50):
            assert (await ask(guard, "GET", "/?%00", client=HERE)).status == 429
        assert len(caplog.records) == 1
        guard._logged_at -= LOG_INTERVAL
        await ask(guard, "GET", "/", client=HERE)
    assert [vars(record)["fields"].get("more_before") for record in caplog.records] == [None, 49]


@awaited
async def test_who_does_not_wait_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusing 2,500 requests a second took all the time of the house."""
    monkeypatch.setattr("ludoteca.house.web.guard.SLOWLY", 0.2)
    limits = Limits(address=1, burst=0)
    guard = Guard(
        problem_response(Problem(404, "no", "no")), Settings(limits=limits), Identities("sesame"), Metrics()
    )
    await asyncio.gather(*[ask(guard, "GET", "/", client=HERE) for _ in range(FLOOD + 10)])
    before = time.monotonic()
    late, served = await asyncio.gather(
        ask(guard, "GET", "/", client=HERE), ask(guard, "GET", "/", client="192.0.2.8")
    )
    assert late.status == 429 and time.monotonic() - before >= 0.2
    assert served.status == 404, "others are served as ever"


@both_parsers
@awaited
async def test_who_does_not_take_an_answer_in_pieces_is_let_go(quick: bool) -> None:
    """One's own data, sent piece by piece, waited for ever for somebody who took nothing of them."""

    async def in_pieces(scope: Scope, receive: Receive, send: Send) -> None:
        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(2000):
                yield b"x" * 2**16

        await StreamingResponse(pieces())(scope, receive, send)

    async with served(quick, Limits(seconds=0.3), in_pieces) as house:
        _, writer = await house.connect()
        writer.write(WHOLE)
        await until(lambda: house.door.refused)
        assert house.door.refused == {"an answer not taken": 1}
        writer.transport.abort()
        reader, writer = await house.connect()
        writer.write(WHOLE)
        taken = 0
        while taken < 2**24:
            taken += len(await reader.read(2**20))
        assert house.door.refused == {"an answer not taken": 1}, "who reads gets it"
        writer.transport.abort()


def test_a_household_does_not_make_the_house_forget_what_it_has_used_up() -> None:
    """After 20,000 networks everybody's buckets were full again; a household has 65,536."""
    limiter = RateLimiter(1 / 300, 0.0, 5.0)
    networks = [network_of(f"2001:db8:1:{number:x}::1") for number in range(MOST_BUCKETS + 100)]
    granted = sum(not limiter.seconds_to_wait(network, 0.0) for network in networks for _ in range(2))
    assert granted == 5 * NEIGHBOURS
    assert not limiter.seconds_to_wait("192.0.2.7", 0.0), "others have theirs"


@awaited
async def test_nobody_fills_logs_with_names(database: str) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), new_id())
        names = [Person(ADA.id, f"Ada {number}") for number in range(int(RENAMES_AT_ONCE) + 1)]
        for name in names[:-1]:
            await house.do(opened.table, name, Rename(id=new_id()))
        with pytest.raises(Refused, match="too much at once"):
            await house.do(opened.table, names[-1], Rename(id=new_id()))
