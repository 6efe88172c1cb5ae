"""The decisions of a match, each with the table before it, and the turns they make up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.state import CHANCE, State

LONGEST_REST: Final = 24


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision. `line` is how many lines of the record come before it, `before` the table as it lay then,
    `after` the table when it was made and chance had not spoken yet. `turn` counts the turns of the match;
    `rest` is what the seat decided afterwards in the same turn.
    """

    line: int
    seat: int
    action: Action
    before: State
    after: State
    turn: int = 0
    rest: tuple[Action, ...] = ()


def moments(match: Match) -> list[Moment]:
    """Every decision of a match that was not taken back, in order."""
    found: list[Moment] = []
    presentation = match.game.presentation
    ending = presentation.ending if presentation is not None else ()
    turn = 0
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
        if found and (found[-1].action.verb.name in ending or _told_apart(found[-1], part.seat, before)):
            turn += 1
        found.append(Moment(line, part.seat, part.action, before, state.copy(), turn))
    return _with_rests(found)


def _told_apart(last: Moment, seat: int, now: Any) -> bool:
    """Whether another seat decides, or the same one in another round: nobody else may be left."""
    return last.seat != seat or getattr(last.before, "round", 0) != getattr(now, "round", 0)


def turns_of(story: Sequence[Moment]) -> list[list[Moment]]:
    """The decisions turn by turn."""
    return [list(turn) for _, turn in groupby(story, key=lambda moment: moment.turn)]


def _with_rests(story: list[Moment]) -> list[Moment]:
    """Every decision with those that followed it in the same turn."""
    found: list[Moment] = []
    rest: tuple[Action, ...] = ()
    for moment in reversed(story):
        if found and found[-1].turn != moment.turn:
            rest = ()
        found.append(replace(moment, rest=rest[:LONGEST_REST]))
        rest = (moment.action, *rest)
    return found[::-1]
