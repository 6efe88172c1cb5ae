"""Findings: what the workers find out about a table, such as the analysis of a finished match."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec

from ludoteca.house.service.heavy_work import TooMuchWork
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.store.rows import SHOWN, Batch, FindingRow, JobRow, LuckRow
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import Result

LOG: Final = logging.getLogger("ludoteca.house")
ANALYSE: Final = SHOWN
"""The kind of finding that is the analysis of a match."""
A_SECOND, AT_ONCE = 1 / 60, 20.0
"""How many analyses one visitor may ask for: others wait for them."""


class _Report(msgspec.Struct):
    """How a seat played, as far as it is read here."""

    seat: int
    luck: float


class _Analysis(msgspec.Struct):
    reports: list[_Report]


_ANALYSIS: Final = msgspec.json.Decoder(_Analysis)


def luck_in(table: str, analysis: str) -> list[LuckRow]:
    """What chance gave each seat, by an analysis."""
    return [LuckRow(table, one.seat, one.luck) for one in _ANALYSIS.decode(analysis).reports]


class Findings:
    """Asks the workers for findings and keeps them. `wake` tells the workers that there is something to do,
    `notify` tells those who follow a table that an analysis arrived; whoever waits for a hint asks again.
    """

    def __init__(self, store: Store, wake: Callable[[], None], notify: Callable[[str, int], None]) -> None:
        self._store = store
        self._wake = wake
        self._notify = notify
        self._asked = RateLimiter(A_SECOND, 0.0, AT_ONCE)

    async def request(self, table: Table, kind: str, body: str = "{}", visitor: str = "") -> None:
        """Ask the workers to find something out about a table: `analyse` a finished match. They are not asked
        again for what they have found, or are already working on, nor too often by one visitor. Whoever is
        playing and waits for a hint comes first.
        """
        for known in (kind, f"{kind} failed"):
            if await self.of(table.id, known) is not None:
                return
        if visitor and self._asked.seconds_to_wait(visitor, time.monotonic()):
            raise TooMuchWork
        rank = 1 if kind == ANALYSE else 0
        now = milliseconds()
        job = JobRow(f"{kind} {table.id}", kind, table.id, table.match_seq, -1, body, now, rank=rank)
        await self._store.append(Batch(jobs=[job]))
        self._wake()

    async def of(self, table_id: str, kind: str) -> str | None:
        """What the workers found, as JSON, or None. Listeners are notified when an analysis arrives."""
        return await self._store.finding(table_id, kind)

    async def keep(self, job: JobRow, result: Result) -> None:
        """Write what a worker found, or what it has found so far."""
        now = milliseconds()
        if result.partly:
            batch = Batch(findings=[FindingRow(job.table, f"{job.kind} so far", now, result.text)])
        elif result.error:
            LOG.error("a job of kind %s failed: %s", job.kind, result.error)
            failed = FindingRow(job.table, f"{job.kind} failed", now, result.error)
            batch = Batch(findings=[failed], done=[job.id])
        else:
            batch = Batch(done=[job.id])
            if not result.stale:
                batch.findings = [FindingRow(job.table, job.kind, now, result.text)]
                batch.luck = luck_in(job.table, result.text) if job.kind == ANALYSE else []
        if job.kind != ANALYSE and not result.partly:  # anybody may ask for an analysis
            batch.thoughts = self._store.thought(job.table, result.seconds)
        await self._store.append(batch)
        if job.kind == ANALYSE:
            self._notify(job.table, 0)
