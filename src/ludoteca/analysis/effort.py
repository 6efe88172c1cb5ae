"""How much thinking goes into an analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteca.kernel.errors import LudotecaError


@dataclass(frozen=True, slots=True)
class Effort:
    """`iterations` of search propose `candidates` for each decision; they and the action taken are compared
    in `worlds` imagined worlds, each played on for `decisions` with the same luck for all. `glances` are the
    worlds, or turns of luck, behind each point of the curves.
    """

    iterations: int
    candidates: int
    worlds: int
    decisions: int
    glances: int


EFFORTS: Final = {
    "quick": Effort(iterations=60, candidates=3, worlds=16, decisions=2, glances=6),
    "normal": Effort(iterations=300, candidates=4, worlds=40, decisions=4, glances=12),
    "deep": Effort(iterations=1500, candidates=5, worlds=120, decisions=6, glances=32),
}


def effort_called(name: str) -> Effort:
    if name not in EFFORTS:
        raise LudotecaError(f"there is no effort “{name}”; there are {', '.join(EFFORTS)}")
    return EFFORTS[name]
