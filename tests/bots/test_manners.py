"""The bench of manners: every game says what is foolish, random players are, and free things are free."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "manners.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = spec_from_file_location("manners", BENCH)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["manners"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "seats", "counted"),
    [
        ("bosa", 2, {"free things declined", "actions wasted"}),
        ("bologna", 4, {"interrupts used without gain", "actions wasted"}),
        ("bello_divorum", 4, {"free things declined", "actions wasted", "pieces walked to and fro"}),
        ("bomarzo", 2, {"resources given away for nothing", "actions wasted"}),
        ("manticore", 2, {"pieces walked to and fro", "actions wasted"}),
    ],
)
def test_random_players_have_no_manners(bench: ModuleType, name: str, seats: int, counted: set[str]) -> None:
    tally: dict[str, list[int]] = {}
    for seed in range(3):
        bench.watch_match(name, "random", seats, seed, tally)
    assert counted <= set(tally)
    assert all(0 <= breaches <= occasions for breaches, occasions in tally.values())
    assert sum(breaches for breaches, _ in tally.values()) > 0


def test_a_novice_takes_what_is_free(bench: ModuleType) -> None:
    tally: dict[str, list[int]] = {}
    bench.watch_match("bosa", "level:novice", 2, 5, tally)
    assert tally["free things declined"][0] == 0 < tally["free things declined"][1]
