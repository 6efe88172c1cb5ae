"""Nothing lost: people play at a real house, which is killed at random moments and started again.

- What was acknowledged (actions, undos, chat) is in the log: in order, exactly once, as it was sent. Whoever
  gets no answer, or “unsure”, sends the same command again, with the same id, until there is one.
- What was refused is not in the log, whatever happened meanwhile.
- What anybody was shown, players and friends who watch, is what the stored events make of the table.
- After a loss of power (SQLite) all this holds for what had been synced.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from ludoteca.house.store.store import driver_for
from tests.house.house_processes import HouseStarter
from tests.house.kept import Kept
from tests.house.players import Ledger, Player
from tests.house.power import forget_synced, lose_power

NO_LIMITS = {
    f"LUDOTECA_LIMIT_{name}": "0" for name in ("WRITES", "READS", "ADDRESS", "ARRIVALS", "NETWORK_TABLES")
}
SECRET = "a secret of the test"


class Server:
    """One process of the house."""

    def __init__(self, where: str, folder: Path, workers: int, starter: HouseStarter) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.pid = 0
        self._words = ["house", "--port", str(self.port), "--data", str(folder)]
        self._words += ["--workers", str(workers), "--log", "error"]
        self._environment = {**NO_LIMITS, "LUDOTECA_SECRET": SECRET}
        self._environment["LUDOTECA_LIMIT_TABLES"] = "100000"
        if where.startswith("postgres"):
            self._environment["LUDOTECA_DATABASE"] = where
        self._log = folder / f"server-{self.port}.log"
        self._starter = starter

    def start(self) -> None:
        self.pid = self._starter.start(self._words, self._environment, self._log)

    async def ready(self) -> None:
        expires = time.monotonic() + 180
        async with httpx.AsyncClient(trust_env=False) as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                assert time.monotonic() < expires, self.told()
                assert self._starter.running(self.pid), self.told()
                await asyncio.sleep(0.02)

    def told(self) -> str:
        return self._log.read_text(errors="replace")[-3000:]

    def kill(self, everybody: bool = False) -> None:
        """End it as if the power had gone; with its workers, as if that of the machine had."""
        pid, self.pid = self.pid, 0
        if pid:
            self._starter.end(pid, signal.SIGKILL, everybody)

    def workers(self) -> list[int]:
        """The processes this one has started."""
        told = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(word) for word in told.split()]

    def stop(self) -> int:
        """Ask it to end; how it ended."""
        pid, self.pid = self.pid, 0
        return self._starter.end(pid, signal.SIGTERM)


class Trial:
    """A house under attack. `where` is its database; several servers need PostgreSQL."""

    def __init__(
        self,
        where: str,
        folder: Path,
        starter: HouseStarter,
        servers: int = 1,
        players: int = 6,
        seed: int = 1,
        pause: float = 0.0,
        levels: Sequence[str] = ("random",),
    ) -> None:
        self.where = where
        self._file = folder / "ludoteca.db"
        self.luck = random.Random(seed)
        self.servers = [Server(where, folder, 1, starter) for _ in range(servers)]
        self.ledger = Ledger()
        self.kept = Kept(self.ledger)
        self.players = [
            Player(n, self.servers, self.ledger, self.luck, pause, levels) for n in range(players)
        ]
        self.kills = 0
        self.losses = 0
        self.unsynced = 0
        """Sectors that were written but not synced when the power was lost."""
        self.workers_killed = 0
        self._ending = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.ready()
        self._playing = [asyncio.create_task(player.play(self._ending)) for player in self.players]

    async def acknowledge(self, more: int, seconds: float = 180) -> None:
        """Wait until so many more commands were acknowledged."""
        goal = self.ledger.acknowledged + more
        expires = time.monotonic() + seconds
        while self.ledger.acknowledged < goal:
            for task in self._playing:
                if task.done():
                    task.result()
            assert time.monotonic() < expires, "nothing is acknowledged any more:\n" + self.servers[0].told()
            self.ledger.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ledger.news.wait(), 1)

    async def kill_a_server(self, server: Server | None = None) -> None:
        """Let them play a little; kill one at a random moment, or in that of an answer; start it again."""
        found = await self._right_moment()
        server = server or found
        server.kill()
        self.kills += 1
        await self._start_again(server)

    async def lose_power(self) -> None:
        """The same with the whole machine: whatever was not synced may be gone (SQLite)."""
        server = await self._right_moment()
        server.kill(everybody=True)
        share = self.luck.choice((0.0, self.luck.random()))
        self.unsynced += lose_power(self._file, share, self.luck)
        self.kills += 1
        self.losses += 1
        await self._start_again(server)

    async def _right_moment(self) -> Server:
        await self.acknowledge(self.luck.randint(3, 20))
        server = self.luck.choice(self.servers)
        if self.luck.random() < 0.3:
            await asyncio.sleep(self.luck.uniform(0, 0.1))
        else:
            self.ledger.news.clear()
            await self.ledger.news.wait()
        return server

    async def _start_again(self, server: Server) -> None:
        self.check()
        forget_synced(self._file)
        server.start()
        await server.ready()

    async def kill_a_worker(self) -> None:
        await self.acknowledge(self.luck.randint(3, 10))
        workers = self.luck.choice(self.servers).workers()
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.luck.choice(workers), signal.SIGKILL)
            self.workers_killed += 1

    async def finish(self) -> str:
        """End in good order; what came of it."""
        await self.acknowledge(5)
        self._ending.set()
        await asyncio.gather(*self._playing)
        for server in self.servers:
            assert server.stop() == 0, server.told()
        stored = self.check(thoroughly=True)
        told = self.ledger
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(told.kinds.items()))
        return (
            f"{self.kills} servers and {self.workers_killed} workers killed, {self.losses} times with all "
            f"power and {self.unsynced} sectors unsynced\n"
            f"{len(told.tables)} tables, {self.kept.finished} finished; {told.sent} asked, {told.retried} "
            f"times no answer, {told.unavailable} times not available, {told.unsure} of these unsure\n"
            f"{told.acknowledged} acknowledged ({kinds}), {stored} stored, none lost, none twice\n"
            f"{told.refused} refused, none carried out\n"
            f"{told.shown} states shown, {self.kept.compared} compared, none different"
        )

    async def abandon(self) -> None:
        """After a failure: leave no process behind."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for server in self.servers:
            server.kill(everybody=True)

    def check(self, thoroughly: bool = False) -> int:
        """Compare what people were told with what is in the store; how many events of people are there."""
        connection = driver_for(self.where, guarded=False).connect()
        try:
            return self.kept.check(connection, thoroughly)
        finally:
            connection.close()
