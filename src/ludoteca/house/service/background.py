"""What the house does by itself: digests for the lobby, jobs for bots, clocks, hearing other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ludoteca.house.refusals import Refused, Unavailable
from ludoteca.house.service.notifier import Ears
from ludoteca.house.service.table_cache import Hot, Shelf
from ludoteca.house.store.rows import BROKEN, MOVE, Batch, DigestRow, JobRow
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.command_handlers import bots_turn
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import MoveBody
from ludoteca.house.workers.worker_pool import LEASE, Workshop

if TYPE_CHECKING:
    from ludoteca.house.service.house import House

LOG: Final = logging.getLogger("ludoteca.house")

CALM: Final = 0.2
"""Seconds after which digests are brought up to date; a bot that is awaited is called at once."""
TICK: Final = 0.5
"""Seconds between two looks at the clocks."""
SWEEP: Final = 5.0
"""Seconds between two looks for tables whose server died before it wrote their digest."""
SETTLED: Final = 3000
"""Milliseconds after which a server would have written it."""
MANY: Final = 200


class Chores:
    """Background work of one house."""

    def __init__(
        self,
        house: House,
        store: Store,
        shelf: Shelf,
        ears: Ears,
        where: str,
        workers: int,
        clocks: bool,
        mercy: float,
    ) -> None:
        self.workshop = Workshop(store, where, workers, house.deliver)
        self._house = house
        self._store = store
        self._shelf = shelf
        self._ears = ears
        self._clocks = clocks
        self._mercy = int(mercy * 1000)
        self._began = 0
        self._dirty: dict[str, Hot] = {}
        self._news = asyncio.Event()
        self._urgent = asyncio.Event()
        self._flushing = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        self._began = milliseconds()
        if not self._store.driver.shared:
            await self._store.release_all()
        await self.workshop.start()
        self._spawn(self._keep_books())
        self._spawn(self._sweep(self._began))
        if self._clocks:
            self._spawn(self._watch_clocks())
        if self._store.driver.shared:
            self._spawn(self._sweep_again())

    async def stop(self) -> None:
        await self.workshop.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable):
            await self.flush()

    # Digests and jobs

    def changed(self, hot: Hot) -> None:
        """A table is not what its digest says."""
        self._dirty[hot.table.id] = hot
        self._news.set()
        if bots_turn(hot.table):
            self._urgent.set()

    def laid(self, hot: Hot, job: JobRow | None) -> None:
        """A table was opened, with its digest."""
        if job is None:
            return
        if job.worker:
            self.workshop.take(job)
        else:
            self.workshop.wake()

    def summary(self, table: Table) -> tuple[DigestRow, JobRow | None]:
        """The table in short, and the work it waits for."""
        digest = DigestRow(
            table=table.id,
            seq=table.seq,
            status=table.status,
            public=table.public,
            changed_at=table.at,
            deadline=table.deadline,
            brief=msgspec.json.encode(table.brief()).decode(),
            people=tuple(sorted({seat.person for seat in table.seats if seat.person})),
        )
        level = bots_turn(table)
        if not level:
            return digest, None
        now = milliseconds()
        mine = self.workshop.free > 0
        job = JobRow(
            id=f"{MOVE} {table.id} {table.moved} {table.awaited}",
            kind=MOVE,
            table=table.id,
            base=table.moved,
            seat=table.awaited,
            body=msgspec.json.encode(MoveBody(level)).decode(),
            asked_at=now,
            worker=self.workshop.name if mine else "",
            lease=now + LEASE if mine else 0,
        )
        return digest, job

    async def flush(self) -> None:
        """Write the digests that are due, and the jobs that bots have to do."""
        async with self._flushing:
            while self._dirty:
                await self._write_digests()

    async def _write_digests(self) -> None:
        batch = Batch()
        taken: list[Hot] = []
        own = self.workshop.free
        while self._dirty and len(taken) < MANY:
            _, hot = self._dirty.popitem()
            taken.append(hot)
            digest, job = self.summary(hot.table)
            batch.digests.append(digest)
            if job is not None:
                if job.worker and own <= 0:
                    job = msgspec.structs.replace(job, worker="", lease=0)
                own -= 1
                batch.jobs.append(job)
        try:
            await self._store.append(batch)
        except BaseException:
            for hot in taken:
                self._dirty.setdefault(hot.table.id, hot)
            raise
        for job in batch.jobs:
            if job.worker:
                self.workshop.take(job)
            else:
                self.workshop.wake()

    async def _keep_books(self) -> None:
        while True:
            await self._news.wait()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CALM):
                    await self._urgent.wait()
            self._news.clear()
            self._urgent.clear()
            try:
                await self.flush()
            except Unavailable:
                LOG.warning("digests wait: the database cannot be reached")
                self._news.set()
                await asyncio.sleep(1)
            except Exception:
                LOG.exception("digests could not be written")
                await asyncio.sleep(1)

    # Clocks

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = milliseconds()
            # Who ran out of time while nobody was there to serve gets a little more.
            before = self._began if now < self._began + self._mercy else 0
            try:
                for table_id in await self._store.due(now, MANY):
                    await self._ring(table_id, now, before)
            except Unavailable:
                LOG.warning("clocks wait: the database cannot be reached")
            except Exception:
                LOG.exception("the clocks could not be looked after")

    async def _ring(self, table_id: str, now: int, before: int) -> None:
        try:
            table = await self._house.table(table_id)
            if table.deadline >= before:
                await self._house.time_up(table_id, now)
        except Unavailable:
            raise
        except Refused as error:
            LOG.error("table %s: %s", table_id, error)
            await self._give_up(table_id)

    # Other processes

    def heard(self, table_id: str, seq: int) -> None:
        """Another process wrote something."""
        if table_id == "+":
            self.workshop.wake()
            return
        hot = self._shelf.get(table_id)
        if hot is not None and hot.table.seq < seq:
            self._spawn(self._learn(hot))
        elif hot is None or seq == 0:
            self._ears.tell(table_id, seq)

    def gap(self, hearing: bool) -> None:
        """We may have missed something: whatever is at hand is read again before it is shown."""
        self._shelf.doubt()
        if hearing:
            for table_id in self._ears.tables():
                self._spawn(self._reread(table_id))

    async def _learn(self, hot: Hot) -> None:
        with contextlib.suppress(Refused):
            async with hot.lock:
                if await self._shelf.catch_up(hot):
                    self._ears.tell(hot.table.id, hot.table.seq)

    async def _reread(self, table_id: str) -> None:
        with contextlib.suppress(Refused):
            hot = await self._shelf.fetch(table_id)
            self._ears.tell(table_id, hot.table.seq)

    async def shielded(self, written: asyncio.Future[None], table_id: str) -> None:
        """Wait until something is written. If whoever waits is called off, what was written is still told."""
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:
            self._spawn(self._tell_later(written, table_id))
            raise

    async def _tell_later(self, written: asyncio.Future[None], table_id: str) -> None:
        with contextlib.suppress(Exception):
            await written
        hot = self._shelf.get(table_id)
        if hot is not None:
            await self._learn(hot)
            self.changed(hot)

    async def _sweep(self, before: int) -> None:
        """Take up what a server left undone when it died, and what was restored from a backup."""
        with contextlib.suppress(Unavailable):
            while found := await self._store.lagging(before, MANY):
                for table_id in found:
                    try:
                        self.changed(await self._shelf.fetch(table_id))
                    except Unavailable:
                        raise
                    except Refused as error:
                        LOG.error("table %s: %s", table_id, error)
                        await self._give_up(table_id)
                await self.flush()

    async def _give_up(self, table_id: str) -> None:
        """Keep a table out of the lobby that cannot be set up again by the rules at hand."""
        rows = await self._store.events(table_id, 0)
        digest = DigestRow(table_id, rows[-1].seq, BROKEN, False, rows[-1].at, 0, "")
        await self._store.append(Batch(digests=[digest]))

    async def _sweep_again(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._sweep(milliseconds() - SETTLED)
            except Exception:
                LOG.exception("what others left undone could not be taken up")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
