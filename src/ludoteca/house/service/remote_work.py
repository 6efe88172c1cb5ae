"""Work for machines that do not see the database: they ask over HTTP, with a key of their own.

Their jobs are leased as those of the house's own workers are. The house trusts nothing they send: a move is
judged like anybody's, an analysis has to fit its match, and one in `SAMPLE` is computed again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import re
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from math import isclose
from typing import Any, Final, TypeAlias

import msgspec

from ludoteca.analysis import Analysis
from ludoteca.analysis.judge import Judgement
from ludoteca.analysis.moments import moments
from ludoteca.bots.levels import LEVELS
from ludoteca.house.refusals import Forbidden, Malformed, Refused, Unavailable
from ludoteca.house.service.bot_moves import judge_choice, waits_for
from ludoteca.house.service.findings import ANALYSE
from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.rate_limits import InTurn
from ludoteca.house.service.tokens import Tokens
from ludoteca.house.store.remote_workers import RemoteWorkerRow, RemoteWorkerStore
from ludoteca.house.store.rows import MOVE, Batch, JobRow
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.own_edition import edition_text
from ludoteca.house.table.table import Table
from ludoteca.house.workers.parcel import (
    ANALYSES,
    BOTS,
    PURPOSES,
    Acquire,
    Parcel,
    Parcels,
    Submit,
    bare_record,
    rules_digest,
    unpack,
)
from ludoteca.house.workers.worker import RANDOM, AnalyseBody, MoveBody, Result
from ludoteca.house.workers.worker_pool import LEASE, TRIES
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match

LOG: Final = logging.getLogger("ludoteca.work")

CHECK: Final = "check"
"""The kind of job that computes again what a worker elsewhere found."""
SAMPLE: Final = 20
"""One in so many analyses is computed again."""
MOST_FAULTS: Final = 3
"""After so many a worker is shut out until the host lets it in again."""
POLL_INTERVAL: Final = 2.0
"""Seconds after which a worker that waits looks for a job even if nobody woke it: a lease may have lapsed."""
KEPT: Final = {MOVE: 30_000, ANALYSE: 600_000}
"""Milliseconds for which a job that came back undone is left to the house's own workers, by its kind; and one
that a worker let lapse, to all others.
"""
TOLERANCE: Final = 0.00011
"""By how much figures with four digits may differ between two machines."""
LARGEST: Final = 1e6
"""No figure of an analysis is larger. Pages write them out, and sums of them have to stay numbers."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_NO_HASH: Final = hashed_token("nobody")
AdmittedWorker: TypeAlias = RemoteWorkerRow
"""A worker that has shown its key."""


class Budget(msgspec.Struct, frozen=True):
    """How many jobs of a purpose may be out at once, and for how many seconds each."""

    at_once: int
    seconds: float


BUDGETS: Final = {BOTS: Budget(32, 20.0), ANALYSES: Budget(8, 1800.0)}


class NoRemoteWork(Refused):
    """This house has no workers elsewhere."""

    status = 404

    def __init__(self) -> None:
        super().__init__("not-found", "there is nothing at this address")


class WrongKey(Refused):
    """Nobody has this key."""

    status = 401

    def __init__(self) -> None:
        super().__init__("wrong-key", "this house knows no worker with this key")


