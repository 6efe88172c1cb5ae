"""People who play at a house that is being killed, and what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Sequence
from typing import Any, Protocol

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ludoteca import games
from ludoteca.house.table.commands import CHAT_LENGTH

PATIENCE = 60.0
"""Seconds that a client waits for an answer: longer than a house takes to give up its database."""


class Address(Protocol):
    """Where a house answers."""

    @property
    def url(self) -> str: ...


class Told(msgspec.Struct, frozen=True):
    """A command that was acknowledged: its kind of event, and the text of an action or of chat."""

    seq: int
    kind: str
    text: str = ""


class Shown(msgspec.Struct, frozen=True):
    """A table as somebody was shown it."""

    seq: int
    viewer: int
    status: str
    awaited: int
    view: Any


class TableLedger:
    """What clients were told about one table."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, Told] = {}
        self.refused: dict[str, str] = {}
        """Commands of which the house said that they were not carried out, and what it said."""
        self.shown: dict[str, Shown] = {}
        """The last that each client was shown."""
        self.heard: dict[int, str] = {}
        """What was said, by the number of its event."""


class Ledger:
    """What all clients were told."""

    def __init__(self) -> None:
        self.sent = 0
        self.retried = 0
        self.unavailable = 0
        self.unsure = 0
        self.acknowledged = 0
        self.refused = 0
        self.shown = 0
        self.kinds: dict[str, int] = {}
        self.tables: dict[str, TableLedger] = {}
        self.news = asyncio.Event()

    def acknowledge(self, table: str, command: str, told: Told) -> None:
        known = self.tables[table].acknowledged
        assert command not in known
        assert all(earlier.seq != told.seq for earlier in known.values()), "one event answers two commands"
        known[command] = told
        self.acknowledged += 1
        self.kinds[told.kind] = self.kinds.get(told.kind, 0) + 1
        self.news.set()

    def refuse(self, table: str, command: str, why: str) -> None:
        self.tables[table].refused[command] = why
        self.refused += 1

    def show(self, client: str, seen: dict[str, Any]) -> None:
        ledger = self.tables[seen["table"]]
        viewer = seen["you"].get("viewer", -1)
        ledger.shown[client] = Shown(seen["seq"], viewer, seen["status"], seen["awaited"], seen["view"])
        ledger.heard.update((said["seq"], said["text"]) for said in seen["chat"])
        self.shown += 1


class Refusal(Exception):
    """The house said that it did not do something."""


class Player:
    """Somebody who plays one match after another, holding two seats against bots, and sometimes takes an
    action back or says something. A friend watches.
    """

    def __init__(
        self,
        number: int,
        servers: Sequence[Address],
        ledger: Ledger,
        luck: random.Random,
        pause: float = 0.0,
        levels: Sequence[str] = ("random",),
    ) -> None:
        self.number = number
        self.servers = servers
        self.ledger = ledger
        self.luck = luck
        self.pause = pause
        """Seconds between looks at the table, on average."""
        self._levels = itertools.islice(itertools.cycle(levels), number % len(levels), None)
        self._games = itertools.islice(itertools.cycle(games.names()), number, None)
        self._count = 0
        self._client = httpx.AsyncClient(trust_env=False, timeout=PATIENCE)

    async def play(self, ending: asyncio.Event) -> None:
        try:
            await self._ask("PUT", "/api/v1/me", {"name": f"Player {self.number}"})
            for name, level in zip(self._games, self._levels, strict=False):
                bots = max(1, games.load(name).least - 2)
                seats = [{"kind": "me"}, {"kind": "me"}, *[{"kind": "bot", "level": level}] * bots]
                wish = {"id": self._id(), "game": name, "seats": seats, "public": True}
                table = (await self._ask("POST", "/api/v1/tables", wish))["table"]
                self.ledger.tables[table] = TableLedger()
                watching = asyncio.create_task(self._watch(table))
                try:
                    await self._play_match(table, ending)
                finally:
                    watching.cancel()
                    await asyncio.gather(watching, return_exceptions=True)
                if ending.is_set():
                    return
        finally:
            await self._client.aclose()

    async def _play_match(self, table: str, ending: asyncio.Event) -> None:
        since = 0
        while not ending.is_set():
            if self.pause:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ending.wait(), self.luck.uniform(0, 2 * self.pause))
            seen = await self._ask("GET", f"/api/v1/tables/{table}?words=false&since={since}")
            since = seen["seq"]
            self.ledger.show(f"player {self.number}", seen)
            if seen["status"] != "playing":
                return
            whim = self.luck.random()
            if not seen["choices"]:
                await asyncio.sleep(0.01)
            elif whim < 0.05:
                text = "è" * self.luck.randint(1, CHAT_LENGTH)
                await self._command(table, "said", {"kind": "chat", "text": text})
            elif whim < 0.15 and seen["you"].get("undo"):
                await self._command(table, "undone", {"kind": "undo", "base": seen["seq"]})
            else:
                text = self.luck.choice(seen["choices"])["text"]
                await self._command(table, "acted", {"kind": "act", "base": seen["seq"], "text": text})

    async def _command(self, table: str, event: str, says: dict[str, Any]) -> None:
        command = {"id": self._id(), **says}
        try:
            done = await self._ask("POST", f"/api/v1/tables/{table}/commands", command)
        except Refusal as refusal:
            self.ledger.refuse(table, command["id"], str(refusal))
        else:
            if "seq" in done:
                self.ledger.acknowledge(table, command["id"], Told(done["seq"], event, says.get("text", "")))

    async def _watch(self, table: str) -> None:
        """A stranger whom the house tells what happens, and who comes back whenever it went away."""
        while True:
            url = self.luck.choice(self.servers).url.replace("http", "ws", 1)
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(f"{url}/live/{table}?words=0", proxy=None) as live:
                    async for message in live:
                        told = json.loads(message)
                        if "table" in told:
                            self.ledger.show(f"friend of player {self.number}", told["table"])
            await asyncio.sleep(0.05)

    def _id(self) -> str:
        self._count += 1
        return f"p{self.number}-{self._count}"

    async def _ask(self, method: str, path: str, says: Any = None) -> Any:
        """Ask until there is an answer: of any server, again and again, with the same words. Raises Refusal
        when the house says that it was not done, and no earlier attempt can have done it.
        """
        self.ledger.sent += 1
        certain = True
        while True:
            url = self.luck.choice(self.servers).url + path
            try:
                answer = await self._client.request(method, url, json=says)
            except httpx.TransportError:
                self.ledger.retried += 1
                certain = False
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 503:
                why = answer.json()["type"]
                self.ledger.unavailable += 1
                if why == "unsure":
                    self.ledger.unsure += 1
                    certain = False
                elif certain and path.endswith("/commands") and self.luck.random() < 0.5:
                    raise Refusal(why)
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 409 and path.endswith("/commands"):
                raise Refusal(answer.json()["type"])
            assert answer.status_code in (200, 201), f"{path} {says}: {answer.status_code} {answer.text}"
            return answer.json()
