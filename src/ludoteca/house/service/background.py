"""What the house does by itself: briefs for the lobby, jobs for bots, clocks, news of other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final

import msgspec

from ludoteca.house.refusals import Broken, Refused, Unavailable
from ludoteca.house.service.late_answers import LateAnswers
from ludoteca.house.service.notice_rows import notices_of
from ludoteca.house.service.notifier import Notifier
from ludoteca.house.service.presence import Presence
from ludoteca.house.service.results import add_result
from ludoteca.house.service.table_cache import CachedTable, TableCache
from ludoteca.house.store.personal import rewritten_lately
from ludoteca.house.store.rows import (
    BROKEN,
    MOVE,
    NEW_JOB,
    REWRITTEN,
    WISHED,
    Batch,
    BriefRow,
    JobRow,
    Notice,
)
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.command_handlers import awaited_bot
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import MoveBody
from ludoteca.house.workers.worker_pool import LEASE, WorkerPool

LOG: Final = logging.getLogger("ludoteca.house")

BRIEF_DELAY: Final = 0.2
"""Seconds for which briefs are collected before they are written; an awaited bot is called at once."""
CLOCK_INTERVAL: Final = 0.5
"""Seconds between two looks at the clocks."""
JUMP: Final = 10_000
"""Milliseconds that a clock may be set forward before that counts as if no server had been running."""
IDLE_INTERVAL: Final = 300.0
"""Seconds between two searches for tables at which nobody plays any more."""
RECOVERY_INTERVAL: Final = 5.0
"""Seconds between two searches for tables whose server died before it wrote their brief."""
RECOVERY: Final = "recovery"
"""What a server takes that searches: one is enough, since it looks at every table that has not ended."""
BRIEF_OVERDUE: Final = 3000
"""Milliseconds after which a living server would have written it."""
BATCH_SIZE: Final = 200
LONG_DEAF: Final = 30.0
"""Seconds without hearing others, after which it is no longer known which tables they have rewritten."""


class Background:
    """The background work of one house. `time_out(table, now)` ends the turn of a seat whose time is up,
    `end_if_idle(table, now)` a table at which nobody plays any more.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        notifier: Notifier,
        workers: WorkerPool,
        presence: Presence,
        time_out: Callable[[str, int], Awaitable[None]],
        end_if_idle: Callable[[str, int], Awaitable[None]],
        late_answers: Sequence[LateAnswers],
        clocks: bool,
        mercy: float,
    ) -> None:
        self.workers = workers
        self._store = store
        self._cache = cache
        self._notifier = notifier
        self._presence = presence
        self._time_out = time_out
        self._end_if_idle = end_if_idle
        self._late_answers = late_answers
        self._clocks = clocks
        self._mercy = int(mercy * 1000)
        self._began = 0
        self._ahead = 0
        """By how much the clock is ahead of one that never jumps, in milliseconds."""
        self._unwritten: dict[str, CachedTable] = {}
        self._brief_due = asyncio.Event()
        self._bot_awaited = asyncio.Event()
        self._flushing = asyncio.Lock()
        self._behind: dict[str, CachedTable] = {}
        self._others_wrote = asyncio.Event()
        self._deaf_since = math.inf
        """Since when we do not hear what other processes write; infinity while we do."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.recovered = asyncio.Event()
        """Whether the briefs that a dead server did not write have been written."""
        self.subscribers: frozenset[str] = frozenset()
        """Who wants to be told what happens while they are away."""

    async def start(self) -> None:
        self._began = milliseconds()
        self._clock_jumped(self._began)
        if not self._store.driver.shared:
            await self._store.release_all()
        await self.workers.start()
        self._spawn(self._keep_briefs())
        self._spawn(self._recover(self._began))
        self._spawn(self._try_again())
        self._spawn(self._count_finished())
        if self._clocks:
            self._spawn(self._watch_clocks())
            self._spawn(self._watch_idle_tables())
        if self._store.driver.shared:
            self._spawn(self._recover_again_and_again())
            self._spawn(self._keep_up())
            self._spawn(self._presence.keep_telling())

    async def stop(self) -> None:
        await self.workers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable):
            await self.flush()

    # Briefs and jobs

    def table_changed(self, cached: CachedTable) -> None:
        """Let the brief of a table be written anew, its bot be called, and prepared answers be given."""
        self._cache.written(cached)
        self._unwritten[cached.table.id] = cached
        self._brief_due.set()
        if awaited_bot(cached.table):
            self._bot_awaited.set()
        for answers in self._late_answers:
            answers.table_changed(cached.table)

    def job_written(self, job: JobRow) -> None:
        """Let the workers begin a job that is now in the store."""
        if job.worker:
            self.workers.take(job)
        else:
            self.workers.wake()

    def brief_and_job(self, table: Table) -> tuple[BriefRow, JobRow | None]:
        """The table in short, and the job of the bot that it waits for."""
        brief = BriefRow(
            table=table.id,
            seq=table.seq,
            status=table.status,
            public=table.public,
            changed_at=table.at,
            deadline=table.deadline,
            text=msgspec.json.encode(table.brief()).decode(),
            people=tuple(sorted({seat.person for seat in table.seats if seat.person})),
            idle_at=table.idle_at,
        )
        level = awaited_bot(table)
        if not level:
            return brief, None
        now = milliseconds()
        mine = self.workers.free > 0
        job = JobRow(
            id=f"{MOVE} {table.id} {table.match_seq} {table.awaited}",
            kind=MOVE,
            table=table.id,
            base=table.match_seq,
            seat=table.awaited,
            body=msgspec.json.encode(MoveBody(level)).decode(),
            asked_at=now,
            worker=self.workers.name if mine else "",
            lease=now + LEASE if mine else 0,
            rank=0 if table.players else 1,
        )
        return brief, job

    async def flush(self) -> None:
        """Write all briefs that are due, with the jobs of the bots."""
        async with self._flushing:
            while self._unwritten:
                await self._write_briefs()

    async def _write_briefs(self) -> None:
        taken: list[CachedTable] = []
        while self._unwritten and len(taken) < BATCH_SIZE:
            taken.append(self._unwritten.popitem()[1])
        try:
            await self._write_together(taken)
        except BaseException:
            for cached in taken:
                self._unwritten.setdefault(cached.table.id, cached)
            raise

    async def _write_together(self, taken: list[CachedTable]) -> None:
        """Write the briefs of these tables in one transaction. If one of them cannot be written, all others
        are; that one waits for its next change, but its bot is called if it can be.
        """
        try:
            await self._write(taken)
        except Unavailable:
            raise
        except Exception as error:
            if len(taken) > 1:
                for cached in taken:
                    await self._write_together([cached])
                return
            table = taken[0].table.id
            LOG.error("what follows from table %s cannot be written", table, exc_info=error)
            try:
                await self._write(taken, alone=True)
            except Unavailable:
                raise
            except Exception as again:
                LOG.error("table %s is left out of the lobby until it changes: %s", table, again)

    async def _write(self, taken: list[CachedTable], alone: bool = False) -> None:
        """Write the briefs and jobs of these tables, with results and notices unless `alone`."""
        batch = Batch()
        places: list[tuple[CachedTable, tuple[str, ...]]] = []
        free = self.workers.free
        for cached in taken:
            brief, job = self.brief_and_job(cached.table)
            places.append((cached, brief.people))
            known = brief.people == cached.placed
            batch.briefs.append(msgspec.structs.replace(brief, people=()) if known else brief)
            if not alone:
                add_result(batch, cached.table)
                batch.notices += notices_of(cached.table, self.subscribers)
            if job is not None:
                if job.worker and free <= 0:
                    job = msgspec.structs.replace(job, worker="", lease=0)
                free -= 1
                batch.jobs.append(job)
        await self._store.append(batch)
        for cached, people in places:
            cached.placed = people
        for job in batch.jobs:
            self.job_written(job)

    async def _keep_briefs(self) -> None:
        while True:
            await self._brief_due.wait()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BRIEF_DELAY):
                    await self._bot_awaited.wait()
            self._brief_due.clear()
            self._bot_awaited.clear()
            try:
                await self.flush()
            except Unavailable:
                LOG.warning("briefs wait: the database cannot be reached")
                self._brief_due.set()
                await asyncio.sleep(1)
            except Exception:
                LOG.exception("briefs could not be written")
                await asyncio.sleep(1)

    # Clocks

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_INTERVAL)
            try:
                now = await self._store.set_watch()
                if self._clock_jumped(now):
                    self._began = now
                # Somebody whose time ran out while no server was running gets a little more.
                earliest = self._began if now < self._began + self._mercy else 0
                for table_id in await self._store.due(now, BATCH_SIZE):
                    await self._time_out_if_due(table_id, now, earliest)
            except Unavailable:
                LOG.warning("clocks wait: the database cannot be reached")
            except Exception:
                LOG.exception("the clocks could not be looked after")

    def _clock_jumped(self, now: int) -> bool:
        """Whether more time has passed by the clock since the last look than has passed."""
        before, self._ahead = self._ahead, now - int(time.monotonic() * 1000)
        return self._ahead - before > JUMP

    async def _time_out_if_due(self, table_id: str, now: int, earliest: int) -> None:
        try:
            cached = await self._cache.fetch(table_id)
            if cached.table.deadline >= earliest:
                await self._time_out(table_id, now)
        except Unavailable:
            raise
        except Refused as error:
            LOG.error("the clock of table %s: %s", table_id, error)
            await self._mark_broken(table_id)
        except Exception:  # the clocks of others go on
            LOG.exception("the clock of table %s cannot be looked after", table_id)

    async def _watch_idle_tables(self) -> None:
        while True:
            await asyncio.sleep(IDLE_INTERVAL)
            try:
                await self.end_idle_tables(milliseconds())
            except Unavailable:
                LOG.warning("idle tables wait: the database cannot be reached")
            except Exception:
                LOG.exception("idle tables could not be ended")

    async def end_idle_tables(self, now: int) -> None:
        """End the tables at which nobody has played for long."""
        for table_id in await self._store.idle(now, BATCH_SIZE):
            try:
                await self._end_if_idle(table_id, now)
            except Broken:
                await self._mark_broken(table_id)
            except Unavailable:
                raise
            except Exception:  # others are ended
                LOG.exception("the idle table %s cannot be ended", table_id)
        await self.flush()

    # Other processes

    def concerns(self, table_id: str) -> bool:
        """Whether anybody here cares for what another process wrote of a table, or it is about something
        else. It is asked in another thread, after the writing: whoever begins to read now will find it.
        """
        special = not table_id or table_id[0] in (NEW_JOB, REWRITTEN, WISHED)
        return special or self._cache.holds(table_id) or self._notifier.follows(table_id)

    def other_process_wrote(self, notice: Notice) -> None:
        """Take in what another process wrote: events, a finding, a wish, a new job, or a rewritten past."""
        table_id, seq = notice.table, notice.seq
        if table_id == NEW_JOB:
            self.workers.wake()
            return
        if table_id.startswith(WISHED):
            self._wished_elsewhere(table_id.removeprefix(WISHED))
            return
        if table_id.startswith(REWRITTEN):
            self.forget(table_id.removeprefix(REWRITTEN))
            return
        cached = self._cache.get(table_id)
        if cached is None:
            self._cache.changed_elsewhere(table_id)
        if cached is None or seq == 0:
            self._notifier.notify(table_id, seq)
        elif cached.table.seq < seq and self._notifier.follows(table_id):
            if self._cache.take_in(cached, notice.events):
                self._notifier.notify(table_id, seq)
                return
            self._behind[table_id] = cached
            self._others_wrote.set()
        elif cached.table.seq < seq:
            cached.missed += 1  # whoever asks for it next reads it

    def _wished_elsewhere(self, table_id: str) -> None:
        """Somebody may have wished an answer: nobody at the table is told."""
        cached = self._cache.get(table_id)
        for answers in self._late_answers:
            answers.wished_elsewhere(table_id, cached.table if cached is not None else None)

    def forget(self, table_id: str) -> None:
        """Rebuild a table whose past was rewritten, and show it again."""
        cached = self._cache.get(table_id)
        if cached is not None:
            self._cache.drop(cached)
        self._cache.changed_elsewhere(table_id)
        if self._unwritten.pop(table_id, None) is not None:
            self._spawn(self._write_anew(table_id))
        self._notifier.notify(table_id, 0)

    async def _write_anew(self, table_id: str) -> None:
        with contextlib.suppress(Refused):
            self.table_changed(await self._cache.fetch(table_id))

    def notices_missed(self, hearing: bool) -> None:
        """We may have missed what other processes wrote; `hearing` says whether we hear them again."""
        self._cache.mark_all_stale()
        for answers in self._late_answers:
            answers.wishes_missed(hearing)
        if hearing:
            self._spawn(self._hear_again(self._deaf_since))
            self._deaf_since = math.inf
        else:
            self._deaf_since = min(self._deaf_since, self._store.heard_until)

    async def _hear_again(self, deaf_since: float) -> None:
        """Rebuild the tables whose past may have been rewritten while we did not hear, and read what was
        written at those that somebody follows here.
        """
        try:
            rewritten = await self._store.read(rewritten_lately)
        except Unavailable:
            rewritten = self._cache.tables()
        if time.time() - deaf_since > LONG_DEAF:
            rewritten = self._cache.tables()
        for table_id in rewritten:
            self.forget(table_id)
        for table_id in self._notifier.tables():
            self._spawn(self._fetch_and_notify(table_id))

    async def _keep_up(self) -> None:
        """Read what others wrote at tables that somebody follows here, all at once that came up meanwhile."""
        while True:
            await self._others_wrote.wait()
            self._others_wrote.clear()
            behind = list(self._behind.values())
            self._behind.clear()
            try:
                changed, busy = await self._cache.catch_up_together(behind)
            except Exception as error:
                LOG.warning("what others wrote cannot be read just now: %s", error)
                self._behind.update((cached.table.id, cached) for cached in behind)
                self._others_wrote.set()
                await asyncio.sleep(1)
                continue
            for cached in changed:
                self._notifier.notify(cached.table.id, cached.table.seq)
            for cached in busy:
                self._spawn(self._catch_up(cached))

    async def _catch_up(self, cached: CachedTable) -> None:
        with contextlib.suppress(Refused):
            async with cached.lock:
                if await self._cache.catch_up(cached):
                    self._notifier.notify(cached.table.id, cached.table.seq)

    async def _fetch_and_notify(self, table_id: str) -> None:
        with contextlib.suppress(Refused):
            cached = await self._cache.fetch(table_id)
            self._notifier.notify(table_id, cached.table.seq)

    async def wait_until_written(self, written: asyncio.Future[None], table_id: str) -> None:
        """Wait for a write. If the caller is cancelled, its events are still applied once written."""
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:
            self._spawn(self._apply_once_written(written, table_id))
            raise

    async def _apply_once_written(self, written: asyncio.Future[None], table_id: str) -> None:
        with contextlib.suppress(Exception):
            await written
        cached = self._cache.get(table_id)
        if cached is not None:
            await self._catch_up(cached)
            self.table_changed(cached)

    async def _recover(self, before: int) -> None:
        """Write the briefs that a dead server did not write, or that a restored backup does not have."""
        with contextlib.suppress(Unavailable):
            known: list[str] = []
            while (found := await self._store.lagging(before, BATCH_SIZE)) and found != known:
                known = found
                for table_id in found:
                    try:
                        self.table_changed(await self._cache.fetch(table_id))
                    except Unavailable:
                        raise
                    except Refused:
                        await self._mark_broken(table_id)
                await self.flush()
            self.recovered.set()

    async def _count_finished(self) -> None:
        """Write down the results of matches that ended before results were written down."""
        with contextlib.suppress(Unavailable):
            known: list[str] = []
            while (found := await self._store.uncounted(BATCH_SIZE)) and found != known:
                known = found
                for table_id in found:
                    try:
                        self.table_changed(await self._cache.fetch(table_id))
                    except Broken:
                        await self._mark_broken(table_id)
                await self.flush()

    async def _try_again(self) -> None:
        """Look once at every table that was set aside: newer rules may be able to replay it."""
        with contextlib.suppress(Unavailable):
            for table_id in await self._store.set_aside():
                with contextlib.suppress(Broken):
                    self.table_changed(await self._cache.fetch(table_id))

    def set_aside(self, error: Broken) -> None:
        """Tell the host of a table that cannot be rebuilt, and keep it out of the lobby."""
        LOG.error("table %s is set aside: %s", error.table, error.problem)
        self._spawn(self._mark_broken(error.table))

    async def _mark_broken(self, table_id: str) -> None:
        """Keep a table out of the lobby whose events these rules cannot replay."""
        with contextlib.suppress(Unavailable):
            rows = await self._store.events(table_id, 0)
            brief = BriefRow(table_id, rows[-1].seq, BROKEN, False, rows[-1].at, 0, "")
            await self._store.append(Batch(briefs=[brief]))

    async def _recover_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(RECOVERY_INTERVAL)
            try:
                now = milliseconds()
                if await self._store.spend(RECOVERY, now + int(RECOVERY_INTERVAL * 1000)):
                    await self._recover(now - BRIEF_OVERDUE)
            except Unavailable:
                LOG.warning("what others left undone waits: the database cannot be reached")
            except Exception:
                LOG.exception("what others left undone could not be taken up")

    def heard_by(self, people: frozenset[str]) -> None:
        """Let these people be told what happens while they are away."""
        self.subscribers = people

    def also_do(self, *works: Coroutine[Any, Any, None]) -> list[asyncio.Task[None]]:
        """Do something else, until it is done or the house closes."""
        return [self._spawn(work) for work in works]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
