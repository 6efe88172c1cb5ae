"""What a worker process does: reads jobs from its input, thinks, writes what it found to its output.

It rebuilds the tables it needs from the store by itself and keeps them between jobs. It writes nothing to
the store: whoever gave it the job delivers the result. It ends when its input ends.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import msgspec

from ludoteca.bots.bot import Bot, Random
from ludoteca.bots.levels import LEVELS, bot_for
from ludoteca.bots.table import make_bot, perspective_in
from ludoteca.house.store.driver import Link, Lost
from ludoteca.house.store.rows import MOVE, JobRow
from ludoteca.house.store.store import driver_for, load, read_events
from ludoteca.house.table.table import Table
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream

TABLES: Final = 100
PATIENCE: Final = 10.0
RANDOM: Final = "random"

HANDLERS: Final = {"analyse": "ludoteca.house.workers.worker:analyse"}
"""Who does which kind of job that is no move: `module:function`, called with the bench and the job. It
returns what it found as JSON.
"""


class Hello(msgspec.Struct):
    """The first line of input: where the store is."""

    where: str


class Task(msgspec.Struct):
    """Every other line: a job; `plainly` asks a bot's move of the simplest bot there is."""

    job: JobRow
    plainly: bool = False


class Result(msgspec.Struct):
    """A line of output. `stale`: the table has moved on and nobody needs the job any more."""

    text: str = ""
    stale: bool = False
    error: str = ""


class MoveBody(msgspec.Struct):
    """What a `move` job says."""

    level: str


class AnalyseBody(msgspec.Struct):
    """What an `analyse` job says."""

    effort: str = "quick"


class Stale(Exception):
    """The table is no longer as the job means it."""


class Bench:
    """A worker's tables and bots."""

    def __init__(self, where: str) -> None:
        self._driver = driver_for(where, guarded=False)
        self._link: Link | None = None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def table(self, table_id: str) -> Table:
        """The table as it is in the store."""
        known = self._tables.get(table_id)
        if known is None:
            found = self._read(lambda link: load(link, table_id))
            if found is None:
                raise Stale
            known = self._tables[table_id] = Table.rebuild(*found)
        else:
            after = known.seq
            try:
                for row in self._read(lambda link: read_events(link, table_id, after)):
                    known.apply(row)
            except Exception:
                del self._tables[table_id]
                raise
        self._tables.move_to_end(table_id)
        while len(self._tables) > TABLES:
            self._tables.popitem(last=False)
        return known

    def bot(self, game: Game[Any], table_id: str, seat: int, level: str) -> Bot:
        """The bot of a seat, which may remember what it thought before."""
        key = (table_id, seat, level)
        bot = self._bots.pop(key, None) or make_player(game, level)
        self._bots[key] = bot
        while len(self._bots) > 2 * TABLES:
            self._bots.popitem(last=False)
        return bot

    def _read(self, work: Callable[[Link], Any]) -> Any:
        expires = time.monotonic() + PATIENCE
        while True:
            try:
                if self._link is None:
                    self._link = self._driver.connect()
                return work(self._link)
            except Lost:
                self._link = None
                if time.monotonic() > expires:
                    raise
                time.sleep(0.2)


def make_player(game: Game[Any], level: str) -> Bot:
    """The bot of a level."""
    return bot_for(game, level) if level in LEVELS else make_bot(level)


def move(bench: Bench, job: JobRow, plainly: bool = False) -> str:
    """The choice of a bot for a seat of a table."""
    table = bench.table(job.table)
    match = table.match
    if match is None or table.moved != job.base or table.awaited != job.seat:
        raise Stale
    level = msgspec.json.decode(job.body, type=MoveBody).level
    bot = Random() if plainly else bench.bot(table.game, table.id, job.seat, level)
    source = Stream(int.from_bytes(os.urandom(7), "big"), f"bot {job.seat}")
    return bot.choose(perspective_in(match, job.seat, source), source).text


def analyse(bench: Bench, job: JobRow) -> str:
    """What a finished match was about."""
    from ludoteca.analysis import analyse as study
    from ludoteca.analysis.effort import effort_called

    match = bench.table(job.table).match
    if match is None or match.result is None:
        raise Stale
    effort = effort_called(msgspec.json.decode(job.body, type=AnalyseBody).effort)
    return msgspec.json.encode(study(match, effort).data()).decode()


def carry_out(bench: Bench, task: Task) -> Result:
    """Do one job."""
    try:
        if task.job.kind == MOVE:
            return Result(move(bench, task.job, task.plainly))
        where = HANDLERS.get(task.job.kind)
        if where is None:
            return Result(error=f"no worker knows how to {task.job.kind}")
        module, _, name = where.partition(":")
        handler: Callable[[Bench, JobRow], str] = getattr(import_module(module), name)
        return Result(handler(bench, task.job))
    except Stale:
        return Result(stale=True)
    except Exception as error:
        return Result(error=f"{type(error).__name__}: {error}")


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # whoever serves people goes first
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    sys.stdout = sys.stderr
    lines = iter(sys.stdin.buffer.readline, b"")
    bench = Bench(msgspec.json.decode(next(lines), type=Hello).where)
    decoder = msgspec.json.Decoder(Task)
    encoder = msgspec.json.Encoder()
    out.write(encoder.encode(Result()) + b"\n")
    for line in lines:
        out.write(encoder.encode(carry_out(bench, decoder.decode(line))) + b"\n")


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):  # whoever gave the jobs is gone
        main()
