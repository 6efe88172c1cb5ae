"""How much thinking goes into an analysis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ludoteca.analysis.measures import Measure, measure_of
from ludoteca.kernel.errors import LudotecaError

LONG: Final = 360
"""Decisions of a long match: beyond it every decision gets less thinking."""
LEAST_TRIALS, LEAST_WORLDS = 3, 4


@dataclass(frozen=True, slots=True)
class Effort:
    """For each decision up to `options` are tried in `trials` imagined worlds; the `candidates` that did best
    and the decision made are then compared in `worlds` others. Each future is played to the end of the turn,
    for `turns` of the others and a few more, with the same luck for all. `glances` are the worlds, or
    turns of luck, behind each point of the curves. A claim near the line is proved at most `proofs` times:
    once where somebody waits for the answer, never where nobody reads the claims.
    """

    options: int
    trials: int
    candidates: int
    worlds: int
    turns: int
    glances: int
    proofs: int = 5

    def suited(self, measure: Measure) -> Effort:
        """The same kind of effort, as much of it as a game needs."""
        return replace(
            self,
            options=round(measure.breadth * self.options),
            trials=max(LEAST_TRIALS, round(measure.pace * self.trials)),
            worlds=max(LEAST_WORLDS, round(measure.pace * self.worlds)),
            turns=self.turns + measure.turns,
            glances=max(2, round(measure.pace * self.glances)),
        )

    def spread_over(self, decisions: int) -> Effort:
        """The same for a match of so many decisions: a very long one takes no longer than a long one."""
        if decisions <= LONG:
            return self
        share = LONG / decisions
        return replace(
            self,
            trials=max(LEAST_TRIALS, round(share * self.trials)),
            worlds=max(LEAST_WORLDS, round(share * self.worlds)),
        )


EFFORTS: Final = {
    "quick": Effort(options=10, trials=6, candidates=3, worlds=16, turns=0, glances=4),
    "normal": Effort(options=16, trials=12, candidates=4, worlds=40, turns=1, glances=8),
    "deep": Effort(options=40, trials=32, candidates=5, worlds=120, turns=2, glances=24),
}


def effort_called(name: str, game: str) -> Effort:
    """An effort by its name, as much of it as the game needs."""
    if name not in EFFORTS:
        raise LudotecaError(f"there is no effort “{name}”; there are {', '.join(EFFORTS)}")
    return EFFORTS[name].suited(measure_of(game))
