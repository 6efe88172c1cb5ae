"""How a game judges positions: named features, weights fitted from play, chances of winning.

A game's `bot/evaluation.py` counts features; `evaluation.toml` beside it holds what each is worth, at a few
moments of a match, and how these numbers were found. `ludoteca fit` finds them again.
"""

from __future__ import annotations

from math import exp, log
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.network import Network, NetworkFile, read_network
from ludoteca.datafiles.table import Table, read_file

NETWORK_FILE: Final = "network.toml"
TARGETS: Final = ["score", "win"]
_SHORT: Final = 1e-6


def add_feature(features: list[str], name: str) -> int:
    """The place of a new feature in the list of a game's features."""
    features.append(name)
    return len(features) - 1


class Weights:
    """What the features of a game are worth, moment by moment.

    Moments run from 0 to `last`. The file gives weights at some of them, the knots; in between they are
    interpolated. `start` are the weights that fitting begins with, `fitted` those in use. With the target
    `score` a worth is counted in points and `spread` tells how many of them change the odds of winning by a
    factor e; with the target `win` a worth is already the logarithm of the odds. A `network` corrects the
    sum where there is one; `sum_alone` leaves it out, and so does whoever misjudges.
    """

    def __init__(self, names: list[str], last: int, target: str, knots: list[int]) -> None:
        self.names = names
        self.last = last
        self.target = target
        self.knots = knots
        self.start: list[list[float]] = []
        self.fitted: list[list[float]] = []
        self.spread: list[float] = []
        self.start_spread: list[float] = []
        self.origin: dict[str, Any] = {}
        self.rows: list[list[float]] = []
        self.spreads: list[float] = []
        self.network: Network | None = None
        self.sum_alone = False
        self._straight: list[list[float]] = []

    def adopt(self, fitted: list[list[float]], spread: list[float]) -> None:
        """Use these weights from now on: one list a feature, one number a knot."""
        self.fitted = fitted
        self.spread = spread
        self.rows = []
        self.spreads = []
        for moment in range(self.last + 1):
            shares = hats(self.knots, moment)
            self.rows.append([_mixed(values, shares) for values in fitted])
            self.spreads.append(1.0 / _mixed([1.0 / value for value in spread], shares))
        self._straight = self.rows

    def bend(self, factors: list[float]) -> None:
        """Take each feature for so many times its worth until `straighten`, as a player who misjudges it."""
        bent: list[list[float]] = []
        for row in self._straight:
            bent.append([row[number] * factors[number] for number in range(len(row))])
        self.rows = bent

    def straighten(self) -> None:
        """See everything as it is again."""
        self.rows = self._straight

    def kept(self) -> Weights:
        """These weights as they are, to return to."""
        kept = Weights(self.names, self.last, self.target, self.knots)
        kept.judge_by(self)
        return kept

    def judge_by(self, other: Weights) -> None:
        """Weigh by other weights of the same features."""
        self.fitted = other.fitted
        self.spread = other.spread
        self.rows = other.rows
        self.spreads = other.spreads
        self.network = other.network
        self._straight = other._straight

    def worth(self, features: list[float], moment: int) -> float:
        """The features weighed at a moment."""
        row = self.rows[moment]
        total = 0.0
        for number in range(len(row)):
            total += row[number] * features[number]
        network = self.network
        if network is None or self.sum_alone or self.rows is not self._straight:
            return total
        return total + network.correction(features, moment)

    def connect(self, found: NetworkFile) -> None:
        """Use a network from now on."""
        units = range(len(found.out))
        biases: list[list[float]] = []
        for moment in range(self.last + 1):
            shares = hats(self.knots, moment)
            biases.append([_mixed([values[unit] for values in found.biases], shares) for unit in units])
        rows = [[values[unit] for values in found.features] for unit in units]
        self.network = Network(rows, biases, found.out)


