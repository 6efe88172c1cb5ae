"""The laws hold for Bologna. The full run is `ludoteca examine bologna --matches 2000`."""

import pytest

from ludoteca.examiner import examine
from ludoteca.games.bologna import GAME


@pytest.mark.parametrize("seats", range(2, 8))
def test_every_law_holds(seats: int) -> None:
    report = examine(GAME, matches=4, seed=seats, seats=seats)
    report.raise_if_broken()
    assert report.counts["matches"] == 4


@pytest.mark.long
def test_every_law_holds_with_every_option() -> None:
    report = examine(GAME, matches=40, seed=11)
    report.raise_if_broken()
    assert report.counts["set-ups"] == 40
