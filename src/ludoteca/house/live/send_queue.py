"""The send queue: one message at a time, first to those who wait for it.

People who acted, or are asked, are served before people who only watch. When there is too much to do, the
watchers get the newest state a little later, and not every state in between.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

TIME_SLICE: Final = 0.001
"""Seconds of sending after which the event loop may do something else."""
LONGEST_WAIT: Final = 1.0
"""Seconds after which a watcher is served before urgent recipients who wait for less than half as long."""


class Recipient(Protocol):
    """A connection to which something may have to be sent."""

    def send_news(self) -> None:
        """Send what is new now."""
        ...


class SendQueue:
    """Lets recipients take turns."""

    def __init__(self) -> None:
        self._urgent: dict[Recipient, float] = {}
        self._patient: dict[Recipient, float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._serving = False

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def put(self, recipient: Recipient, urgent: bool) -> None:
        """Let a recipient send what is new when its turn comes."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        if urgent:
            self._patient.pop(recipient, None)
            self._urgent.setdefault(recipient, self._loop.time())
        elif recipient not in self._urgent:
            self._patient.setdefault(recipient, self._loop.time())
        if not self._serving:
            self._serving = True
            self._loop.call_soon(self._serve)

    def forget(self, recipient: Recipient) -> None:
        """Remove a recipient that has gone."""
        self._urgent.pop(recipient, None)
        self._patient.pop(recipient, None)

    def _serve(self) -> None:
        assert self._loop is not None
        until = self._loop.time() + TIME_SLICE
        try:
            while (recipient := self._next()) is not None:
                recipient.send_news()
                if self._loop.time() > until:
                    break
        finally:
            self._serving = len(self) > 0
            if self._serving:
                self._loop.call_soon(self._serve)

    def _next(self) -> Recipient | None:
        asked, watcher = next(iter(self._urgent), None), next(iter(self._patient), None)
        if watcher is not None and (asked is None or self._late(watcher, asked)):
            del self._patient[watcher]
            return watcher
        if asked is not None:
            del self._urgent[asked]
        return asked

    def _late(self, watcher: Recipient, asked: Recipient) -> bool:
        """Whether the watcher has waited long enough, and twice as long as the one who is asked."""
        assert self._loop is not None
        now = self._loop.time()
        return now - self._patient[watcher] > max(LONGEST_WAIT, 2 * (now - self._urgent[asked]))
