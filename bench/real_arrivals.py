"""One server on a PostgreSQL of its own, and people who arrive there: for arrivals.py."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from house import memory_of, server
from servers import OPEN
from websockets.asyncio.client import connect

from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.service.house import House

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.postgres import Postgres, _free_port

T = TypeVar("T")

SEATS = 3
STEPS = 6
PEOPLE = 300
LOOKS = 0.1
"""Of those who arrive, how many open the page of their table."""
PAUSE = 5.0
BOTS = 10.0
"""Seconds for which bots play alone."""
DRAINING = 100.0
CONNECTIONS = 400
TICK = 0.01


class Running:
    """A server with its database, and the connections of its clients."""

    def __init__(self, port: int, pid: int, database: Postgres) -> None:
        self.port = port
        self.pid = pid
        self.database = database
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._room = asyncio.Semaphore(CONNECTIONS)

    def spent(self) -> tuple[float, float, float]:
        """Seconds of processor that the server, the database and the workers have taken so far."""
        database = self.database.pid
        return (
            seconds_of(self.pid),
            sum(map(seconds_of, [database, *children_of(database)])),
            sum(map(seconds_of, children_of(self.pid))),
        )

    async def at_rest(self) -> None:
        """Wait until it has prepared what a server prepares after it has opened."""
        quiet = 0
        while quiet < 2:
            before = self.spent()[0]
            await asyncio.sleep(1)
            quiet = quiet + 1 if self.spent()[0] - before < 0.04 else 0

    async def ask(self, method: str, path: str, says: Any = None, cookie: str = "") -> tuple[str, bytes]:
        """The cookie that was set, and the body. Raises an error unless it was answered as wished."""
        async with self._room:
            reader, writer = link = await self._connection()
            body = b"" if says is None else json.dumps(says).encode()
            head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n"
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            told = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
            answer = await reader.readexactly(int(told["content-length"]))
            self._idle.append(link)
        if not lines[0].startswith("HTTP/1.1 20"):
            raise RuntimeError(f"{path}: {lines[0]} {answer[:200]!r}")
        return told.get("set-cookie", "").partition(";")[0], answer

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """One that is idle and that the server has not closed meanwhile, or a new one."""
        while self._idle:
            link = self._idle.pop()
            if not link[0].at_eof():
                return link
            link[1].close()
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def jobs_done(self) -> float:
        told = (await self.ask("GET", "/metrics"))[1].decode()
        return float(told.partition("\nludoteca_house_jobs_done ")[2].partition("\n")[0])

    async def newcomer(self, name: str) -> str:
        return (await self.ask("PUT", "/api/v1/me", {"name": name}))[0]

    async def open(self, cookie: str, number: int) -> str:
        """A table at which one person holds every seat."""
        game = HOUSE_GAMES[number % len(HOUSE_GAMES)]
        wish = {
            "id": f"open-{number}",
            "game": game,
            "seats": [{"kind": "me"}] * seats_of(game),
            "public": True,
        }
        return str(json.loads((await self.ask("POST", "/api/v1/tables", wish, cookie))[1])["table"])

    async def move(self, cookie: str, table: str, luck: random.Random) -> bool:
        """Look what may be done and do some of it; False if the match is over."""
        seen = json.loads((await self.ask("GET", f"/api/v1/tables/{table}?words=false", None, cookie))[1])
        if not seen["choices"]:
            return False
        text = luck.choice(seen["choices"])["text"]
        command = {"kind": "act", "id": f"act-{seen['seq']}", "base": seen["seq"], "text": text}
        await self.ask("POST", f"/api/v1/tables/{table}/commands", command, cookie)
        return True


def seats_of(game: str) -> int:
    return max(SEATS, load(game).least)


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def seconds_of(pid: int) -> float:
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return TICK * sum(map(int, stat[11:15]))
    return 0.0


async def one_server(story: Callable[[Running], Awaitable[T]], workers: int = 0) -> T:
    database = Postgres(durable=True)
    try:
        database.start()
        port = _free_port()
        with tempfile.TemporaryDirectory() as folder:
            words = ["house", "--port", str(port), "--data", folder, "--log", "error"]
            command = [sys.executable, "-m", "ludoteca", *words, "--workers", str(workers)]
            with server(command, port, **OPEN, LUDOTECA_DATABASE=database.address) as pid:
                house = Running(port, pid, database)
                await house.at_rest()
                return await story(house)
    finally:
        database.remove()


# One thing after another


async def pages_and_moves(house: Running, tables: int, moves: int) -> dict[str, float]:
    """Milliseconds of processor for each thing that people do, at tables of all games."""
    luck = random.Random(1)
    cookie = await house.newcomer("Ada")
    names = [await house.open(cookie, number) for number in range(tables)]  # the first of each game

    async def open_more() -> None:
        names.extend([await house.open(cookie, number) for number in range(tables, 4 * tables)])

    async def look() -> None:
        for name in names:
            await house.ask("GET", f"/tables/{name}", None, cookie)

    async def play() -> None:
        for _ in range(moves):
            for name in names:
                await house.move(cookie, name, luck)

    async def each(do: Callable[[], Awaitable[None]], count: int) -> tuple[float, float]:
        before = house.spent()
        await do()
        await asyncio.sleep(0.5)  # briefs are written a moment later
        server, database, _ = (1e3 * (now - then) / count for now, then in zip(house.spent(), before))
        return server, database

    opening = await each(open_more, 3 * tables)
    first_page = await each(look, len(names))
    told = await each(play, moves * len(names))
    async with contextlib.AsyncExitStack() as looking:
        address = f"ws://127.0.0.1:{house.port}/live/"
        for name in names:
            headers = {"cookie": cookie}
            live = connect(f"{address}{name}?form=page", additional_headers=headers, proxy=None)
            await looking.enter_async_context(live)
        shown = await each(play, moves * len(names))
    return {
        "opening": opening[0],
        "first_page": first_page[0],
        "move": told[0],
        "look": max(0.0, shown[0] - told[0]),
        "database_opening": opening[1],
        "database_move": told[1],
        "rebuilding": await rebuilding(house.database.address),
        **await bots_alone(house, cookie),
    }


async def bots_alone(house: Running, cookie: str) -> dict[str, float]:
    """What the move of a bot costs that does not think at all."""
    for number, game in enumerate(HOUSE_GAMES):
        seats = [{"kind": "bot", "level": "random"}] * seats_of(game)
        wish = {"id": f"bots-{number}", "game": game, "seats": seats, "public": True}
        await house.ask("POST", "/api/v1/tables", wish, cookie)
    await asyncio.sleep(2)
    spent, done = house.spent(), await house.jobs_done()
    await asyncio.sleep(BOTS)
    count = await house.jobs_done() - done
    server, database, worker = (1e3 * (now - then) / count for now, then in zip(house.spent(), spent))
    return {"bot_move": server, "database_bot_move": database, "job": worker}


async def rebuilding(where: str) -> float:
    """Milliseconds to bring a table back into memory."""
    house = House(where, b"bench", clocks=False)
    await house.start()
    began = time.process_time()
    count = await house.preload(100)
    spent = time.process_time() - began
    await house.stop()
    return 1e3 * spent / count


# Faster and faster


class Step:
    """What happened while people arrived at one rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.answers: list[float] = []
        self.server = self.database = self.memory = self.seconds = 0.0