def hats(knots: list[int], moment: int) -> list[float]:
    """How much each knot counts at a moment: the two next to it share it by their distance."""
    shares = [0.0] * len(knots)
    if moment <= knots[0]:
        shares[0] = 1.0
    elif moment >= knots[-1]:
        shares[-1] = 1.0
    else:
        after = 1
        while knots[after] < moment:
            after += 1
        part = (moment - knots[after - 1]) / (knots[after] - knots[after - 1])
        shares[after - 1] = 1.0 - part
        shares[after] = part
    return shares


def _mixed(values: list[float], shares: list[float]) -> float:
    total = 0.0
    for number in range(len(values)):
        total += values[number] * shares[number]
    return total


# From worths to chances


def chances(worths: list[float], spread: float) -> list[float]:
    """The chance of each seat to win, by how far its worth lies above the others'."""
    best = worths[0]
    for worth in worths:
        best = max(best, worth)
    total = 0.0
    found: list[float] = []
    for worth in worths:
        odds = exp((worth - best) / spread)
        found.append(odds)
        total += odds
    for seat in range(len(found)):
        found[seat] /= total
    return found


def lead(worths: list[float], seat: int, spread: float) -> float:
    """How far a seat's worth lies above the others', the strongest of whom count most. Unlike a chance it
    goes on growing for a seat that is far ahead.
    """
    best = -1e9
    for other in range(len(worths)):
        if other != seat:
            best = max(best, worths[other])
    if len(worths) < 2:
        return worths[seat]
    total = 0.0
    for other in range(len(worths)):
        if other != seat:
            total += exp((worths[other] - best) / spread)
    return worths[seat] - best - spread * log(total)


def chance(worth: float) -> float:
    """The chance of winning from the logarithm of its odds."""
    if worth < -40.0:
        return 0.0
    return 1.0 / (1.0 + exp(-worth))


# Reading


def read_weights(path: Path, names: list[str], last: int) -> Weights:
    """The weights in a file, checked: every feature of the game has its numbers, and nothing else has."""
    root, _ = read_file(path)
    _only(root, ["origin", "shape", "start", "weights"])
    shape = root.table("shape")
    _only(shape, ["target", "knots", "spread", "start_spread"])
    knots = shape.numbers("knots")
    if not knots or knots != sorted(set(knots)) or knots[0] < 0 or knots[-1] > last:
        raise shape.fail("knots", f"found {knots}; expected rising moments from 0 to {last}")
    weights = Weights(names, last, shape.word("target", TARGETS), knots)
    weights.start = _values(root.table("start"), names, len(knots))
    weights.start_spread = _spread(shape, "start_spread", len(knots))
    weights.origin = dict(root.table("origin").values)
    weights.adopt(_values(root.table("weights"), names, len(knots)), _spread(shape, "spread", len(knots)))
    network = path.with_name(NETWORK_FILE)
    if network.is_file():
        weights.connect(read_network(network, names, len(knots)))
    return weights


def _values(table: Table, names: list[str], knots: int) -> list[list[float]]:
    _only(table, names)
    return [_decimals(table, name, knots) for name in names]


def _spread(table: Table, key: str, knots: int) -> list[float]:
    found = _decimals(table, key, knots)
    for value in found:
        if value < _SHORT:
            raise table.fail(key, f"found {value} in the list; expected numbers above 0")
    return found


def _decimals(table: Table, key: str, length: int) -> list[float]:
    expected = f"a list of numbers, one for each of {length} knots"
    if not table.has(key):
        raise table.fail(key, f"missing; expected {expected}")
    found = table.values[key]
    if not isinstance(found, list) or len(found) != length:
        raise table.fail(key, f"found {found!r}; expected {expected}")
    values: list[float] = []
    for value in found:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise table.fail(key, f"found {value!r} in the list; expected numbers")
        values.append(float(value))
    return values


def _only(table: Table, known: list[str]) -> None:
    for key in table.names():
        if key not in known:
            raise table.fail(key, f"unknown; expected {', '.join(known)}")
