"""What the benches of the analysis share: the matches they look at, and how these are asked for.

What a bench finds out about a match is kept beside its record: run again, it goes on where it stopped.
Several processes may share the work, each with its `--part`, such as 3/16.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click

from ludoteca.analysis import EFFORTS, Analysis, analyse
from ludoteca.analysis.effort import Effort, effort_called
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import LEVELS, MASTER
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay

PLAYERS: Final = ("random", *LEVELS)
SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Analysed:
    """A match with its analysis, and the processor seconds that took: until something was found, and all."""

    match: Match
    analysis: Analysis
    first: float
    seconds: float


def questions(about: str | None, records: str) -> argparse.ArgumentParser:
    """What every bench that goes through matches can be asked."""
    asked = argparse.ArgumentParser(description=about)
    asked.add_argument("game")
    asked.add_argument("--matches", type=int, default=10)
    asked.add_argument("--first", type=int, default=0, help="the number of the first match")
    asked.add_argument("--records", type=Path, default=Path(records))
    asked.add_argument("--part", default="0/1", help="which share of the matches, such as 3/16")
    return asked


def questions_of_analysis(about: str | None) -> argparse.ArgumentParser:
    """The same, where the matches are analysed."""
    asked = questions(about, "build/accuracy")
    asked.add_argument("--effort", default="quick", choices=EFFORTS)
    asked.add_argument("--master", default="level:master", help="the bot that plays for the master")
    return asked


def numbers(words: argparse.Namespace) -> Iterator[int]:
    """The numbers of the matches that were asked for, with a bar that shows how far they are done."""
    words.records.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, words.part.split("/"))
    wanted = range(words.first + part, words.first + words.matches, parts)
    with click.progressbar(wanted, label=words.game, file=sys.stderr) as bar:
        yield from bar


def played(words: argparse.Namespace, number: int) -> Match:
    """The match of a number, from the folder if it was played before. Seats are named after their bots."""
    game = load(words.game)
    path = words.records / f"{words.game}-{number}.record"
    if path.exists():
        return replay(game, read_record(path.read_text(encoding="utf-8")))
    seated = [PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(SEATS)]
    match = Match(game, game.setup(SEATS), Seeded(1000 + number), seated)
    texts = {"random": "random", MASTER: words.master}
    play_match(match, [make_bot(texts.get(name, f"level:{name}")) for name in seated], seed=number)
    path.write_text(match.record().text(), encoding="utf-8")
    return match


def analysed(words: argparse.Namespace, number: int, *, proved: bool = True) -> Analysed:
    """The match of a number with its analysis, from the folder if it was analysed before. It takes less time
    if no claim has to be `proved`.
    """
    match = played(words, number)
    path = words.records / f"{words.game}-{number}-{words.effort}.{'analysis' if proved else 'measured'}"
    if not path.exists():
        effort = effort_called(words.effort, words.game)
        studied = _studied(match, effort if proved else replace(effort, proofs=0))
        path.write_text(json.dumps(studied), encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Analysed(match, Analysis.from_data(kept["analysis"]), kept["first"], kept["seconds"])


def _studied(match: Match, effort: Effort) -> dict[str, Any]:
    """An analysis in one process, with the processor time it took."""
    started = time.process_time()
    told: list[float] = []

    def so_far(found: Callable[[], Analysis], total: int) -> None:
        told.append(time.process_time() - started)

    analysis = analyse(match, effort, so_far=so_far)
    return {"first": told[0], "seconds": time.process_time() - started, "analysis": analysis.data()}
