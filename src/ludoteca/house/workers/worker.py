"""A worker process: reads jobs from its standard input, does them, writes the results to standard output.

It reads the tables it needs from the store and keeps them between jobs; a worker that has no store gets
parcels, each with the record of its match. It never writes to the store: the worker pool does. It ends when
its input ends.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any, Final

import msgspec

from ludoteca.bots.bot import Bot, Random
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import LEVELS, bot_for
from ludoteca.bots.playing import perspective_in
from ludoteca.house.store.driver import Connection, ConnectionLost
from ludoteca.house.store.rows import MOVE, JobRow
from ludoteca.house.store.store import driver_for, read_events
from ludoteca.house.table.own_edition import edition_text, load_with_edition
from ludoteca.house.table.table import Table
from ludoteca.house.workers.parcel import ANALYSES, Parcel, open_match
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import EVERYONE
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

MEMORY: Final = 24 * 2**20
"""Bytes of tables that are kept between jobs."""
PATIENCE: Final = 10.0
RANDOM: Final = "random"
UNEVENLY: Final = 0.1
"""The share of its time by which a bot that goes by the clock may take longer: a search ends a bit late."""
EVEN_STEP: Final = 0.1
"""Seconds: where its time would tell what it has in its hand, a bot that takes as long as it needs answers
after a whole number of these.
"""
ANALYSTS: Final = min(2, os.cpu_count() or 1)
"""How many processes share an analysis: somebody waits for it."""
TELL_INTERVAL: Final = 2.0
"""Seconds between two reports of what a slow job has found so far."""


class Hello(msgspec.Struct):
    """The first line of input: the address of the store; empty if there is none."""

    where: str


class Task(msgspec.Struct, tag="job"):
    """Every other line: a job. `plainly` lets the simplest bot make a move."""

    job: JobRow
    plainly: bool = False


class Result(msgspec.Struct):
    """A line of output. `stale`: the table has changed and nobody needs the job any more. `partly`: the job
    goes on; this is what was found so far.
    """

    text: str = ""
    stale: bool = False
    error: str = ""
    partly: bool = False
    seconds: float = 0.0
    """How long the worker was busy with it."""
    fault: str = ""
    """What a bot of one's own did wrong with this move."""


Tell = Callable[[str], None]
"""Takes what a job has found so far, as JSON."""


class MoveBody(msgspec.Struct):
    """The body of a `move` job."""

    level: str


class AnalyseBody(msgspec.Struct):
    """The body of an `analyse` job, or of a `check` of what a worker elsewhere found."""

    effort: str = "quick"
    worker: str = ""
    """The worker whose analysis is checked."""


class Stale(Exception):
    """The table has changed since the job was made."""


class Workspace:
    """The tables and bots that a worker keeps between jobs."""

    def __init__(self, where: str) -> None:
        self._driver = driver_for(where, guarded=False) if where else None
        self._connection: Connection | None = None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bots: dict[tuple[str, int], tuple[str, Bot]] = {}
        """The level and the bot of each seat."""

    def table(self, table_id: str) -> Table:
        """The table as it is in the store."""
        known = self._tables.get(table_id)
        if known is None:
            found = self._read(lambda connection: load_with_edition(connection, table_id))
            if found is None:
                raise Stale
            known = self._tables[table_id] = Table.rebuild(*found)
        else:
            after = known.seq
            try:
                for row in self._read(lambda connection: read_events(connection, table_id, after)):
                    known.apply(row)
            except Exception:
                del self._tables[table_id]
                raise
        self._tables.move_to_end(table_id)
        self._make_room()
        return known

    def _make_room(self) -> None:
        """Forget the tables, and their bots, that had no job for longest."""
        weight = sum([table.weigh() for table in self._tables.values()])
        while weight > MEMORY and len(self._tables) > 1:
            gone, table = self._tables.popitem(last=False)
            weight -= table.weigh()
            for seat in range(len(table.seats)):
                self._bots.pop((gone, seat), None)

    def bot(self, game: Game[Any], table_id: str, seat: int, level: str) -> Bot:
        """The bot of a seat, which may remember its earlier thoughts."""
        known = self._bots.get((table_id, seat))
        if known is None or known[0] != level:
            known = self._bots[table_id, seat] = level, bot_of_level(game, level)
        return known[1]

    def close(self) -> None:
        """Let go of the connection to the store, until it is needed again."""
        if self._connection is not None:
            with contextlib.suppress(ConnectionLost):
                self._connection.close()
            self._connection = None

    def _read(self, work: Callable[[Connection], Any]) -> Any:
        expires = time.monotonic() + PATIENCE
        while True:
            try:
                if self._connection is None:
                    assert self._driver is not None, "this worker has no store"
                    self._connection = self._driver.connect()
                return work(self._connection)
            except ConnectionLost:
                self.close()
                if time.monotonic() > expires:
                    raise
                time.sleep(0.2)


