"""BOS-8: goals on full townscapes, and on unfinished ones as the table shows them."""

import pytest

from ludoteca.games.bosa.rules.scoring import (
    NEIGHBOURS,
    best_pair,
    group_sizes,
    groups_between,
    score_goal,
    surrounded,
)
from tests.bosa.table import HOUSE, colours

C42 = "RYGB GROY BVRG YBVO"
C43 = "RRGG RYGB OYGB OOVB"
C44 = "GGGY GGGR BYYB BRVV"
C45 = "RRRR RRRR RRRR RRRR"


def scores(townscape: str) -> dict[str, int]:
    return {goal.id: score_goal(goal, colours(townscape)) for goal in HOUSE.goals}


def expected(
    surround: str, oneline: str, three: int, rowdiff: int, coltwo: int, quarter: int, groups: str
) -> dict[str, int]:
    names = [colour.id for colour in HOUSE.colours]
    found = {f"surround-{name}": int(value) for name, value in zip(names, surround.split("/"), strict=True)}
    found |= {f"oneline-{name}": int(value) for name, value in zip(names, oneline.split("/"), strict=True)}
    found |= {"three": three, "rowdiff": rowdiff, "coltwo": coltwo, "quarter": quarter}
    return found | {
        f"group-{size}": int(value) for size, value in zip("2345", groups.split("/"), strict=True)
    }


@pytest.mark.rule("BOS-8.2", "BOS-8.4", "BOS-8.5", "BOS-8.6", "BOS-8.7", "BOS-8.8", "BOS-8.9", "BOS-8.10")
@pytest.mark.parametrize(
    ("townscape", "worth"),
    [
        pytest.param(
            C42, expected("12/6/6/12/12/6", "18/12/18/18/18/12", 28, 32, 0, 16, "0/0/0/0"), id="c42"
        ),
        pytest.param(C43, expected("12/12/0/12/6/6", "6/6/6/9/9/6", 21, 16, 24, 0, "20/32/12/0"), id="c43"),
        pytest.param(C44, expected("12/0/18/0/18/12", "12/0/12/0/6/6", 14, 0, 8, 0, "16/8/12/16"), id="c44"),
        pytest.param(C45, expected("0/0/0/0/0/0", "0/0/0/0/0/0", 0, 0, 0, 0, "4/8/12/16"), id="c45"),
    ],
)
def test_what_every_goal_scores(townscape: str, worth: dict[str, int]) -> None:
    assert scores(townscape) == worth


@pytest.mark.rule("BOS-8.5")
def test_two_groups_of_one_colour_score() -> None:
    assert scores("GGRO YBVR ORYB BVGG")["group-2"] == 8


@pytest.mark.rule("BOS-8.6", "BOS-8.3")
def test_a_corner_has_two_neighbours() -> None:
    corner = colours("RY.. G... .... ....")
    assert surrounded(corner, 0) == 1
    assert surrounded(colours("RY.. Y... .... ...."), 0) == 0


@pytest.mark.rule("BOS-8.3")
def test_diagonals_are_no_neighbours() -> None:
    assert NEIGHBOURS[5] == [1, 4, 6, 9]
    assert NEIGHBOURS[0] == [1, 4]
    assert NEIGHBOURS[15] == [11, 14]
    assert sorted(group_sizes(colours("RY.. YR.. .... ...."))) == [1, 1, 1, 1]


@pytest.mark.rule("BOS-8.6")
def test_one_neighbour_may_share_the_colour_and_two_may_not() -> None:
    assert surrounded(colours(".... .R.. .... ...."), 0) == 0
    assert surrounded(colours(".Y.. GRR. .B.. ...."), 0) == 1
    assert surrounded(colours(".R.. GRR. .B.. ...."), 0) == 0


@pytest.mark.rule("BOS-8.5")
def test_six_houses_are_one_group_of_at_least_three() -> None:
    """“At least”, since the print does not say “exactly”; never two groups of three."""
    worth = scores(C44)
    assert (worth["group-3"], worth["group-5"]) == (8, 16)


@pytest.mark.rule("BOS-8.5")
def test_a_card_may_ask_for_an_exact_size() -> None:
    assert groups_between(colours(C44), 2, 2) == 3
    assert groups_between(colours(C44), 3, 3) == 0


@pytest.mark.rule("BOS-8.9")
def test_a_column_of_one_colour_is_not_two_toned() -> None:
    assert scores("RGBY RGBY RGBO RGBO")["coltwo"] == 8


@pytest.mark.rule("BOS-8.10")
@pytest.mark.parametrize(
    "quarter", ["RY.. GB.. .... ....", "..RY ..GB .... ....", ".... .... RY.. GB..", ".... .... ..RY ..GB"]
)
def test_each_quarter_is_checked_by_itself(quarter: str) -> None:
    assert scores(quarter)["quarter"] == 8
    assert scores(quarter.replace("B", "R"))["quarter"] == 0


@pytest.mark.rule("BOS-8.10")
def test_a_square_across_two_quarters_is_none() -> None:
    assert scores(".RY. .GB. .... ....")["quarter"] == 0


@pytest.mark.rule("BOS-8.1")
def test_what_is_unfinished_counts_only_what_is_sure() -> None:
    worth = scores("RYGB GR.. .... ....")
    assert worth["rowdiff"] == 8
    assert worth["quarter"] == 0
    assert worth["coltwo"] == 0


@pytest.mark.rule("BOS-7.2", "BOS-9.4")
def test_the_best_pair_and_its_ties() -> None:
    assert best_pair([12, 28, 32, 16]) == 3
    assert best_pair([5, 5, 5, 5]) == 0
    assert best_pair([0, 9, 3, 9]) == 4
    assert best_pair([0, 0, 0, 7]) == 2


@pytest.mark.rule("BOS-8.2")
def test_no_townscape_brings_more_than_a_goal_can() -> None:
    for townscape in (C42, C43, C44, C45, "ROYG BVRO YGBV ROYG"):
        for goal in HOUSE.goals:
            assert score_goal(goal, colours(townscape)) <= goal.most
