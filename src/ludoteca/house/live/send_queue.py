"""The easel: one picture at a time, and first for those who wait for it.

What changed is drawn for whoever acted or is asked before it is drawn for those who only look on. When there
is more to draw than there is time for, the others see the newest state a little later, not every one between.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

AT_ONCE: Final = 0.001
"""Seconds of drawing after which whoever asks for something else has a turn."""
LATEST: Final = 1.0
"""Seconds after which nobody who looks on waits behind others any more."""


class Reader(Protocol):
    """Somebody to whom there may be something to say."""

    def speak(self) -> None:
        """Say what is new now."""
        ...


class Easel:
    """Lets readers have their turn."""

    def __init__(self) -> None:
        self._urgent: dict[Reader, None] = {}
        self._patient: dict[Reader, float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._working = False

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def put(self, reader: Reader, urgent: bool) -> None:
        """There may be something new for a reader."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        if urgent:
            self._patient.pop(reader, None)
            self._urgent[reader] = None
        elif reader not in self._urgent:
            self._patient.setdefault(reader, self._loop.time())
        if not self._working:
            self._working = True
            self._loop.call_soon(self._work)

    def forget(self, reader: Reader) -> None:
        """A reader has gone."""
        self._urgent.pop(reader, None)
        self._patient.pop(reader, None)

    def _work(self) -> None:
        assert self._loop is not None
        until = self._loop.time() + AT_ONCE
        try:
            while (reader := self._next()) is not None:
                reader.speak()
                if self._loop.time() > until:
                    break
        finally:
            self._working = len(self) > 0
            if self._working:
                self._loop.call_soon(self._work)

    def _next(self) -> Reader | None:
        late = next(iter(self._patient.items()), None)
        if late is not None and (not self._urgent or late[1] < self._now() - LATEST):
            del self._patient[late[0]]
            return late[0]
        for reader in self._urgent:
            del self._urgent[reader]
            return reader
        return None

    def _now(self) -> float:
        assert self._loop is not None
        return self._loop.time()
