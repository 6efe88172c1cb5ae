"""The tables at which the examiner plays: player counts and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Stream, shuffled


class Case:
    """One match to examine: a set-up and the seed of its luck and its players."""

    def __init__(self, setup: Setup, options: Mapping[str, Any], seed: int) -> None:
        self.setup = setup
        self.options = dict(options)
        self.seed = seed

    @property
    def key(self) -> str:
        return f"{self.setup.seats} {sorted(self.options.items())}"


def make_case(game: Game[Any], seats: int, options: Mapping[str, Any], seed: int) -> Case | None:
    """The case, or None where the options contradict each other at this table."""
    try:
        return Case(game.setup(seats, options), options, seed)
    except SetupError:
        return None


def cases(
    game: Game[Any], matches: int, seed: int, counts: Sequence[int], options: Mapping[str, Any] | None
) -> Iterator[Case]:
    """As many cases as asked for: defaults, each option alone off its default, then random combinations."""
    number = 0
    fitting = [seats for seats in counts if make_case(game, seats, options or {}, seed) is not None]
    counts = fitting or [game.setup(counts[0], options).seats]  # the set-up says what is wrong
    for seats, chosen in _tables(game, seed, counts, options):
        if number == matches:
            return
        case = make_case(game, seats, chosen, seed * 1_000_003 + number)
        if case is not None:
            number += 1
            yield case


def _tables(
    game: Game[Any], seed: int, counts: Sequence[int], options: Mapping[str, Any] | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    source = Stream(seed, "tables")
    if options is not None:
        while True:
            yield from ((seats, dict(options)) for seats in counts)
    yield from ((seats, {}) for seats in counts)
    singles = [
        (seats, {option.key: value})
        for option in game.options
        for value in option.examples()
        if value != option.default
        for seats in counts
    ]
    yield from (singles[position] for position in shuffled(list(range(len(singles))), source))
    while True:
        yield from ((seats, {}) for seats in counts)
        for _ in range(3):
            yield from ((seats, _combination(game, source)) for seats in counts)


def _combination(game: Game[Any], source: Stream) -> dict[str, Any]:
    """Every option off its default by the toss of a coin that is itself tossed."""
    odds = 2 + source.below(4)
    chosen: dict[str, Any] = {}
    for option in game.options:
        others = [value for value in option.examples() if value != option.default]
        if others and source.below(odds) == 0:
            chosen[option.key] = others[source.below(len(others))]
    return chosen
