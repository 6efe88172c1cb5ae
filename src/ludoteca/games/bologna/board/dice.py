"""The five dice as they lie on the table: which are kept, rolled, chosen, used or passed on."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.dice import LETTERS


class Die(NamedTuple):
    """A die. Its `number` stays the same from the roll to the end of the turn."""

    number: int
    face: int
    state: str  # left, kept, rolled, chosen, used or passed


def dice_of(view: BolognaView) -> tuple[Die, ...]:
    """The dice that show a face, from left to right: kept before rolled, chosen before passed on."""
    return _dice(view.left, view.kept, view.rolled, view.todo, view.rest)


def choices_of_three(view: BolognaView) -> dict[str, list[tuple[int, ...]]]:
    """Which dice can be touched for every triple.

    Kept dice must be among the three and need no touch, save in a Feast of Fools (BOL-2.4, BOL-5.41).
    """
    return _triples("", view.kept + view.rolled) if view.fools else _triples(view.kept, view.rolled)


@lru_cache(maxsize=4096)
def _triples(kept: str, rolled: str) -> dict[str, list[tuple[int, ...]]]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for numbers in combinations(range(len(kept), len(kept) + len(rolled)), 3 - len(kept)):
        letters = kept + "".join([rolled[number - len(kept)] for number in numbers])
        found.setdefault("".join(sorted(letters, key=LETTERS.index)), []).append(numbers)
    return found


@lru_cache(maxsize=4096)
def _dice(left: str, kept: str, rolled: str, todo: str, rest: str) -> tuple[Die, ...]:
    if not rolled:
        given = [(face, "kept") for face in kept] or [(face, "left") for face in left]
        return tuple([Die(number, LETTERS.index(face), state) for number, (face, state) in enumerate(given)])
    dice = [
        Die(number, LETTERS.index(face), "kept" if number < len(kept) else "rolled")
        for number, face in enumerate(kept + rolled)
    ]
    return tuple(_sorted_out(dice, list(rest), list(todo)) if rest else dice)


def _sorted_out(dice: list[Die], passed: list[str], unused: list[str]) -> list[Die]:
    """Chosen, used and passed dice told apart; of equal dice the later ones are passed on, or used."""
    there: list[Die] = []
    for die in reversed(dice):
        if LETTERS[die.face] in passed:
            passed.remove(LETTERS[die.face])
            there.insert(0, die._replace(state="passed"))
    gone = {die.number for die in there}
    here: list[Die] = []
    for die in sorted((die for die in dice if die.number not in gone), key=lambda die: die.face):
        ready = LETTERS[die.face] in unused
        if ready:
            unused.remove(LETTERS[die.face])
        here.append(die._replace(state="chosen" if ready else "used"))
    return here + there
