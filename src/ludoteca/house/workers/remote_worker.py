"""A worker that sees no database: it asks a house for jobs over HTTP and submits what comes of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from ludoteca.house.workers.parcel import (
    ANALYSES,
    Acquire,
    Parcel,
    Parcels,
    Purpose,
    Renew,
    Renewed,
    Submit,
    Submitted,
    pack,
    rules_digest,
)
from ludoteca.house.workers.worker_pool import RENEW_INTERVAL, WorkerEnded, WorkerProcess
from ludoteca.kernel.errors import LudotecaError

T = TypeVar("T")

WAIT: Final = 25.0
"""Seconds that the house may let us wait for a job."""
TIMEOUT: Final = 40.0
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
TRIES: Final = 5
"""How often a result is sent to a house that is away."""
FINAL: Final = {
    HTTPStatus.UNAUTHORIZED: "",
    HTTPStatus.FORBIDDEN: "",
    HTTPStatus.NOT_FOUND: "this house has no workers elsewhere: its host has made no key",
}
"""Answers after which there is no point in asking again; empty: as the house says it."""


class Away(Exception):
    """The house cannot be reached, or has no time for us."""


class Declined(Exception):
    """The house does not want this one thing."""


class TooLarge(Declined):
    """The house takes nothing so large."""


class HouseLine:
    """A connection to a house, for one request at a time."""

    def __init__(self, address: str, key: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.rstrip("/"):
            raise LudotecaError(f"“{address}” should look like https://play.example.org")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        self._headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}

    def post(self, word: str, said: msgspec.Struct, answer: type[T]) -> T:
        """Ask for something. Raises Away, Declined, or an error that ends it all."""
        try:
            self._connection.request("POST", f"/api/v1/work/{word}", msgspec.json.encode(said), self._headers)
            reply = self._connection.getresponse()
            body = reply.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise Away(str(error) or type(error).__name__) from None
        if reply.status == HTTPStatus.OK:
            try:
                return msgspec.json.decode(body, type=answer)
            except msgspec.DecodeError:
                raise LudotecaError("what answers there is no house, or one of another version") from None
        kind, sentence = _problem(body, reply.status)
        if reply.status in FINAL or kind == "other-rules":
            raise LudotecaError(FINAL.get(HTTPStatus(reply.status), "") or sentence)
        if reply.status == HTTPStatus.TOO_MANY_REQUESTS or reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Away(sentence)
        raise (
            TooLarge(sentence) if reply.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else Declined(sentence)
        )

    def close(self) -> None:
        self._connection.close()

    def hang_up(self) -> None:
        """End a request that is waiting for its answer in another thread."""
        waiting: socket.socket | None = self._connection.sock
        if waiting is not None:
            with contextlib.suppress(OSError):
                waiting.shutdown(socket.SHUT_RDWR)


def _problem(body: bytes, status: int) -> tuple[str, str]:
    """The type of a refusal, and its sentence."""
    try:
        told = json.loads(body)
        return str(told["type"]), str(told["detail"])
    except (ValueError, TypeError, KeyError):
        return "", f"status {status}"


class RemoteWorker:
    """Works for a house until `stop`. `say` tells the person who started it what goes on."""

    def __init__(
        self,
        address: str,
        key: str,
        purposes: Sequence[Purpose],
        processes: int,
        say: Callable[[str], None],
    ) -> None:
        self.done = 0
        self._purposes = list(purposes)
        self._say = say
        self._asking = HouseLine(address, key)
        self._telling = HouseLine(address, key)
        self._turn = asyncio.Lock()
        self._idle: asyncio.LifoQueue[WorkerProcess] = asyncio.LifoQueue()
        self._processes = [WorkerProcess("") for _ in range(processes)]
        for process in self._processes:
            self._idle.put_nowait(process)
        self._held: dict[str, asyncio.Task[None]] = {}
        self._freed = asyncio.Event()
        self._ended = asyncio.Event()

    def stop(self) -> None:
        """Take no more jobs, and give back those at hand."""
        self._ended.set()
        self._freed.set()
        self._asking.hang_up()

    async def run(self) -> None:
        """Work until somebody stops it. Raises an error if the house does not want this worker."""
        tasks = [asyncio.create_task(self._acquire()), asyncio.create_task(self._renew())]
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait([*tasks, ended], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stop()
            held = list(self._held.values())
            for task in (tasks[1], ended, *held):
                task.cancel()
            failed = await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*held, return_exceptions=True)
            await self._give_back(list(self._held))
            for process in self._processes:
                await process.stop()
            self._asking.close()
            self._telling.close()
        for error in failed:
            if isinstance(error, LudotecaError):
                raise error

    async def _acquire(self) -> None:
        """Ask for jobs whenever a process is free."""
        rules = await asyncio.to_thread(rules_digest)
        pause = FIRST_PAUSE
        while not self._ended.is_set():
            self._freed.clear()
            free = len(self._processes) - len(self._held)
            if not free:
                await self._freed.wait()
                continue
            asked = Acquire(rules, self._purposes, min(free, 64), WAIT)
            try:
                got = await asyncio.to_thread(self._asking.post, "acquire", asked, Parcels)
            except (Away, Declined) as error:
                if not self._ended.is_set():
                    self._say(f"The house is away ({error}); asking again in {pause:g} s.")
                    await self._sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
                continue
            if pause > FIRST_PAUSE:
                self._say("The house is back.")
            pause = FIRST_PAUSE
            for parcel in got.parcels:
                self._held[parcel.ticket] = asyncio.create_task(self._do(parcel))

    async def _sleep(self, seconds: float) -> None:
        """Wait, unless it ends."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()

    async def _do(self, parcel: Parcel) -> None:
        """Do a job and submit what came of it."""
        process = await self._idle.get()
        try:
            result = await process.do_parcel(parcel)
            found = Submit(parcel.ticket, error=result.error[:400], seconds=result.seconds)
            if parcel.purpose == ANALYSES:
                found.packed = pack(result.text)
            else:
                found.text = result.text
        except WorkerEnded as error:
            found = Submit(parcel.ticket, error=f"its process ended: {error}"[:400])
        finally:
            self._idle.put_nowait(process)
        try:
            await self._submit(found)
        finally:
            self._held.pop(parcel.ticket, None)
            self._freed.set()

    async def _submit(self, found: Submit) -> None:
        pause = FIRST_PAUSE
        for _ in range(TRIES):
            try:
                async with self._turn:
                    await asyncio.to_thread(self._telling.post, "submit", found, Submitted)
                self.done += 1
                return
            except TooLarge as error:  # it would be for the next worker, too
                found = Submit(found.ticket, error=f"what was found cannot be sent: {error}"[:400])
            except Declined as error:
                self._say(f"The house did not take a result: {error}.")
                return
            except LudotecaError as error:
                self._say(f"The house did not take a result: {error}.")
                return  # the next request ends the worker
            except Away:
                await self._sleep(pause)
                pause *= 2

    async def _renew(self) -> None:
        """Say again and again what we are working on, and leave what has gone to others."""
        while True:
            await asyncio.sleep(RENEW_INTERVAL)
            if not self._held:
                continue
            try:
                async with self._turn:
                    asked = Renew(list(self._held)[:64])
                    told = await asyncio.to_thread(self._telling.post, "renew", asked, Renewed)
            except (Away, Declined):
                continue
            for ticket in told.lost:
                task = self._held.pop(ticket, None)
                if task is not None:
                    self._say("A job took too long; another worker does it.")
                    task.cancel()
                    self._freed.set()

    async def _give_back(self, tickets: Sequence[str]) -> None:
        """Let others do at once what we do not finish."""
        for ticket in tickets:
            with contextlib.suppress(Away, Declined, LudotecaError):
                given = Submit(ticket, given_back=True)
                await asyncio.to_thread(self._telling.post, "submit", given, Submitted)
