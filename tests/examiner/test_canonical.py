"""States are spelt alike only where they are alike, whatever they count in."""

from __future__ import annotations

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games import load


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("bello_divorum", "state.players[0].followers[3] += 1"),
        ("bologna", "state.pool[0] -= 1"),
        ("bomarzo", "state.fiefs[1].cubes[2] += 1"),
        ("bosa", "state.towns[0].goods[1] += 1"),
        ("manticore", "state.occupant[7] = 0"),
    ],
)
def test_what_lies_in_a_vector_is_spelt(game: str, change: str) -> None:
    found = load(game)
    state = found.start(found.setup(found.most))
    state.settle()
    twin = state.copy()
    assert canonical(twin) == canonical(state)
    exec(change, {"state": twin})
    assert canonical(twin) != canonical(state)
