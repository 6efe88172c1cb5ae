"""Whether the mistakes that an analysis claims are mistakes: what was done and what is said to be better are
both played to the end of the match, many times, in the same imagined worlds and with the same luck.

    python bench/claims.py bosa --matches 10 --plays 400 --records build/accuracy

analyses the matches that `bench/accuracy.py` plays and checks the claims of each (`--most` of them, drawn at
random). A claim is confirmed if the other line did better on average, in points or in matches won, and not
worse in the other beyond two standard errors. A check ends before its last play-out when it shows one line
better by more than four standard errors.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Final

from matches import Analysed, analysed, numbers, questions_of_analysis

from ludoteca.analysis.futures import Futures
from ludoteca.analysis.judge import BEYOND, Judgement, Trials, challenger
from ludoteca.analysis.moments import Moment, moments
from ludoteca.analysis.report import grade_of
from ludoteca.bots.bot import Perspective
from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

TO_THE_END: Final = 1000
"""More turns than any match has."""
LOOK: Final = 40
"""After so many play-outs each a check looks whether it is clear already."""
CLEAR: Final = 4.0


@dataclass(frozen=True, slots=True)
class Check:
    """A claim and what the play-outs say of it: how much more often the other line won and how many points
    more it made, each with its standard error, in so many play-outs.
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
    plays: int

    @property
    def confirmed(self) -> bool:
        good = self.gain > 0.0 or self.points > 0.0
        return good and self.gain >= -BEYOND * self.error and self.points >= -BEYOND * self.points_error

    @property
    def refuted(self) -> bool:
        """Whether what was done is better beyond two standard errors."""
        return self.gain < -BEYOND * self.error or self.points < -BEYOND * self.points_error


def checks_of(found: Analysed, number: int, words: argparse.Namespace) -> list[Check]:
    """The claims of an analysis, checked; those that were checked before are read."""
    kept = words.records / f"{words.game}-{number}-{words.effort}.claims"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    done = [Check(**json.loads(line)) for line in lines]
    known = {check.line for check in done}
    story = {moment.line: moment for moment in moments(found.match)}
    for claim in drawn(found.analysis.judgements, words.most):
        if claim.line not in known:
            done.append(checked(found.match, claim, story[claim.line], words.plays))
            with kept.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(done[-1])), file=file)
    return done


def drawn(judgements: Sequence[Judgement], most: int) -> list[Judgement]:
    """The claims among the judgements; some of them, drawn at random, where there are more than wanted."""
    claims = [judgement for judgement in judgements if grade_of(judgement)]
    luck = Stream(1, "which")
    while len(claims) > most:
        del claims[luck.below(len(claims))]
    return claims


def checked(match: Match, claim: Judgement, moment: Moment, plays: int) -> Check:
    """Both lines to the end. Of what was done, the rest of the turn counts as it was played or as the
    evaluation would play it, whichever is better.
    """
    game = match.game
    best = claim.best
    assert best is not None
    better: Action = game.catalogue.parse(best.action)
    lines: list[tuple[Action, ...]] = [(better,), (moment.action,)]
    if moment.rest:
        lines.append((moment.action, *moment.rest))
    source = Stream(2, f"claim {claim.line}")
    perspective = Perspective(game, moment.before, moment.seat, source)
    futures = Futures(game, TO_THE_END)
    trials = Trials(futures, perspective, lines, min(LOOK, plays), source)
    shown = challenger(futures, moment.before, better, trials)
    while len(trials.weights) < plays and abs(shown.sureness) < CLEAR:
        trials.play(min(LOOK, plays - len(trials.weights)))
        shown = challenger(futures, moment.before, better, trials)
    return Check(
        line=claim.line,
        level=match.names[moment.seat],
        grade=grade_of(claim),
        action=claim.action,
        better=best.action,
        claimed=claim.severity,
        gain=shown.gain,
        error=shown.error,
        points=shown.points,
        points_error=shown.points_error,
        plays=len(trials.weights),
    )


def at_most(wrong: int, count: int) -> float:
    """The share that is wrong at most, with 95 % confidence (Wilson)."""
    z = 1.645
    share = wrong / count
    spread = sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (share + z * z / (2 * count) + z * spread) / (1 + z * z / count)


def main() -> None:
    asked = questions_of_analysis(__doc__)
    asked.add_argument("--plays", type=int, default=400)
    asked.add_argument("--most", type=int, default=1000, help="claims of a match that are checked")
    words = asked.parse_args()
    found = [
        check for number in numbers(words) for check in checks_of(analysed(words, number), number, words)
    ]
    print("| grade | claims | confirmed | not | refuted beyond two errors |\n|---|---|---|---|---|")
    for grade in ("blunder", "mistake", "inaccuracy", ""):
        some = [check for check in found if check.grade == grade or not grade]
        sure = sum(check.confirmed for check in some)
        wrong = sum(check.refuted for check in some)
        print(f"| {grade or 'all'} | {len(some)} | {sure} | {len(some) - sure} | {wrong} |")
    if found:
        wrong = sum(not check.confirmed for check in found)
        print(f"With 95 % confidence at most {100 * at_most(wrong, len(found)):.1f} % are not confirmed.")


if __name__ == "__main__":
    main()
