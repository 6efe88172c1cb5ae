"""Sends a house many requests that are nearly right, over the network, and looks for answers that are faults.

    python scripts/fuzz.py --requests 100000
    python scripts/fuzz.py --requests 100000 --database postgres
    python scripts/fuzz.py --requests 20000 --members

A house is opened on a loopback port in a folder of its own, with tables of all games, running and finished.
Requests go to its API, its pages and its live connections: random ones, ones made from the description of the
API, and forms and links of the pages that were read, many of them mutated. With --members the visitors have
accounts, profiles, friends, tournaments and editions, and use what only such people see.

Every answer of 500 or more is printed with its request; so is what the house has logged as an error. Exit
status 1 if there was any.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import h11
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ludoteca import games
from tests.house.members import settle_in, sign_in
from tests.house.postgres import a_postgres
from tests.house.vandal import WORDS, Request, Vandal

NO_LIMITS = {
    f"LUDOTECA_LIMIT_{name}": "0"
    for name in ("WRITES", "READS", "ADDRESS", "ARRIVALS", "NETWORK_TABLES", "COMPUTING")
}
PEOPLE = 4
RENEWED = 5000
"""Requests after which new people come: some will have erased themselves."""
LOOKED_AFTER = 250
"""Requests after which those who have been signed out, or have erased themselves, are replaced by others."""
AT_ONCE = 8
LIVE_SHARE = 0.03
LIVE_WORDS = {
    "form": ["page", "json"],
    "last": ["-1", "0", "5", "1000000"],
    "seat": ["-1", "0", "1", "98"],
    "language": ["", "en", "it"],
    "narrow": ["0", "1"],
    "words": ["0", "1"],
}
TIMEOUT = 60.0
SHORT_GAMES = {"bosa": {}, "bologna": {"round_cap": 1}}


class Findings:
    """What came back."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.live: Counter[str] = Counter()
        self.faults: list[str] = []

    def note(self, request: Request, status: int, body: bytes) -> None:
        self.statuses[status] += 1
        if status >= 500:
            self.faults.append(f"{status} {request!r}\n    {body[:300]!r}")
            print(self.faults[-1], flush=True)


class Wire:
    """One connection for one request after another."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: Request) -> tuple[int, bytes, str]:
        """The status, body and kind of the answer; 0 if the house closed the connection instead."""
        path = quote(request.path.encode("latin-1"), safe="/?&=%+:;,@!$'()*~[]{}|\\^`<>\"")
        told = {**request.headers, "host": f"127.0.0.1:{self._port}"}
        told.setdefault("content-length", str(len(request.body)))
        head = [f"{request.method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self._exchange(request.method, "\r\n".join(head).encode("latin-1"), request.body)
        except (OSError, h11.RemoteProtocolError, asyncio.IncompleteReadError):
            self.close()
            return 0, b"", ""

    async def _exchange(self, method: str, head: bytes, body: bytes) -> tuple[int, bytes, str]:
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(head + b"\r\n\r\n" + body)
        parser = h11.Connection(h11.CLIENT)
        parser.send(h11.Request(method=method, target="/", headers=[("host", "x")]))
        parser.send(h11.EndOfMessage())
        status, parts, kind, last = 0, [], "", False
        while True:
            event = parser.next_event()
            if event is h11.NEED_DATA:
                parser.receive_data(await self._reader.read(65536))
            elif isinstance(event, h11.Response):
                status = event.status_code
                headers = dict(event.headers)
                kind = headers.get(b"content-type", b"").decode()
                last = headers.get(b"connection", b"") == b"close"
            elif isinstance(event, h11.Data):
                parts.append(bytes(event.data))
            elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
                break
        length = b"content-length: %d" % len(body)
        if last or status in (400, 408, 413, 431) or length not in head:
            self.close()
        return status, b"".join(parts), kind

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def listen(port: int, vandal: Vandal, found: Findings) -> None:
    """Open a live connection with odd words, say odd things, and go."""
    luck = vandal.luck
    table = luck.choice([*vandal.tables, luck.choice(WORDS)])
    chosen = {word: luck.choice(values) for word, values in LIVE_WORDS.items()}
    if luck.random() < 0.3:
        chosen[luck.choice(list(chosen))] = luck.choice(WORDS)
    query = urlencode(chosen, errors="replace")
    url = f"ws://127.0.0.1:{port}/live/{quote(table, errors='replace')}?{query}"
    headers = {"cookie": luck.choice(vandal.cookies)}
    try:
        async with (
            asyncio.timeout(TIMEOUT),
            connect(url, additional_headers=headers, proxy=None, open_timeout=TIMEOUT) as live,
        ):
            for _ in range(luck.randrange(4)):
                text = luck.choice(['{"ping": 1}', *WORDS]).encode(errors="replace")
                await live.send(vandal.mutated(text) if luck.random() < 0.5 else text.decode())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    async for _ in live:
                        pass
        found.live["served"] += 1
    except ConnectionClosed as error:
        code = error.rcvd.code if error.rcvd is not None else 1006
        found.live[f"closed {code}"] += 1
        if code == 1011:
            found.faults.append(f"live {code} {url}")
    except InvalidStatus as error:
        found.live[f"refused {error.response.status_code}"] += 1
        if error.response.status_code >= 500:
            found.faults.append(f"live {error.response.status_code} {url}")
    except (OSError, TimeoutError, WebSocketException) as error:
        found.live[type(error).__name__] += 1


class House:
    """The house that is attacked."""

    def __init__(self, folder: Path, database: str = "", members: bool = False) -> None:
        """`database` is the address of one; a SQLite file in the folder if empty. With `members` people make
        accounts.
        """
        self.members = members
        self.signed_out = 0
        """How many who had an account had lost their session when they were looked after."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [sys.executable, "-m", "ludoteca", "house", "--port", str(self.port), "--data", str(folder)]
        self.log = folder / "log"
        environment = {
            **os.environ,
            **NO_LIMITS,
            "LUDOTECA_LIMIT_TABLES": "30",
            "LUDOTECA_DATABASE": database,
        }
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", "1", "--log", "error"], env=environment, stdout=log, stderr=log
            )

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=TIMEOUT)

    async def ready(self) -> None:
        async with self.client() as client:
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get("/healthz")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise SystemExit("fuzz: the house does not answer:\n" + self.log.read_text())

    async def people(self) -> tuple[list[str], list[str]]:
        """New people with a table of each game, some played to the end; the tables, and the cookies."""
        luck, cookies, tables = random.Random(1), [], []
        handles: list[str] = []
        for number in range(PEOPLE):
            async with self.client() as client:
                name = f"Visitor {number}"
                await client.put("/api/v1/me", json={"name": name})
                if self.members:
                    await sign_in(client, self.port, name)
                    handles.append(await settle_in(client, name, handles, luck))
                cookies.append("; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar))
                for game in games.names():
                    tables.append(await self._table(client, game, luck, 10))
                if number == 0:
                    for game, options in SHORT_GAMES.items():
                        tables.append(await self._table(client, game, luck, 5000, options))
        return tables, cookies

    async def look_after(self, cookies: list[str]) -> None:
        """Let new people with accounts take the place of those who are signed out."""
        for place, cookie in enumerate(cookies):
            async with self.client() as client:
                if (await client.get("/api/v1/me", headers={"cookie": cookie})).status_code != 200:
                    self.signed_out += 1
                    name = f"Visitor {self.signed_out}"
                    await sign_in(client, self.port, name)
                    await settle_in(client, name, [], random.Random(self.signed_out))
                    cookies[place] = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)

    async def _table(
        self, client: httpx.AsyncClient, game: str, luck: random.Random, moves: int, options: Any = None
    ) -> str:
        seats = [{"kind": "me"}] * max(2, games.load(game).least)
        wish = {
            "id": f"w{luck.random()}",
            "game": game,
            "seats": seats,
            "options": options or {},
            "public": True,
        }
        table: str = (await client.post("/api/v1/tables", json=wish)).raise_for_status().json()["table"]
        for number in range(moves):
            seen = (await client.get(f"/api/v1/tables/{table}?words=0&since=1000000")).json()
            if not seen["choices"]:
                break
            text = luck.choice(seen["choices"])["text"]
            says = {"kind": "act", "id": f"a{number}", "text": text}
            await client.post(f"/api/v1/tables/{table}/commands", json=says)
        return table


