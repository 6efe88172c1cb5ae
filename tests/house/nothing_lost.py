"""Nothing lost: people play at a real server, which is killed at random moments and started again.

Every command that was acknowledged must be in the log afterwards: in order, exactly once, as it was sent.
Whoever gets no answer sends the same command again, with the same id, until there is one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec

from ludoteca.house.store.rows import EventRow
from ludoteca.house.store.store import driver_for, load
from ludoteca.house.table.events import Acted
from ludoteca.house.table.table import Table
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify

NO_LIMITS = {
    f"LUDOTECA_LIMIT_{name}": "0" for name in ("WRITES", "READS", "ADDRESS", "ARRIVALS", "NETWORK_TABLES")
}
LOOKING = "?words=false&since=1000000"


class Server:
    """One process of the house."""

    def __init__(self, where: str, folder: Path, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "ludoteca", "house", "--port", str(self.port)]
        self._command += ["--data", str(folder), "--workers", str(workers), "--log", "error"]
        self._environment = {**os.environ, **NO_LIMITS, "LUDOTECA_SECRET": "a secret of the test"}
        self._environment["LUDOTECA_LIMIT_TABLES"] = "100000"
        if where.startswith("postgres"):
            self._environment["LUDOTECA_DATABASE"] = where
        self._log = folder / f"server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    async def ready(self) -> None:
        expires = time.monotonic() + 60
        async with httpx.AsyncClient(trust_env=False) as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                assert time.monotonic() < expires, self.told()
                assert self._process is not None and self._process.poll() is None, self.told()
                await asyncio.sleep(0.05)

    def told(self) -> str:
        return self._log.read_text(errors="replace")[-3000:]

    def kill(self) -> None:
        """As if the power had gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def workers(self) -> list[int]:
        """The processes this one has started."""
        assert self._process is not None
        pid = self._process.pid
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(word) for word in told.split()]

    def stop(self) -> int:
        """Ask it to end; how it ended."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(30)


class Ledger:
    """What the clients were told."""

    def __init__(self) -> None:
        self.sent = 0
        self.retried = 0
        self.unavailable = 0
        self.acknowledged: dict[tuple[str, str], tuple[int, str]] = {}
        self.order: dict[str, list[int]] = {}
        self.news = asyncio.Event()

    def note(self, table: str, command: str, seq: int, text: str) -> None:
        assert (table, command) not in self.acknowledged
        self.acknowledged[table, command] = (seq, text)
        self.order.setdefault(table, []).append(seq)
        self.news.set()


class Player:
    """Somebody who plays one match after another, holding two seats against a bot."""

    def __init__(self, number: int, servers: Sequence[Server], ledger: Ledger, luck: random.Random) -> None:
        self.number = number
        self.servers = servers
        self.ledger = ledger
        self.luck = luck
        self.tables: list[str] = []
        self._count = 0
        self._client = httpx.AsyncClient(trust_env=False, timeout=20)

    async def play(self, ending: asyncio.Event) -> None:
        try:
            await self._ask("PUT", "/api/v1/me", {"name": f"Player {self.number}"})
            while not ending.is_set():
                seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "random"}]
                wish = {"id": self._id(), "game": "bosa", "seats": seats}
                opened = await self._ask("POST", "/api/v1/tables", wish)
                self.tables.append(opened["table"])
                await self._play_match(opened["table"], ending)
        finally:
            await self._client.aclose()

    async def _play_match(self, table: str, ending: asyncio.Event) -> None:
        while not ending.is_set():
            seen = await self._ask("GET", f"/api/v1/tables/{table}{LOOKING}")
            if seen["status"] != "playing":
                return
            if not seen["choices"]:
                await asyncio.sleep(0.01)
                continue
            text = self.luck.choice(seen["choices"])["text"]
            command = {"kind": "act", "id": self._id(), "base": seen["seq"], "text": text}
            done = await self._ask("POST", f"/api/v1/tables/{table}/commands", command)
            if "seq" in done:
                self.ledger.note(table, command["id"], done["seq"], text)

    def _id(self) -> str:
        self._count += 1
        return f"p{self.number}-{self._count}"

    async def _ask(self, method: str, path: str, says: Any = None) -> Any:
        """Ask until there is an answer: of any server, again and again, with the same words."""
        self.ledger.sent += 1
        while True:
            url = self.luck.choice(self.servers).url + path
            try:
                answer = await self._client.request(method, url, json=says)
            except httpx.TransportError:
                self.ledger.retried += 1
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 503:
                self.ledger.unavailable += 1
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code in (200, 201, 409), f"{answer.status_code} {answer.text}"
            return answer.json()


class Trial:
    """A house under attack. `where` is its database; several servers need PostgreSQL."""

    def __init__(self, where: str, folder: Path, servers: int = 1, players: int = 6, seed: int = 1) -> None:
        self.where = where
        self.luck = random.Random(seed)
        self.servers = [Server(where, folder, workers=1) for _ in range(servers)]
        self.ledger = Ledger()
        self.players = [Player(n, self.servers, self.ledger, self.luck) for n in range(players)]
        self.kills = 0
        self.workers_killed = 0
        self._ending = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.ready()
        self._playing = [asyncio.create_task(player.play(self._ending)) for player in self.players]

    async def acknowledge(self, more: int, seconds: float = 60) -> None:
        """Wait until so many more commands were acknowledged."""
        goal = len(self.ledger.acknowledged) + more
        expires = time.monotonic() + seconds
        while len(self.ledger.acknowledged) < goal:
            for task in self._playing:
                if task.done():
                    task.result()
            assert time.monotonic() < expires, "nothing is acknowledged any more:\n" + self.servers[0].told()
            self.ledger.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ledger.news.wait(), 1)

    async def kill_a_server(self) -> None:
        """Let them play a little; kill at a random moment, or in that of an answer; start again."""
        await self.acknowledge(self.luck.randint(5, 40))
        server = self.luck.choice(self.servers)
        if self.luck.random() < 0.3:
            await asyncio.sleep(self.luck.uniform(0, 0.1))
        else:
            self.ledger.news.clear()
            await self.ledger.news.wait()
        server.kill()
        self.kills += 1
        self.check()
        server.start()
        await server.ready()

    async def kill_a_worker(self) -> None:
        await self.acknowledge(self.luck.randint(5, 20))
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
        stored = self.check()
        ledger = self.ledger
        return (
            f"{self.kills} servers and {self.workers_killed} workers killed; {ledger.sent} asked, "
            f"{ledger.retried} times without an answer, {ledger.unavailable} times refused for a while; "
            f"{len(ledger.acknowledged)} actions acknowledged, {stored} stored, none lost, none twice"
        )

    async def abandon(self) -> None:
        """After a failure: leave no process behind."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for server in self.servers:
            with contextlib.suppress(Exception):
                server.kill()

    def check(self) -> int:
        """Compare what was acknowledged with what is in the store; how many actions of people are there."""
        connection = driver_for(self.where, guarded=False).connect()
        stored = 0
        try:
            for player in self.players:
                for table in list(player.tables):
                    found = load(connection, table)
                    assert found is not None, f"table {table} was opened, and is gone"
                    stored += self._check_table(*found)
        finally:
            connection.close()
        known = len(self.ledger.acknowledged)
        assert known > 0, "a trial in which nothing was acknowledged proves nothing"
        assert stored >= known
        return stored

    def _check_table(self, row: Any, events: list[EventRow]) -> int:
        assert [event.seq for event in events] == list(range(1, len(events) + 1)), "no gaps, nothing twice"
        commands = [event.command for event in events if event.command is not None]
        assert len(commands) == len(set(commands))
        by_id = {event.command.split(" ")[-1]: event for event in events if event.command is not None}
        for (table, command), (seq, text) in list(self.ledger.acknowledged.items()):
            if table != row.id:
                continue
            event = by_id.get(command)
            assert event is not None, f"{command} was acknowledged as event {seq} of {table}, and is lost"
            assert event.seq == seq
            assert msgspec.json.decode(event.body, type=Acted).text == text
        order = self.ledger.order.get(row.id, [])
        assert order == sorted(order), "acknowledged in another order than written"
        match = Table.rebuild(row, events).match
        assert match is not None
        if match.result is not None:
            assert verify(match.game, read_record(match.record().text())).derived
        return sum(event.kind == "acted" and not event.who.startswith("bot ") for event in events)
