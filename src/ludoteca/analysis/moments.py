"""The decisions of a match, each with the table before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.state import CHANCE, State


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision. `line` is how many lines of the record come before it, `before` the table as it lay then,
    `after` the table when it was made and chance had not spoken yet.
    """

    line: int
    seat: int
    action: Action
    before: State
    after: State


def moments(match: Match) -> list[Moment]:
    """Every decision of a match that was not taken back, in order."""
    found: list[Moment] = []
    state: Any = match.game.start(match.setup)
    state.settle()
    for line, part in enumerate(match.story):
        if not isinstance(part, Entry) or part.undone:
            continue
        if part.seat == CHANCE:
            state.play(part.action)
            continue
        before = state.copy()
        state.play(part.action)
        found.append(Moment(line, part.seat, part.action, before, state.copy()))
    return found