async def rising_tide(house: Running, tables: int, seconds: float) -> list[str]:
    """Tables and moves at random moments, at a rate that rises in steps, whatever is still unanswered."""
    luck = random.Random(1)
    cookies = [await house.newcomer(f"P{number}") for number in range(PEOPLE)]
    lasts = seconds / STEPS
    first = tables / lasts / sum(range(1, STEPS + 1))
    before, steps, arrived = memory_of(house.pid), [], 0
    visits: set[asyncio.Task[None]] = set()
    current = Step(0)
    failed = 0

    async def timed(work: Awaitable[T]) -> T:
        began = time.perf_counter()
        found = await work
        current.answers.append(time.perf_counter() - began)
        return found

    async def visit(number: int) -> None:
        nonlocal failed
        mine = random.Random(number)
        cookie = cookies[number % PEOPLE]
        try:
            table = await timed(house.open(cookie, number))
            if mine.random() < LOOKS:
                await timed(house.ask("GET", f"/tables/{table}", None, cookie))
            await asyncio.sleep(mine.expovariate(1 / PAUSE))
            await timed(house.move(cookie, table, mine))
        except (RuntimeError, OSError, EOFError) as error:
            failed += 1
            print(error, file=sys.stderr)

    for number in range(1, STEPS + 1):
        current = Step(number * first)
        steps.append(current)
        began, spent = time.perf_counter(), house.spent()
        moment = 0.0
        while (moment := moment + luck.expovariate(current.rate)) < lasts:
            await asyncio.sleep(max(0.0, began + moment - time.perf_counter()))
            task = asyncio.create_task(visit(arrived))
            visits.add(task)
            task.add_done_callback(visits.discard)
            arrived += 1
        current.seconds = time.perf_counter() - began
        server, database, _ = house.spent()
        current.server, current.database = server - spent[0], database - spent[1]
        current.memory = memory_of(house.pid)
        print(f"{number} of {STEPS} steps, {arrived} tables, {len(visits)} people here", file=sys.stderr)
    current = Step(0)  # what is answered from now on counts for no step
    await asyncio.wait(visits, timeout=DRAINING)
    lines = [
        f"{arrived:,} tables, {failed} visits failed, {len(visits)} unfinished; "
        f"{(memory_of(house.pid) - before) * 1024 / arrived:.0f} KiB of the server's memory a table:",
        "",
        "| tables arrive a second | answers a second | p50 | p99 | server busy | database busy "
        "| server's CPU an answer | memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for step in steps:
        ranked = sorted(step.answers)
        middle, late = 1e3 * statistics.median(ranked), 1e3 * ranked[int(0.99 * len(ranked))]
        lines.append(
            f"| {step.rate:.0f} | {len(ranked) / step.seconds:.0f} | {middle:.0f} ms "
            f"| {late:.0f} ms | {step.server / step.seconds:.0%} "
            f"| {step.database / step.seconds:.0%} | {1e3 * step.server / len(ranked):.1f} ms "
            f"| {step.memory:.0f} MiB |"
        )
    return lines
