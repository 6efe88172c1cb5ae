"""A network on top of the weighted features: read, checked, added to the sum, left out on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.weights import NETWORK_FILE, Weights, read_weights
from ludoteca.bots.without_network import WithoutNetwork
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import EditionError, LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source, Stream
from tests.bots.test_weights import GOOD

NETWORK = """
[origin]
command = "by hand"
[shape]
units = 2
feature_grain = 4
bias_grain = 2
out_grain = 10
out = [10, -5]
[features]
points = [4, 0]
coins = [-4, 8]
[biases]
knot_0 = [0, 2]
knot_1 = [-4, 2]
"""


def read(folder: Path, network: str = NETWORK) -> Weights:
    (folder / "evaluation.toml").write_text(GOOD, encoding="utf-8")
    (folder / NETWORK_FILE).write_text(network, encoding="utf-8")
    return read_weights(folder / "evaluation.toml", ["points", "coins"], 6)


def test_a_network_corrects_the_sum(tmp_path: Path) -> None:
    """Two units: points less coins, and twice the coins plus one; the second takes away a half."""
    weights = read(tmp_path)
    assert weights.worth([10.0, 2.0], 0) == pytest.approx(11.0 + (10 - 2) - 0.5 * (2 * 2 + 1))
    assert weights.worth([0.0, 2.0], 0) == pytest.approx(1.0 + 0 - 0.5 * 5)


def test_biases_between_two_knots_are_mixed(tmp_path: Path) -> None:
    weights = read(tmp_path)
    weights.sum_alone = True
    plain = weights.worth([10.0, 2.0], 2)
    weights.sum_alone = False
    assert weights.worth([10.0, 2.0], 2) == pytest.approx(plain + (10 - 2 - 1) - 2.5)


@pytest.mark.parametrize(
    ("line", "instead", "says"),
    [
        ("points = [4, 0]", "points = [4]", "expected 2, one for each unit"),
        ("points = [4, 0]", "", "points"),
        ("points = [4, 0]", "points = [4, 0.5]", "expected numbers"),
        ("coins = [-4, 8]", "coins = [-4, 8]\ngold = [1, 1]", "gold"),
        ("knot_1 = [-4, 2]", "", "knot_1"),
        ("units = 2", "units = 0", "a number from 1"),
        ("out_grain = 10", "out_grain = 0", "a number from 1"),
    ],
)
def test_a_broken_file_is_refused_with_its_entry(tmp_path: Path, line: str, instead: str, says: str) -> None:
    with pytest.raises(EditionError, match=says):
        read(tmp_path, NETWORK.replace(line, instead))


class Curious(Bot):
    """Notes whether the network is left out while it thinks."""

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def choose(self, perspective: Perspective, source: Source) -> Action:
        fitted = knowledge_of(perspective.game).fitted
        assert fitted is not None
        self.seen.append(fitted.weights.sum_alone)
        return perspective.options[0]


def test_a_bot_without_network_thinks_with_the_sum_alone() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2, {}), Seeded(1))
    curious, source = Curious(), Stream(1)
    perspective = Perspective(game, match.state, match.actor, source)
    WithoutNetwork(curious).choose(perspective, source)
    curious.choose(perspective, source)
    assert curious.seen == [True, False]


def test_a_bot_without_network_is_called_by_name() -> None:
    assert isinstance(make_bot("sum:greedy:2"), WithoutNetwork)
    with pytest.raises(LudotecaError, match="there is no bot “wizard”"):
        make_bot("sum:wizard")


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_a_shipped_network_says_where_it_comes_from_and_is_small(name: str) -> None:
    path = load(name).folder / "bot" / NETWORK_FILE
    if path.exists():
        text = path.read_text(encoding="utf-8")
        assert f'command = "ludoteca train {name} ' in text
        assert len(text) < 100_000