def bot_of_level(game: Game[Any], level: str) -> Bot:
    """The bot of a level."""
    return bot_for(game, level) if level in LEVELS else make_bot(level)


def move(workspace: Workspace, job: JobRow, plainly: bool = False) -> Result:
    """The choice of a bot for a seat of a table."""
    table = workspace.table(job.table)
    match = table.match
    if match is None or table.match_seq != job.base or table.awaited != job.seat:
        raise Stale
    level = msgspec.json.decode(job.body, type=MoveBody).level
    bot = Random() if plainly else workspace.bot(table.game, table.id, job.seat, level)
    return choice_of(bot, match, job.seat, table.wish_for(level))


def choice_of(bot: Bot, match: Match, seat: int, wish: int) -> Result:
    """What a bot chooses for the seat that is awaited. One that goes by the clock takes its time also where
    it has nothing to weigh, and others take theirs evenly: an answer that comes at once, or after twice as
    long, would tell what it has in its hand.
    """
    source = Stream(int.from_bytes(os.urandom(7), "big"), f"bot {seat}")
    before, began = len(bot.trouble()), time.monotonic()
    perspective = perspective_in(match, seat, source, wish)
    chosen = bot.choose(perspective, source)
    took = time.monotonic() - began
    due = bot.seconds_for(perspective)
    if not due and not isinstance(bot, Random) and time_tells(match, chosen):
        due = EVEN_STEP * ceil(took / EVEN_STEP)
    pause = max(0.0, due - took) + random.uniform(0.0, UNEVENLY * due)
    time.sleep(pause)
    faults = [fault.sentence for fault in bot.trouble()[before:]]
    return Result(chosen.text, fault="; ".join(faults), seconds=pause)


def time_tells(match: Match, chosen: Action) -> bool:
    """Whether others could read from the time that an answer takes what is hidden from them: nobody else may
    see the answer, or its seat is asked whether or not it has a choice.
    """
    state = match.state
    step = state.step
    asked_anyway = step.insists and len(step.candidates(state)) > 1
    return asked_anyway or step.audience(state, chosen) != EVERYONE


def analyse(workspace: Workspace, job: JobRow, tell: Tell) -> str:
    """The analysis of a finished match, as JSON; what was found so far is told every few seconds."""
    match = workspace.table(job.table).match
    if match is None or match.result is None:
        raise Stale
    return analysis_of(match, msgspec.json.decode(job.body, type=AnalyseBody).effort, tell)


