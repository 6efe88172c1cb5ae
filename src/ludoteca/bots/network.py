"""A small network on top of a game's weighted features: what a sum cannot see.

One hidden layer of rectified units looks at the features of a seat and corrects their worth. `network.toml`
beside a game's `evaluation.toml` holds its whole numbers and where they come from; `ludoteca train` makes it.
"""

from __future__ import annotations

from pathlib import Path

from ludoteca.datafiles.table import Table, read_file


class Network:
    """A correction of a worth, in the unit of the weights that it belongs to.

    `rows[unit][feature]` are the weights of the hidden units, `biases[moment][unit]` what they start from,
    and `out[unit]` what each adds.
    """

    def __init__(self, rows: list[list[float]], biases: list[list[float]], out: list[float]) -> None:
        self.rows = rows
        self.biases = biases
        self.out = out

    def correction(self, features: list[float], moment: int) -> float:
        """What the features are worth beyond their weighted sum."""
        biases = self.biases[moment]
        out = self.out
        total = 0.0
        for unit in range(len(out)):
            row = self.rows[unit]
            lit = biases[unit]
            for number in range(len(row)):
                lit += row[number] * features[number]
            if lit > 0.0:
                total += lit * out[unit]
        return total


class NetworkFile:
    """What `network.toml` says: weights of every feature, biases at every knot, outputs, each by unit."""

    def __init__(self, features: list[list[float]], biases: list[list[float]], out: list[float]) -> None:
        self.features = features
        self.biases = biases
        self.out = out


def read_network(path: Path, names: list[str], knots: int) -> NetworkFile:
    """A network's numbers, checked: every feature of the game has its weights, and nothing else has.

    Numbers are whole; each part has a `grain`, how many of them make one.
    """
    root, _ = read_file(path)
    root.table("origin").asked.update(root.table("origin").names())
    shape = root.table("shape")
    units = shape.number("units", 1)
    out = _decimals(shape, "out", units, shape.number("out_grain", 1))
    features, biases = root.table("features"), root.table("biases")
    feature_grain, bias_grain = shape.number("feature_grain", 1), shape.number("bias_grain", 1)
    found = NetworkFile(
        [_decimals(features, name, units, feature_grain) for name in names],
        [_decimals(biases, f"knot_{knot}", units, bias_grain) for knot in range(knots)],
        out,
    )
    root.nothing_else()
    return found


def _decimals(table: Table, key: str, length: int, grain: int) -> list[float]:
    found = table.numbers(key)
    if len(found) != length:
        raise table.fail(key, f"found {len(found)} numbers; expected {length}, one for each unit")
    return [value / grain for value in found]
