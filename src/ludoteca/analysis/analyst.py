"""Analysing a match, in this process or in several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path

from ludoteca.analysis.effort import EFFORTS, Effort
from ludoteca.analysis.judge import Judge, Judgement
from ludoteca.analysis.moments import Moment, moments, turns_of
from ludoteca.analysis.report import Analysis, compile_analysis
from ludoteca.bots.helper_processes import settle_in
from ludoteca.games import load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay

Progress = Callable[[int, int], None]
Findings = Callable[[Callable[[], Analysis], int], None]
"""Can ask what has been found out so far, and is told how many decisions there are."""


def analyse(
    match: Match,
    effort: Effort = EFFORTS["normal"],
    *,
    seed: int = 1,
    workers: int = 1,
    edition: Path | None = None,
    progress: Progress | None = None,
    so_far: Findings | None = None,
) -> Analysis:
    """Judge every decision of a finished match. The result is the same with any number of workers.

    `progress` is told how many decisions are done and how many there are; `so_far` what was found out, turn
    by turn. Several workers read the match from its record, and from the file of its `edition` if it was
    played with another than the house's.
    """
    if match.result is None:
        raise LudotecaError("only a finished match can be analysed; this one is still being played")
    story = moments(match)
    tell = progress or (lambda done, total: None)
    tell(0, len(story))
    turns = turns_of(story)
    effort = effort.spread_over(len(story))
    judgements: list[Judgement] = []
    with ExitStack() as held:
        if workers == 1:
            judged: Iterator[list[Judgement]] = map(Judge(match.game, effort, seed).judge_turn, turns)
        else:
            pool = held.enter_context(_processes(workers))
            judge = partial(_judge_turn, match.record().text(), effort, seed, edition)
            judged = pool.map(judge, range(len(turns)))
        for found in judged:
            judgements.extend(found)
            tell(len(judgements), len(story))
            if so_far is not None:
                so_far(lambda: compile_analysis(judgements, judgements[-1].decided), len(story))
    return compile_analysis(judgements, match.result.payoffs())


def _processes(count: int) -> ProcessPoolExecutor:
    """Processes that do nothing but judge; whoever people wait for goes first."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_settle_in)


def _settle_in() -> None:
    settle_in()
    if hasattr(os, "nice"):
        os.nice(5)
    with open(os.devnull, "r+b") as nothing:  # or whoever reads what the parent writes would wait for us
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)


def _judge_turn(text: str, effort: Effort, seed: int, edition: Path | None, number: int) -> list[Judgement]:
    """One turn of a record."""
    judge, turns = _read(text, effort, seed, edition)
    return judge.judge_turn(turns[number])


@lru_cache(maxsize=1)
def _read(text: str, effort: Effort, seed: int, edition: Path | None) -> tuple[Judge, list[list[Moment]]]:
    record = read_record(text)
    game = load(record.game)
    return Judge(game, effort, seed), turns_of(moments(replay(game, record, edition=edition)))