def analysis_of(match: Match, called: str, tell: Tell) -> str:
    """The same, of a match at hand."""
    from ludoteca.analysis import Analysis
    from ludoteca.analysis import analyse as study
    from ludoteca.analysis.effort import effort_called

    effort = effort_called(called, match.game.name)
    told = time.monotonic()

    def so_far(found: Callable[[], Analysis], total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= TELL_INTERVAL:
            tell(msgspec.json.encode({**found().data(), "total": total}).decode())
            told = time.monotonic()

    text = edition_text(match.game.name, match.setup.edition.label)
    with tempfile.TemporaryDirectory() as folder:  # the analysts are processes of their own
        file = Path(folder, "edition.toml") if text else None
        if file is not None:
            file.write_bytes(text.encode())
        found = study(match, effort, workers=ANALYSTS, edition=file, so_far=so_far)
    return msgspec.json.encode(found.data()).decode()


def hint(workspace: Workspace, job: JobRow, tell: Tell) -> str:
    """What the seat that decides should do, by what it knows."""
    from ludoteca.analysis.coach import advise
    from ludoteca.analysis.effort import effort_called

    match, seat = awaited_by(workspace, job)
    if match.actor != seat:
        raise Stale
    source = Stream(job.base, "coach")
    effort = effort_called("quick", match.game.name)
    return msgspec.json.encode(advise(perspective_in(match, seat, source), effort, source).data()).decode()


def word(workspace: Workspace, job: JobRow, tell: Tell) -> str:
    """What is to be said about a decision just made, in every language; nothing if it was good."""
    from ludoteca.analysis.coach import CoachWords, second_thoughts
    from ludoteca.analysis.effort import effort_called
    from ludoteca.analysis.judge import Judge
    from ludoteca.analysis.moments import moments
    from ludoteca.bots.bot import Perspective

    match, seat = awaited_by(workspace, job)
    story = moments(match)
    if not match.undoable(seat) or not story or story[-1].seat != seat:
        raise Stale
    source = Stream(job.base, "coach")
    judge = Judge(match.game, replace(effort_called("quick", match.game.name), proofs=1), 1)
    rival = second_thoughts(judge, story[-1], source)
    said: dict[str, str] = {}
    if rival is not None:
        before = Perspective(match.game, story[-1].before, seat, source)
        data = {"action": rival.action, "gain": rival.gain, "points": rival.points}
        for language in match.game.languages():
            said[language] = CoachWords(before, match.speaker(language), source).word(data)
    return msgspec.json.encode({"said": said}).decode()


def awaited_by(workspace: Workspace, job: JobRow) -> tuple[Match, int]:
    """The match that a coach is asked about, and the seat; the kind of the job names them: `hint 12 0`."""
    table = workspace.table(job.table)
    match = table.match
    if match is None or table.match_seq != job.base:
        raise Stale
    return match, int(job.kind.split()[-1])


HANDLERS: Final[dict[str, Callable[[Workspace, JobRow, Tell], str]]] = {
    "analyse": analyse,
    "check": analyse,
    "hint": hint,
    "word": word,
}
"""Who does which kind of job, other than a move, by the first word of the kind. The result is JSON."""


def keep_to_oneself(text: str) -> None:
    """Tells nobody."""


def do_job(workspace: Workspace, task: Task, tell: Tell = keep_to_oneself) -> Result:
    """Do one job."""
    try:
        if task.job.kind == MOVE:
            return move(workspace, task.job, task.plainly)
        handler = HANDLERS.get(task.job.kind.partition(" ")[0])
        if handler is None:
            return Result(error=f"no worker knows how to {task.job.kind}")
        return Result(handler(workspace, task.job, tell))
    except Stale:
        return Result(stale=True)
    except Exception as error:
        return Result(error=f"{type(error).__name__}: {error}")


def do_parcel(workspace: Workspace, parcel: Parcel) -> Result:
    """Do a job whose match came with it."""
    try:
        match = open_match(parcel)
        if parcel.purpose == ANALYSES:
            return Result(analysis_of(match, parcel.effort, keep_to_oneself))
        if parcel.level not in (*LEVELS, RANDOM):  # a bot of one's own could be any program
            raise LudotecaError(f"no worker elsewhere plays as {parcel.level}")
        plain = parcel.plainly or parcel.level == RANDOM
        bot = Random() if plain else workspace.bot(match.game, parcel.match, parcel.seat, parcel.level)
        return choice_of(bot, match, parcel.seat, parcel.wish)
    except Exception as error:
        return Result(error=f"{type(error).__name__}: {error}")


def spent() -> float:
    """The processor time of this process and of those it waited for."""
    return sum(os.times()[:4])


def main() -> None:
    """Do jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # the server, which people wait for, goes first
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    sys.stdout = sys.stderr
    lines = iter(sys.stdin.buffer.readline, b"")
    workspace = Workspace(msgspec.json.decode(next(lines), type=Hello).where)
    decoder: msgspec.json.Decoder[Task | Parcel] = msgspec.json.Decoder(Task | Parcel)
    encoder = msgspec.json.Encoder()
    out.write(encoder.encode(Result()) + b"\n")

    def tell(text: str) -> None:
        out.write(encoder.encode(Result(text, partly=True)) + b"\n")

    for line in lines:
        began = spent()
        work = decoder.decode(line)
        result = do_parcel(workspace, work) if isinstance(work, Parcel) else do_job(workspace, work, tell)
        result.seconds += spent() - began
        out.write(encoder.encode(result) + b"\n")


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):  # the pool is gone
        main()