async def fuzz(house: House, requests: int, seconds: float, seed: int) -> Findings:
    await house.ready()
    began = time.monotonic()
    found = Findings()
    tables, cookies = await house.people()
    odd = [cookies[0][:-5], "ludoteca=x"]
    vandal = Vandal(random.Random(seed), tables, [*cookies, *odd], house.members)
    sent = 0

    async def send() -> None:
        nonlocal sent, cookies
        wire = Wire(house.port)
        while sent < requests and time.monotonic() - began < seconds:
            sent += 1
            if sent % RENEWED == 0:
                vandal.tables, cookies = await house.people()
                vandal.cookies = [*cookies, *odd]
                print(f"{sent} requests, {time.monotonic() - began:.0f} s", flush=True)
            elif house.members and sent % LOOKED_AFTER == 0:
                await house.look_after(cookies)
                vandal.cookies = [*cookies, *odd]
            if vandal.luck.random() < LIVE_SHARE:
                await listen(house.port, vandal, found)
                continue
            request = vandal.request()
            status, body, kind = await wire.ask(request)
            found.note(request, status, body)
            if kind.startswith("text/html"):
                vandal.read(body.decode())
        wire.close()

    await asyncio.gather(*(send() for _ in range(AT_ONCE)))
    print(f"{sent} requests in {time.monotonic() - began:.0f} seconds")
    if house.members:
        print(f"{house.signed_out} times somebody was signed out, and replaced")
    await house.ready()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=1800, help="no more requests after that")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", action="store_true", help="visitors have accounts")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludoteca-fuzz-") as name, ExitStack() as stack:
        database = stack.enter_context(a_postgres()).address if given.database == "postgres" else ""
        house = House(Path(name), database, given.members)
        try:
            found = asyncio.run(fuzz(house, given.requests, given.seconds, given.seed))
        finally:
            house.process.terminate()
            house.process.wait(30)
        logged = [line for line in house.log.read_text().splitlines() if '"error"' in line]
    print("answers:", ", ".join(f"{count} of {status}" for status, count in sorted(found.statuses.items())))
    print("live:", ", ".join(f"{count} {how}" for how, count in sorted(found.live.items())))
    for line in logged[:20]:
        print(line[:2000])
    print(f"{len(found.faults)} faults, {len(logged)} errors logged")
    raise SystemExit(1 if found.faults or logged else 0)


if __name__ == "__main__":
    main()
