"""Worked examples from the printed rulebook: one test each."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.scoring import distance
from ludoteca.games.bologna.rules.state import Ruleset
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.match import Match
from tests.bologna.table import NOTHING, Held, Position, lay, looking_at


def away(role: str, held: Held, seats: int = 7, **options: str) -> int:
    ruleset = Ruleset(GAME.setup(seats, options))
    return distance(ruleset, vec[i64](held), ROLES.index(role))


@pytest.mark.rule("BOL-4.2", "BOL-4.3")
@pytest.mark.parametrize(
    ("role", "held"),
    [
        ("prince", (2, 2, 2, 5)),
        ("dean", (4, 2, 5, 0)),
        ("silk", (4, 6, 0, 0)),
        ("soldier", (5, 0, 0, 4)),
        ("cardinal", (2, 4, 4, 2)),
        ("innkeeper", (2, 2, 2, 2)),
    ],
)
def test_the_least_that_meets_a_goal(role: str, held: Held) -> None:
    assert away(role, held) == 0


@pytest.mark.rule("BOL-4.2", "BOL-4.3")
@pytest.mark.parametrize(
    ("role", "held"),
    [
        ("prince", (2, 2, 2, 4)),
        ("dean", (4, 2, 4, 7)),
        ("silk", (4, 6, 0, 1)),
        ("soldier", (5, 0, 1, 4)),
        ("cardinal", (2, 4, 3, 2)),
        ("innkeeper", (2, 3, 2, 2)),
        ("innkeeper", (2, 2, 2, 3)),
        ("innkeeper", (1, 2, 2, 2)),
    ],
)
def test_one_token_off_is_no_win(role: str, held: Held) -> None:
    assert away(role, held) == 1
    table = lay(held, roles=[role])
    assert table.won is None
    assert table.guesses == []


@pytest.mark.rule("BOL-4.2", "BOL-7.5")
def test_the_brigand_hoards_one_kind() -> None:
    assert away("brigand", (8, 3, 0, 0)) == 0
    assert away("brigand", (9, 0, 0, 0)) == 0
    assert away("brigand", (8, 0, 1, 0)) == 1
    assert away("brigand", (0, 8, 0, 0)) == 8
    assert away("brigand", (8, 3, 0, 0), brigand_towers="zero") == 3


@pytest.mark.rule("BOL-5.30", "BOL-5.31", "BOL-5.34")
def test_an_earthquake_takes_all_towers_and_books() -> None:
    table = lay((1, 2, 3, 1), (0, 7, 0, 0), (1, 0, 4, 2)).roll("WWRRR")
    assert table.tokens == [(1, 0, 0, 1), (0, 0, 0, 0), (1, 0, 0, 2)]
    assert table.options == ["choose WWR", "choose WRR", "choose RRR"]


@pytest.mark.rule("BOL-2.3", "BOL-2.4", "BOL-2.7")
def test_kept_dice_are_chosen_with_one_more() -> None:
    table = lay(received="PT").play("keep").roll("PKW")
    assert table.options == ["choose PPT", "choose PTK", "choose PTW"]
    assert table.objection("choose PKW") == "BOL-2.4"
    table.play("choose PTW", "use P", "use T").aim(1)
    assert table.asked == "turn 1"
    assert table.received == "PK"


@pytest.mark.rule("BOL-3.3", "BOL-3.12")
def test_a_revolution_against_towers_alone_asks_nobody() -> None:
    table = lay(NOTHING, (0, 2, 0, 0), chosen="PPT").play("pair P 0").aim(1)
    assert table.tokens[1] == (0, 1, 0, 0)
    assert table.log[:2] == ["revolution 0 1", "lost 1 1"]
    assert table.tokens[0] == (0, 1, 0, 0)  # the last die left nothing to decide
    assert table.asked == "turn 1"


@pytest.mark.rule("BOL-3.8")
def test_wine_without_bologna_costs_a_people() -> None:
    table = lay(NOTHING, (2, 0, 0, 0), chosen="WTT").play("use W").aim(1)
    assert table.tokens[1] == (1, 0, 0, 0)
    assert "wine 1" not in table.asked


@pytest.mark.rule("BOL-3.9", "BOL-3.20")
def test_two_bologna_cancel_a_drunkenness() -> None:
    table = lay(NOTHING, (0, 0, 0, 3), chosen="WWT").play("pair W 0").aim(1)
    assert table.asked == "wine 1"
    table.play("cancel")
    assert table.tokens[1] == (0, 0, 0, 1)
    assert table.asleep == []
    assert table.asked == "turn 1"


def plagued() -> Position:
    table = lay((3, 0, 0, 1), (1, 2, 0, 2), (0, 1, 0, 0), chosen="RRR", rest="PP")
    table.play("pair R 0")
    assert table.asked == "rat 1"
    return table.play("discard T")


@pytest.mark.rule("BOL-3.11", "BOL-3.12", "BOL-3.18")
def test_a_plague_takes_people_or_tower_and_bologna() -> None:
    table = plagued()
    losses = [line for line in table.log if line.startswith("lost")]
    assert losses[:5] == [
        "lost 0 0",
        "lost 1 1",
        "lost_nothing 2",
        "lost 0 3",
        "lost 1 3",
    ]
    assert losses[5:] == ["lost 0 0"]  # the first bite of the Rat that is left
    assert table.tokens == [(1, 0, 0, 0), (1, 1, 0, 1), (0, 1, 0, 0)]


@pytest.mark.rule("BOL-3.10", "BOL-3.16")
def test_the_third_rat_is_a_disease() -> None:
    table = plagued()
    assert table.asked == "rat 1"  # the last Rat was forced and asks again
    table.play("discard P")
    assert table.tokens == [(1, 0, 0, 0), (0, 1, 0, 1), (0, 1, 0, 0)]
    assert table.asked == "turn 1"
    assert table.received == "PP"


def open_table(seats: int, chance: list[str], **options: str | bool) -> Match:
    return Match(GAME, GAME.setup(seats, options), Scripted(chance))


SIX = ["dealt prince", "dealt dean", "dealt silk", "dealt soldier", "dealt cardinal"]


@pytest.mark.rule("BOL-6.1", "BOL-1.2", "BOL-1.9")
def test_six_players_start_with_people_and_bologna() -> None:
    match = open_table(6, [*SIX, "rolled PPTTK"], first_player="seat0")
    assert looking_at(match).tokens == [(1, 0, 0, 1)] * 6
    assert list(looking_at(match).state.pool) == [18, 24, 24, 18]


@pytest.mark.rule("BOL-6.2", "BOL-6.3", "BOL-1.2", "BOL-1.9", "BOL-7.7")
def test_seven_players_start_with_two_people_and_a_free_token() -> None:
    throws = ["rolled PPPPP"] * 3 + ["rolled BBBBB"] + ["rolled PPPPP"] * 3
    match = open_table(7, [*SIX, "dealt brigand", *throws, "rolled PPTTK"])
    table = looking_at(match)
    assert table.tokens == [(2, 0, 0, 0)] * 7
    assert list(looking_at(match).state.pool) == [10, 24, 24, 24]
    assert looking_at(match).state.deus == -1  # the token comes after the start tokens
    askings = []
    for text in ("start T", "start T", "start B", "start P", "start K", "start P", "start T"):
        askings.append(match.actor)
        match.play(match.actor, text)
    assert askings == [3, 4, 5, 6, 0, 1, 2]
    assert table.tokens == [
        (2, 0, 1, 0),
        (3, 0, 0, 0),
        (2, 1, 0, 0),
        (2, 1, 0, 0),
        (2, 1, 0, 0),
        (2, 0, 0, 1),
        (3, 0, 0, 0),
    ]
    assert looking_at(match).state.deus == 2
    assert match.actor == 2


@pytest.mark.rule("BOL-5.2", "BOL-5.3", "BOL-5.4", "BOL-5.5")
def test_a_miracle_rerolls_only_the_dice_just_rolled() -> None:
    table = lay(seats=4, active=2, deus=2, out=[1], received="PT").play("keep").roll("WRR")
    assert table.asked == "miracle 2"
    table.play("miracle").roll("PTK")
    assert table.state.deus == 0
    assert table.asked == "miracle 0"
    table.play("let-stand")
    assert table.asked == "choose 2"
    assert table.options == ["choose PPT", "choose PTT", "choose PTK"]


@pytest.mark.rule("BOL-5.3", "BOL-5.4", "BOL-5.5", "BOL-5.43")
def test_a_miracle_can_stop_an_earthquake() -> None:
    table = lay((0, 2, 0, 0), (0, 3, 0, 0), deus=2).roll("WWRRR")
    assert table.asked == "miracle 2"
    assert table.tokens[1] == (0, 3, 0, 0)
    table.play("miracle").roll("PPTTB")
    assert table.tokens[:2] == [(0, 2, 0, 0), (0, 3, 0, 0)]
    assert table.state.deus == 0
    assert table.asked == "miracle 0"
    table.play("let-stand")
    assert table.asked == "choose 0"


def innkeeper() -> Position:
    roles = {1: "innkeeper", 2: "dean"}
    return lay(NOTHING, (2, 2, 3, 2), seats=4, active=1, roles=roles, received="WR")


@pytest.mark.rule("BOL-4.6", "BOL-4.7")
def test_the_innkeeper_may_guess_before_rolling() -> None:
    table = innkeeper()
    assert len(table.options) == 17
    assert table.options[:2] == ["keep", "roll5"]
    assert len(table.guesses) == 15


@pytest.mark.rule("BOL-4.6", "BOL-4.8", "BOL-2.9", "BOL-1.3")
def test_a_wrong_guess_ends_the_innkeepers_game() -> None:
    table = innkeeper().guess(2, "prince")
    assert table.out == [1]
    assert list(table.state.pool) == [24, 24, 24, 24]
    assert table.asked == "turn 2"
    assert table.received == "WR"
    assert table.options == ["keep", "roll5"]


@pytest.mark.rule("BOL-6.11", "BOL-6.12", "BOL-2.9")
def test_a_wrong_guess_in_a_duel_costs_tokens_and_role() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], received="PT").guess(1, "silk")
    outcomes = [action.text for action, _ in table.state.step.odds(table.state)]
    assert outcomes == ["dealt silk", "dealt soldier", "dealt cardinal"]
    table.play("dealt soldier")
    assert table.tokens[0] == NOTHING
    assert table.roles[0] == "soldier"
    assert table.lost_roles[0] == ["prince"]
    assert table.asked == "turn 1"
    assert table.received == "PT"


@pytest.mark.rule("BOL-1.8", "BOL-5.1", "BOL-5.6", "BOL-2.2")
def test_tied_throwers_throw_again() -> None:
    dealt = ["dealt prince", "dealt dean", "dealt silk"]
    throws = ["rolled PPPBB", "rolled PPBBW", "rolled PPWWW", "rolled PPPPW", "rolled PBBWW"]
    match = open_table(3, [*dealt, *throws, "rolled PPTTK"])
    assert looking_at(match).state.first == 2
    assert looking_at(match).state.active == 2
    assert looking_at(match).state.deus == 1
    said = [event.text() for event in match.log(-1) if event.kind.name in ("threw", "begins")]
    assert said == ["threw 0 2", "threw 1 3", "threw 2 3", "threw 1 1", "threw 2 4", "begins 2"]