class LeaseOver(Refused):
    """Somebody else does the job by now."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            "lease-over", "thank you, but this came too late: the job has gone to another worker"
        )


class SentAnalysis(msgspec.Struct):
    """An analysis as a worker sends it, as far as it counts: the rest follows from these."""

    payoffs: list[float]
    decisions: list[Judgement]


_SENT: Final = msgspec.json.Decoder(SentAnalysis)


class RemoteWork:
    """Hands out jobs over HTTP and takes in what comes of them. `deliver` writes the result of a job, `wake`
    tells the house's own workers that there is something to do.
    """

    def __init__(
        self,
        store: Store,
        tokens: Tokens,
        table: Callable[[str, int], Awaitable[Table]],
        deliver: Callable[[JobRow, Result], Awaitable[None]],
        wake: Callable[[], None],
    ) -> None:
        self.workers = RemoteWorkerStore(store)
        self.budgets: dict[str, Budget] = dict(BUDGETS)
        self.sample = SAMPLE
        self._store = store
        self._tokens = tokens
        self._table = table
        self._deliver = deliver
        self._wake = wake
        self._taking_in = InTurn()
        self._closed = False
        self._waiting: dict[tuple[str, ...], deque[asyncio.Future[None]]] = {}

    # Who works

    async def make_key(self, name: str, purposes: list[str]) -> str:
        """A new key for a worker; only its hash is kept."""
        if not _NAME.fullmatch(name):
            raise Malformed("malformed", "a worker's name has up to 40 letters, digits, dots and hyphens")
        unknown = [word for word in purposes if word not in PURPOSES]
        if unknown or not purposes:
            raise Malformed("malformed", f"a worker is for {' or '.join(PURPOSES)}, or both")
        secret = secrets.token_urlsafe(32)
        await self.workers.add(name, hashed_token(secret), ",".join(purposes))
        return f"{name}:{secret}"

    async def worker_with(self, key: str) -> RemoteWorkerRow:
        """The worker that has a key. Refuses a wrong one, and a worker that is shut out."""
        name, _, secret = key.partition(":")
        row = await self.workers.named(name) if _NAME.fullmatch(name) else None
        right = hmac.compare_digest(hashed_token(secret), row.key if row is not None else _NO_HASH)
        if row is None or not right:
            raise WrongKey if await self.workers.any() else NoRemoteWork
        if row.shut_out:
            raise Forbidden(
                "shut-out",
                f"this worker is shut out: {row.faults} times it sent something wrong; the host of the house "
                "can let it in again",
            )
        return row

    # Handing out

    async def acquire(self, worker: RemoteWorkerRow, asked: Acquire, gone: asyncio.Event) -> Parcels:
        """Jobs for a worker; waits for one as long as the worker wishes and is not `gone`."""
        rules = await asyncio.to_thread(rules_digest)
        if asked.rules != rules:
            raise Refused(
                "other-rules",
                f"this worker has other rules or bots ({asked.rules}) than this house ({rules}): "
                "install the same version",
            )
        purposes = tuple(
            one for one in PURPOSES if one in asked.purposes and one in worker.purposes.split(",")
        )
        if not purposes:
            raise Forbidden("purposes", f"the key of this worker is for {worker.purposes}")
        loop = asyncio.get_running_loop()
        ends = loop.time() + asked.wait
        found = await self._claim(worker.name, purposes, asked.count)
        if not found:
            await self.workers.seen(worker.name, 0)
        while not found and (left := ends - loop.time()) > 0:
            await self._news(purposes, min(left, POLL_INTERVAL))
            if gone.is_set() or self._closed:
                break
            found = await self._claim(worker.name, purposes, asked.count)
        await self.workers.seen(worker.name, len(found))
        if found:
            self._wake_one(purposes)
        return Parcels(found, LEASE / 1000)

    def wake(self) -> None:
        """There may be a job: let the worker that has waited longest for each purpose look for it."""
        for purposes in self._waiting:
            self._wake_one(purposes)

    def stop(self) -> None:
        """Let nobody wait any longer: the house closes."""
        self._closed = True
        for queue in self._waiting.values():
            while queue:
                self._wake_first(queue)

    def _wake_one(self, purposes: tuple[str, ...]) -> None:
        """Let one of the workers that wait for the same look for jobs."""
        queue = self._waiting.get(purposes)
        if queue:
            self._wake_first(queue)

    def _wake_first(self, queue: deque[asyncio.Future[None]]) -> None:
        waiting = queue.popleft()
        if not waiting.done():
            waiting.set_result(None)

    async def _news(self, purposes: tuple[str, ...], seconds: float) -> None:
        """Wait until there may be a job."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._waiting.setdefault(purposes, deque())
        queue.append(waiting)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await waiting
        with contextlib.suppress(ValueError):
            queue.remove(waiting)

    async def _claim(self, name: str, purposes: tuple[str, ...], count: int) -> list[Parcel]:
        found: list[Parcel] = []
        for purpose in purposes:
            while len(found) < count:
                parcel = await self._claim_one(name, purpose)
                if parcel is None:
                    break
                if parcel.ticket:
                    found.append(parcel)
        return found

    async def _claim_one(self, name: str, purpose: str) -> Parcel | None:
        """The next job of a purpose, or None; without a ticket if nobody needs it any more."""
        budget = self.budgets[purpose]
        ticket = f"{milliseconds():x}-{secrets.token_hex(8)}"
        lease = min(LEASE, int(budget.seconds * 1000))
        kept = KEPT[MOVE if purpose == BOTS else ANALYSE]
        job = await self.workers.claim(name, ticket, lease, _WHICH[purpose], budget.at_once, kept)
        if job is None:
            return None
        parcel = Parcel(
            ticket=ticket,
            purpose=purpose,
            match=self._tokens.alias(job.table),
            seat=job.seat,
            seconds=budget.seconds,
        )
        try:
            table = await self._table(job.table, job.base)
            match = table.match
            if match is None or (purpose == BOTS and not waits_for(table, job)):
                await self._store.append(Batch(done=[job.id]))
                parcel.ticket = ""
                return parcel
            parcel.record = bare_record(match)
            parcel.edition = edition_text(match.game.name, match.setup.edition.label)
        except Unavailable:
            raise
        except LudotecaError as error:
            LOG.error("a job cannot be handed out: %s", error)
            await self._leave_to_the_house(job)
            parcel.ticket = ""
            return parcel
        if purpose == BOTS:
            parcel.level = msgspec.json.decode(job.body, type=MoveBody).level
            parcel.wish = table.wish_for(parcel.level)
            parcel.plainly = job.tries > TRIES
        else:
            parcel.effort = msgspec.json.decode(job.body, type=AnalyseBody).effort
        return parcel

    async def renew(self, worker: RemoteWorkerRow, tickets: list[str]) -> list[str]:
        """Give a worker more time for its jobs; those that it holds no longer."""
        lost = []
        now = milliseconds()
        for ticket in tickets:
            job = await self.workers.held(worker.name, ticket)
            until = min(now + LEASE, _taken_at(ticket) + self._most(job)) if job is not None else 0
            if job is None or until <= now or not await self.workers.extend(worker.name, ticket, until):
                lost.append(ticket)
        return lost

    def _most(self, job: JobRow) -> int:
        """Milliseconds that a worker may hold a job."""
        return int(self.budgets[BOTS if job.kind == MOVE else ANALYSES].seconds * 1000)

    # Taking in

    async def submit(self, worker: RemoteWorkerRow, sent: Submit) -> None:
        """Take in what came of a job. What is wrong is refused, counted, and left to the house's workers."""
        async with self._taking_in.turn(sent.ticket):  # what is sent twice at once counts once
            await self._take_in(worker, sent)

    async def _take_in(self, worker: RemoteWorkerRow, sent: Submit) -> None:
        job = await self.workers.held(worker.name, sent.ticket)
        if job is None:
            raise LeaseOver
        if sent.given_back:
            await self.workers.give_back(job)
            self._wake()
            return
        if sent.error:
            LOG.warning("worker %s could not do a job: %s", worker.name, sent.error)
            await self._leave_to_the_house(job)
            return
        try:
            text = await self._judged(job, sent)
        except Refused as error:
            LOG.warning("worker %s sent something wrong: %s", worker.name, error)
            await self.workers.erred(worker.name, MOST_FAULTS)
            await self._leave_to_the_house(job)
            raise Malformed("wrong", f"this is wrong, and was counted as a fault: {error}") from error
        seconds = min(sent.seconds, (milliseconds() - _taken_at(sent.ticket)) / 1000)
        await self._deliver(job, Result(text, seconds=seconds))
        await self.workers.did(worker.name)
        if job.kind == ANALYSE and self._tokens.chosen(sent.ticket, self.sample):
            await self._have_checked(worker.name, job)
        self._wake()

    async def _judged(self, job: JobRow, sent: Submit) -> str:
        """What a worker sent, if it can be right; otherwise raises the reason."""
        table = await self._table(job.table, job.base)
        if job.kind == MOVE:
            if waits_for(table, job):
                judge_choice(table, job.seat, sent.text)
            return sent.text
        assert table.match is not None
        return await asyncio.to_thread(fitting_analysis, table.match, sent.packed)

    async def _leave_to_the_house(self, job: JobRow) -> None:
        """Let the house's own workers do a job; if none does, others may after a while."""
        await self.workers.give_back(job, milliseconds() + KEPT[job.kind])
        self._wake()

    # Checking

    async def _have_checked(self, name: str, job: JobRow) -> None:
        """Let the house's own workers compute an analysis again."""
        effort = msgspec.json.decode(job.body, type=AnalyseBody).effort
        body = msgspec.json.encode(AnalyseBody(effort, name)).decode()
        check = JobRow(f"{CHECK} {job.table}", CHECK, job.table, job.base, -1, body, milliseconds(), rank=2)
        await self._store.append(Batch(jobs=[check]))
        self._wake()

    async def compare(self, job: JobRow, result: Result) -> None:
        """Compare what the house computed with what a worker had found; the house is right."""
        if result.partly:
            return
        claimed = await self._store.finding(job.table, ANALYSE)
        if claimed is None or result.error or result.stale or same_analysis(claimed, result.text):
            await self._store.append(Batch(done=[job.id]))
            return
        name = msgspec.json.decode(job.body, type=AnalyseBody).worker
        LOG.warning("worker %s sent a wrong analysis of table %s", name, job.table)
        await self.workers.erred(name, MOST_FAULTS)
        await self._deliver(msgspec.structs.replace(job, kind=ANALYSE), result)


