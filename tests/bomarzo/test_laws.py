"""The examiner's laws, at every player count and with every combination of the expansions."""

import pytest

from ludoteca.examiner import examine
from ludoteca.games.bomarzo import GAME

EXPANSIONS = [
    {},
    {"seasons_promo": True},
    {"worship_promo": True},
    {"seasons_promo": True, "worship_promo": True},
]


@pytest.mark.parametrize("options", EXPANSIONS, ids=["base", "seasons", "worship", "both"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_obey_the_laws(seats: int, options: dict[str, bool]) -> None:
    report = examine(GAME, 3, seats, seats, options)
    assert report.ok, str(report)


def test_random_matches_with_any_options_obey_the_laws() -> None:
    report = examine(GAME, 12, 5)
    assert report.ok, str(report)
