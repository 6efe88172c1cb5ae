"""Bots of one's own that are programs: a command that reads lines and writes lines, or an address that is
posted to.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shlex
import subprocess
from http import HTTPStatus
from http.client import HTTPConnection, HTTPSConnection
from itertools import count
from pathlib import Path
from socket import SHUT_RDWR, socket
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from ludoteca.bots.bot import Perspective
from ludoteca.bots.letter import LONGEST, letter, read_reply
from ludoteca.bots.own_bot import Answer, OwnBot, Terms
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source

_RUNNING: Final[dict[tuple[int, str, str], Running]] = {}
_NUMBERS: Final = count()


class Running:
    """A program that is running. It ends with this process, or when it is late."""

    def __init__(self, command: str, folder: str) -> None:
        words = shlex.split(command)
        if not words:
            raise LudotecaError("a program needs a command: program:python3 mine.py")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDOTECA_")}
        self.lock = Lock()
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder or None, env=kept
        )

    def say(self, line: bytes) -> bytes:
        """Write a line, and read the line that answers it."""
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        with self.lock:
            try:
                process.stdin.write(line)
                process.stdin.flush()
                found = process.stdout.readline(LONGEST)
            except (OSError, ValueError):
                found = b""
        if not found.endswith(b"\n"):
            self.end()
            raise LudotecaError(f"the program ended or broke off (status {process.poll()})")
        return found

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()


def end_all() -> None:
    """End the programs that this process has started."""
    for pid, command, folder in list(_RUNNING):
        if pid == os.getpid():
            _RUNNING.pop((pid, command, folder)).end()


atexit.register(end_all)


class ProgramBot(OwnBot):
    """A command that reads a line of JSON for each decision, and answers with a line.

    The program is started once in each process and asked about all tables there; whatever it needs to know
    stands in the line.
    """

    def __init__(self, name: str, command: str, terms: Terms, folder: Path | None = None) -> None:
        super().__init__(name, terms)
        self.command = command
        self.folder = "" if folder is None else str(folder)
        self.match = f"{os.getpid()}-{next(_NUMBERS)}"

    def answer(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        line = letter(perspective, source, self.match, refused, self.terms.words)
        return read_reply(self._running().say(line))

    def give_up(self) -> None:
        running = _RUNNING.pop(self._key, None)
        if running is not None:
            running.process.kill()

    @property
    def _key(self) -> tuple[int, str, str]:
        return os.getpid(), self.command, self.folder

    def _running(self) -> Running:
        running = _RUNNING.get(self._key)
        if running is None or running.process.poll() is not None:
            running = _RUNNING[self._key] = Running(self.command, self.folder)
        return running


class AddressBot(OwnBot):
    """An HTTP address: the JSON is posted to it, and its answer read. It is never followed elsewhere."""

    def __init__(self, name: str, address: str, terms: Terms) -> None:
        super().__init__(name, terms)
        self.address = address
        self.match = f"{os.getpid()}-{next(_NUMBERS)}"
        self._socket: socket | None = None

    def answer(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        line = letter(perspective, source, self.match, refused, self.terms.words)
        parts = urlsplit(self.address)
        make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = make(parts.hostname or "", parts.port, timeout=self.terms.seconds)
        try:
            connection.connect()
            self._socket = connection.sock
            where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", where, line, {"Content-Type": "application/json"})
            found = connection.getresponse()
            if found.status != HTTPStatus.OK:
                raise LudotecaError(f"{self.address} answers with status {found.status}")
            return read_reply(found.read(LONGEST))
        finally:
            self._socket = None
            connection.close()

    def give_up(self) -> None:
        """End the exchange: who answers byte by byte would keep a thread for ever."""
        open_now = self._socket
        if open_now is not None:
            with contextlib.suppress(OSError):
                open_now.shutdown(SHUT_RDWR)
