"""A house for a long time: many tables, people and bots, servers that are killed, a database that restarts.

    python scripts/soak.py --seconds 3600 --tables 200

Two servers share a PostgreSQL on loopback ports. At every table a scripted person plays two seats against
bots, takes back, chats, and begins another match when one is over; a friend looks on. Visitors open pages.
One server is killed again and again, the other never: its memory is watched, with that of its workers. The
database is killed and started again once, halfway. At the end, and after every kill, everything that people
were told is compared with what is stored, as in nothing_lost.py. Exit status 1 if a page was answered with a
fault, or if memory still grows in the second half by more than --growth MiB an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.house_processes import HouseStarter
from tests.house.nothing_lost import Server, Trial
from tests.house.postgres import Postgres

LEVELS = ("random", "random", "random", "novice")
PAGES = (
    "/",
    *["/tables/{}"] * 3,
    "/tables/{}/replay",
    "/ladder",
    "/puzzles",
    "/api/v1/tables/{}",
)
VISITORS = 10
OUTAGE = 5.0
"""Seconds for which the database is away."""
BETWEEN_SAMPLES = 10.0
GOING_AWAY = 15.0
"""Seconds after the database came back in which an answer may still say that it is away."""


class Sample(NamedTuple):
    """MiB at a moment: of the server that is never killed, and of its workers together."""

    seconds: float
    server: float
    workers: float


class Soak:
    """A trial that is watched."""

    def __init__(self, trial: Trial, database: Postgres, seconds: float, kills: int, pause: float) -> None:
        self._trial = trial
        self._database = database
        self._seconds = seconds
        self._kills = kills
        self._pause = pause
        self._began = 0.0
        self._excused = 0.0
        """Until this moment the database may be missed."""
        self.samples: list[Sample] = []
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []

    async def run(self) -> str:
        trial = self._trial
        await trial.start()
        self._began = time.monotonic()
        beside = [asyncio.create_task(self._visit(number)) for number in range(VISITORS)]
        beside.append(asyncio.create_task(self._sample()))
        try:
            await self._disturb()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
        return await trial.finish()

    async def _disturb(self) -> None:
        """Kill a server at even intervals, the database once."""
        killed = self._trial.servers[-1]
        restart = self._kills // 2
        for number in range(self._kills):
            await self._wait_until((number + 1) * self._seconds / (self._kills + 1))
            if number == restart:
                self._excused = time.monotonic() + OUTAGE + GOING_AWAY
                self._database.stop(signal.SIGQUIT)
                await asyncio.sleep(OUTAGE)
                await asyncio.get_running_loop().run_in_executor(None, self._database.start)
            if self._trial.workers_killed <= number // 3:
                await self._trial.kill_a_worker()
            await self._trial.kill_a_server(killed)
        await self._wait_until(self._seconds)

    async def _wait_until(self, moment: float) -> None:
        while (left := self._began + moment - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 60))
            await self._trial.acknowledge(1)
            self._tell()

    def _tell(self) -> None:
        last, trial = self.samples[-1], self._trial
        passed = time.monotonic() - self._began
        bar = "#" * int(20 * passed / self._seconds)
        print(
            f"[{bar:20}] {passed:.0f} s: {trial.kills} kills, {len(trial.ledger.tables)} tables, "
            f"{trial.ledger.acknowledged} acknowledged, {sum(self.answers.values())} pages, "
            f"{last.server:.1f} + {last.workers:.1f} MiB",
            flush=True,
        )

    async def _sample(self) -> None:
        server = self._trial.servers[0]
        while True:
            workers = sum(resident(pid) for pid in server.workers())
            self.samples.append(Sample(time.monotonic() - self._began, resident(server.pid), workers))
            await asyncio.sleep(BETWEEN_SAMPLES)

    async def _visit(self, number: int) -> None:
        """Somebody who looks at pages, and follows a table for a while."""
        luck, trial = random.Random(number), self._trial
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            while True:
                await asyncio.sleep(luck.uniform(0, 2 * self._pause))
                server = luck.choice(trial.servers)
                table = luck.choice([*trial.ledger.tables, "none"])
                path = luck.choice(PAGES).format(table)
                with contextlib.suppress(httpx.TransportError):
                    answer = await client.get(server.url + path)
                    self.answers[answer.status_code] += 1
                    if answer.status_code >= 500 and time.monotonic() > self._excused:
                        self.faults.append(f"{answer.status_code} {path} {answer.text[:200]}")
                        print(self.faults[-1], flush=True)
                await self._follow(server, table, luck.uniform(0, self._pause))

    async def _follow(self, server: Server, table: str, seconds: float) -> None:
        url = f"{server.url.replace('http', 'ws', 1)}/live/{table}?form=page"
        with contextlib.suppress(OSError, TimeoutError, WebSocketException):
            async with asyncio.timeout(seconds), connect(url, proxy=None) as live:
                async for _ in live:
                    pass


def resident(pid: int) -> float:
    """MiB that a process holds now."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return 0.0


def growth(samples: list[Sample]) -> float:
    """MiB that the server gains in an hour: the slope of the samples."""
    line = statistics.linear_regression([s.seconds for s in samples], [s.server for s in samples])
    return line.slope * 3600


def summary(soak: Soak, allowed: float) -> bool:
    """Print what was measured; whether it is good."""
    samples = soak.samples
    quarters = [samples[len(samples) * n // 4 : len(samples) * (n + 1) // 4] for n in range(4)]
    for number, part in enumerate(quarters, 1):
        server = statistics.mean(s.server for s in part)
        workers = statistics.mean(s.workers for s in part)
        print(f"quarter {number}: server {server:.1f} MiB, workers {workers:.1f} MiB on average")
    first, last = samples[0], samples[-1]
    later = growth(samples[len(samples) // 2 :])
    most = max(s.server for s in samples)
    print(f"server: {first.server:.1f} MiB at first, {last.server:.1f} at last, {most:.1f} at most")
    print(f"workers: {first.workers:.1f} MiB at first, {last.workers:.1f} at last")
    print(f"slope: {growth(samples):+.1f} MiB an hour over all, {later:+.1f} in the second half")
    print("pages:", ", ".join(f"{count} of {status}" for status, count in sorted(soak.answers.items())))
    print(f"{len(soak.faults)} faults")
    return not soak.faults and later <= allowed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--tables", type=int, default=200, help="played at the same time")
    parser.add_argument("--kills", type=int, default=11)
    parser.add_argument("--pause", type=float, default=8, help="seconds between looks, on average")
    parser.add_argument("--growth", type=float, default=5, help="MiB an hour that are allowed")
    parser.add_argument("--samples", type=Path, help="a CSV file for the samples of memory")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludoteca-soak-") as name:
        database = Postgres(durable=True)
        try:
            database.start()
            starter = HouseStarter()
            folder = Path(name)
            trial = Trial(database.address, folder, starter, 2, given.tables, given.seed, given.pause, LEVELS)
            soak = Soak(trial, database, given.seconds, given.kills, given.pause)
            try:
                print(asyncio.run(soak.run()))
            finally:
                if given.samples:
                    lines = (f"{s.seconds:.0f},{s.server:.2f},{s.workers:.2f}\n" for s in soak.samples)
                    given.samples.write_text("seconds,server,workers\n" + "".join(lines))
                for server in trial.servers:
                    server.kill(everybody=True)
                starter.close()
        finally:
            database.remove()
    raise SystemExit(0 if summary(soak, given.growth) else 1)


if __name__ == "__main__":
    main()
