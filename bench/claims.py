"""Whether the mistakes that an analysis claims are mistakes: what was done and what is said to be better are
both played to the end of the match, many times, in the same imagined worlds and with the same luck.

    python bench/claims.py bosa --matches 10 --plays 400 --records build/accuracy

analyses the matches that `bench/accuracy.py` plays and checks the claims of each (`--most` of them, drawn at
random). A claim is confirmed if the other line did better on average, in points or in matches won, and not
worse in the other beyond two standard errors. What was found is kept: run again, it goes on where it stopped.
Several processes may share the work, each with its `--part`, such as 3/16.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import click
from accuracy import played

from ludoteca.analysis import EFFORTS, analyse
from ludoteca.analysis.effort import effort_called
from ludoteca.analysis.futures import Futures, Outcome
from ludoteca.analysis.judge import BEYOND, SEEDS, Judgement, mean_and_error
from ludoteca.analysis.moments import Moment, moments
from ludoteca.analysis.report import grade_of
from ludoteca.bots.bot import Perspective
from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

TO_THE_END: Final = 1000
"""More turns than any match has."""


@dataclass(frozen=True, slots=True)
class Check:
    """A claim and what the play-outs say of it: how much more often the other line won and how many points
    more it made, each with its standard error.
    """

    line: int
    level: str
    grade: str
    action: str
    better: str
    claimed: float
    gain: float
    error: float
    points: float
    points_error: float

    @property
    def confirmed(self) -> bool:
        good = self.gain > 0.0 or self.points > 0.0
        return good and self.gain >= -BEYOND * self.error and self.points >= -BEYOND * self.points_error

    @property
    def refuted(self) -> bool:
        """Whether what was done is better beyond two standard errors."""
        return self.gain < -BEYOND * self.error or self.points < -BEYOND * self.points_error


def checks_of(match: Match, effort: str, plays: int, most: int, kept: Path) -> list[Check]:
    """The claims of an analysis, checked; those that were checked before are read."""
    done = [Check(**json.loads(line)) for line in lines_of(kept)]
    if kept.with_suffix(".done").exists():
        return done
    analysis = analyse(match, effort_called(effort, match.game.name))
    claims = [judgement for judgement in analysis.judgements if grade_of(judgement)]
    luck = Stream(1, "which")
    while len(claims) > most:
        del claims[luck.below(len(claims))]
    story = {moment.line: moment for moment in moments(match)}
    known = {check.line for check in done}
    for claim in claims:
        if claim.line not in known:
            done.append(checked(match, claim, story[claim.line], plays))
            with kept.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(done[-1])), file=file)
    kept.with_suffix(".done").touch()
    return done


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def checked(match: Match, claim: Judgement, moment: Moment, plays: int) -> Check:
    """Both lines to the end. Of what was done, the rest of the turn counts as it was played or as the
    evaluation would play it, whichever is better.
    """
    game = match.game
    best = claim.best
    assert best is not None
    lines: list[tuple[Action, ...]] = [(game.catalogue.parse(best.action),), (moment.action,)]
    if moment.rest:
        lines.append((moment.action, *moment.rest))
    futures = Futures(game, TO_THE_END)
    source = Stream(2, f"claim {claim.line}")
    perspective = Perspective(game, moment.before, moment.seat, source)
    weights: list[float] = []
    outcomes: list[list[Outcome]] = [[] for _ in lines]
    for _ in range(plays):
        world = perspective.imagine(source)
        weights.append(perspective.likelihood(world))
        luck = source.below(SEEDS)
        for line, found in zip(lines, outcomes, strict=True):
            found.append(futures.after(world, line, luck, 0))
    done = max(outcomes[1:], key=lambda found: mean_and_error([one.worth for one in found], weights)[0])
    pairs = list(zip(outcomes[0], done, strict=True))
    gain, error = mean_and_error([one.chance - other.chance for one, other in pairs], weights)
    points, points_error = mean_and_error([one.points - other.points for one, other in pairs], weights)
    return Check(
        line=claim.line,
        level=match.names[moment.seat],
        grade=grade_of(claim),
        action=claim.action,
        better=best.action,
        claimed=claim.severity,
        gain=round(gain, 4),
        error=round(error, 4),
        points=round(points, 3),
        points_error=round(points_error, 3),
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--matches", type=int, default=10)
    asked.add_argument("--plays", type=int, default=400)
    asked.add_argument("--most", type=int, default=1000, help="claims of a match that are checked")
    asked.add_argument("--effort", default="quick", choices=EFFORTS)
    asked.add_argument("--master", default="level:master", help="the bot that plays for the master")
    asked.add_argument("--records", type=Path, default=Path("build/accuracy"))
    asked.add_argument("--part", default="0/1", help="which share of the matches, such as 3/16")
    words = asked.parse_args()
    words.records.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, words.part.split("/"))
    found: list[Check] = []
    with click.progressbar(range(part, words.matches, parts), label=words.game, file=sys.stderr) as numbers:
        for number in numbers:
            match = played(words.game, number, words.records, words.master)
            kept = words.records / f"{words.game}-{number}-{words.effort}.claims"
            found += checks_of(match, words.effort, words.plays, words.most, kept)
    print("| grade | claims | confirmed | not | refuted beyond two errors |\n|---|---|---|---|---|")
    for grade in ("blunder", "mistake", "inaccuracy", ""):
        some = [check for check in found if check.grade == grade or not grade]
        sure = sum(check.confirmed for check in some)
        wrong = sum(check.refuted for check in some)
        print(f"| {grade or 'all'} | {len(some)} | {sure} | {len(some) - sure} | {wrong} |")


if __name__ == "__main__":
    main()
