"""Analysing a match, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from ludoteca.analysis.effort import EFFORTS, Effort
from ludoteca.analysis.judge import Judge, Judgement
from ludoteca.analysis.moments import moments, turns_of
from ludoteca.analysis.report import Analysis, compile_analysis
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

    `progress` is told how many decisions are done and how many there are; `so_far` what was found out, as the
    decisions are judged in their order, with one worker only. Several workers read the match from
    its record, and from the file of its `edition` if it was played with another than the house's.
    """
    if match.result is None:
        raise LudotecaError("only a finished match can be analysed; this one is still being played")
    story = moments(match)
    tell = progress or (lambda done, total: None)
    tell(0, len(story))
    if workers == 1:
        judge = Judge(match.game, effort, seed)
        judgements: list[Judgement] = []
        for turn in turns_of(story):
            judgements.extend(judge.judge_turn(turn))
            tell(len(judgements), len(story))
            if so_far is not None:
                so_far(lambda: compile_analysis(judgements, judgements[-1].decided), len(story))
    else:
        judgements = _shared_out(match, effort, seed, workers, edition, tell, len(story))
    return compile_analysis(judgements, match.result.payoffs())


def _shared_out(
    match: Match, effort: Effort, seed: int, workers: int, edition: Path | None, tell: Progress, total: int
) -> list[Judgement]:
    text = match.record().text()
    parts = min(total, 8 * workers)
    found: dict[int, list[Judgement]] = {}
    with ProcessPoolExecutor(workers) as pool:
        waiting = {
            pool.submit(_judge_some, text, effort, seed, edition, part, parts): part for part in range(parts)
        }
        done = 0
        for job in as_completed(waiting):
            found[waiting[job]] = job.result()
            done += len(found[waiting[job]])
            tell(done, total)
    whole = [judgement for judgements in found.values() for judgement in judgements]
    return sorted(whole, key=lambda judgement: judgement.line)


def _judge_some(
    text: str, effort: Effort, seed: int, edition: Path | None, part: int, parts: int
) -> list[Judgement]:
    """Every `parts`-th turn of a record, from the `part`-th on."""
    record = read_record(text)
    game = load(record.game)
    judge = Judge(game, effort, seed)
    turns = turns_of(moments(replay(game, record, edition=edition)))
    return [judgement for turn in turns[part::parts] for judgement in judge.judge_turn(turn)]