_WHICH: Final = {
    BOTS: f"kind = '{MOVE}' and body in ("
    + ", ".join(f"'{msgspec.json.encode(MoveBody(level)).decode()}'" for level in (*LEVELS, RANDOM))
    + ")",
    ANALYSES: f"kind = '{ANALYSE}'",
}
"""The jobs of each purpose: bots of one's own stay in the house, which alone has their programs."""


def _taken_at(ticket: str) -> int:
    """When a job was handed out, in milliseconds since 1970."""
    return int(ticket.partition("-")[0], 16)


def fitting_analysis(match: Match, packed: str) -> str:
    """An analysis as JSON if it fits a match: its decisions, its result, and for every decision only what
    could be done instead. What follows from the judgements is computed here.
    """
    assert match.result is not None
    try:
        sent = _SENT.decode(unpack(packed))
    except (ValueError, msgspec.DecodeError) as error:
        raise Malformed("malformed", f"this is no analysis: {error}") from None
    story = moments(match)
    if [(one.line, one.seat, one.action) for one in sent.decisions] != [
        (moment.line, moment.seat, moment.action.text) for moment in story
    ]:
        raise Malformed("malformed", "these are not the decisions of the match")
    seats = match.setup.seats
    if not _alike(sent.payoffs, list(match.result.payoffs())):
        raise Malformed("malformed", "this is not the result of the match")
    for one, moment in zip(sent.decisions, story, strict=True):
        if {len(one.known), len(one.truth), len(one.decided)} != {seats}:
            raise Malformed("malformed", "every seat has a chance")
        if not all(-TOLERANCE <= chance <= 1 + TOLERANCE for chance in one.known + one.truth + one.decided):
            raise Malformed("malformed", "a chance is from 0 to 1")
        options = {action.text for action in moment.before.choices}
        if any(other.action not in options for other in one.alternatives):
            raise Malformed("malformed", "what it compares could not be done then")
        if any(abs(figure) > LARGEST for figure in _figures(one)):
            raise Malformed("malformed", "no figure of an analysis is so large")
    told: dict[str, Any] = msgspec.to_builtins(sent)
    return msgspec.json.encode(Analysis.from_data(told).data()).decode()


def _figures(judgement: Judgement) -> Iterator[float]:
    """What a judgement says in numbers, apart from the chances."""
    yield from (judgement.regret, judgement.stake, judgement.options, judgement.turn)
    for one in judgement.alternatives:
        yield from (one.gain, one.error, one.points, one.points_error, one.even)
        yield from (size for _, size in one.reasons)


def same_analysis(one: str, other: str) -> bool:
    """Whether two analyses of a match say the same of every decision."""
    first, second = (msgspec.to_builtins(_SENT.decode(text)) for text in (one, other))
    return _alike(first, second)


def _alike(one: Any, other: Any) -> bool:
    """Whether two values say the same, as far as machines agree about the last digit."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return isclose(one, other, abs_tol=TOLERANCE)
    return bool(one == other)
