"""BOS-1 and the options of BOS-9 that change the set-up."""

import re

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.actions import CATALOGUE, MOST_SEATS
from ludoteca.games.bosa.rules.edition import cards_in_season
from ludoteca.games.bosa.rules.scoring import goals_in
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE
from tests.bosa.table import HOUSE, deal, laid, table


@pytest.mark.rule("BOS-1.1")
@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(SetupError, match="2 to 5"):
        GAME.setup(seats)
    for number in range(2, 6):
        assert len(laid(number).towns) == number


@pytest.mark.rule("BOS-1.4", "BOS-1.5", "BOS-1.7", "BOS-1.8", "BOS-1.9", "BOS-1.10")
def test_the_table_is_laid_for_two() -> None:
    state = laid(2)
    assert state.ruleset.stack == 13
    assert HOUSE.removed[2] == 17
    assert state.stack == 9
    assert len(state.market) == 4
    assert all(HOUSE.cards[number].season == 1 for number in state.market)
    for town in state.towns:
        assert list(town.goods) == [1, 1, 1]
        assert town.coins == 3
        assert HOUSE.cards[town.grid[0]].season == 0
        assert list(town.grid[1:]) == [-1] * 15
        assert len(goals_in(town.goals)) == 4


@pytest.mark.rule("BOS-1.4")
@pytest.mark.parametrize(("seats", "removed"), [(2, 17), (3, 12), (4, 7), (5, 2)])
def test_cards_removed_leave_five_turns_and_three_cards(seats: int, removed: int) -> None:
    assert HOUSE.removed[seats] == removed
    assert cards_in_season(seats) == 30 - removed == 5 * seats + 3


@pytest.mark.rule("BOS-1.2")
def test_one_market_for_all() -> None:
    state = laid(3)
    views = [GAME.view(state, seat) for seat in (-1, 0, 1, 2)]
    assert len({view.market for view in views}) == 1
    assert len({view.scores for view in views}) == 1


@pytest.mark.rule("BOS-1.3")
def test_stacks_are_apart_and_unseen() -> None:
    state = laid(5)
    assert [sum(card.season == season for card in HOUSE.cards) for season in range(4)] == [
        6,
        30,
        30,
        30,
    ]
    assert state.unseen.bit_count() == 26
    for number in state.market:
        assert not (state.unseen >> (number - 6)) & 1
    assert state.start_cards.bit_count() == 1


@pytest.mark.rule("BOS-1.6")
def test_everybody_has_a_symbol_and_no_points() -> None:
    assert len(set(HOUSE.symbols)) == MOST_SEATS
    assert [town.score for town in laid(5).towns] == [0] * 5


@pytest.mark.rule("BOS-1.8")
def test_start_cards_differ_and_do_not_act() -> None:
    state = laid(5)
    assert len({town.grid[0] for town in state.towns}) == 5
    assert [list(town.goods) for town in state.towns] == [[1, 1, 1]] * 5


@pytest.mark.rule("BOS-1.9")
def test_goals_are_dealt_once_and_the_rest_stays_unseen() -> None:
    for seats in (2, 5):
        state = laid(seats)
        hands = [goals_in(town.goals) for town in state.towns]
        dealt = [goal for hand in hands for goal in hand]
        assert len(set(dealt)) == len(dealt) == 4 * seats
        assert state.goal_cards.bit_count() == 20 - 4 * seats


@pytest.mark.rule("BOS-1.11", "BOS-9.2")
def test_the_first_player_is_drawn_by_lot() -> None:
    state = GAME.start(GAME.setup(4))
    state.settle()
    assert state.actor == CHANCE
    assert [action.text for action, weight in state.step.odds(state) if weight == 1] == [
        f"first {n}" for n in range(4)
    ]
    state.play(CATALOGUE.parse("first 2"))
    deal(state, Seeded(1))
    assert state.first == state.actor == 2


@pytest.mark.rule("BOS-9.2")
def test_the_first_seat_may_begin_without_a_draw() -> None:
    state = GAME.start(GAME.setup(4, {"first_player": "seat0"}))
    state.settle()
    assert state.step.name() == "dealstart"
    assert state.first == 0


@pytest.mark.rule("BOS-1.8", "BOS-1.9")
def test_dealing_goes_clockwise_from_the_first_player() -> None:
    match = Match(GAME, GAME.setup(3), Seeded(7))
    first = table(match).first
    assert first == 2
    order = [(first + offset) % 3 for offset in range(3)]
    starts = [event.value("seat") for event in match.log(-1) if event.kind.name == "got_start"]
    goals = [event.value("seat") for event in match.log(-1) if event.kind.name == "got_goal"]
    assert starts == order
    assert goals == [seat for seat in order for _ in range(4)]


@pytest.mark.rule("BOS-1.12", "BOS-9.1")
def test_a_first_game_has_no_goals() -> None:
    state = laid(3, goals=False)
    assert [town.goals for town in state.towns] == [0, 0, 0]
    assert GAME.view(state, 0).goals == ((), (), ())
    assert GAME.secrets(state, 0) == []


@pytest.mark.rule("BOS-9.1", "BOS-9.4")
def test_choosing_goals_concerns_only_tables_that_have_some() -> None:
    option = next(option for option in GAME.options if option.key == "goal_choice")
    assert option.concerns(2, GAME.setup(2).values)
    assert not option.concerns(2, GAME.setup(2, GAME.presets["first"]).values)


def test_a_first_game_is_played_without_goals() -> None:
    assert GAME.presets["first"] == {"goals": False}


def test_every_rule_says_where_it_comes_from() -> None:
    lines = (GAME.folder / "rules.md").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line.startswith("- **BOS-")]
    assert len(rules) == len(GAME.rules())
    for line in rules:
        assert re.match(r"- \*\*BOS-\d+\.\d+\*\* \*(printed|ruling|house)\* \S", line), line


def test_the_catalogue_has_fifty_decisions_in_order() -> None:
    texts = [action.text for action in CATALOGUE.decisions]
    assert len(texts) == 50
    assert texts[:5] == ["take 1", "take 2", "take 3", "take 4", "place a1"]
    assert texts[19:27] == [
        "place d4",
        "line row",
        "line column",
        "do",
        "skip",
        "res fish",
        "res textile",
        "res pottery",
    ]
    assert texts[27] == "copy a1"
    assert texts[42:] == [
        "copy d4",
        "goals 1-2",
        "goals 1-3",
        "goals 1-4",
        "goals 2-3",
        "goals 2-4",
        "goals 3-4",
        "end",
    ]
    assert len(CATALOGUE.outcomes) == 5 + 6 + 20 + 90
