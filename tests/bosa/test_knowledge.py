"""Who may know what: goals are secret until the end, everything else lies open."""

from collections import Counter

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.scoring import goal_scores, goals_in
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.bosa.table import deal, laid, play_randomly


@pytest.mark.rule("BOS-1.9")
def test_a_view_holds_ones_own_goals_only() -> None:
    state = laid(3, seed=4)
    own = tuple(goals_in(state.towns[1].goals))
    assert GAME.view(state, 1).goals == ((-2,) * 4, own, (-2,) * 4)
    assert GAME.view(state, -1).goals == ((-2,) * 4,) * 3


@pytest.mark.rule("BOS-7.2")
def test_all_goals_are_shown_at_the_end() -> None:
    state = laid(2, seed=4)
    play_randomly(state, 4)
    hands = tuple(tuple(goals_in(town.goals)) for town in state.towns)
    assert GAME.view(state, -1).goals == GAME.view(state, 0).goals == hands
    assert min(GAME.view(state, -1).chosen) >= 0
    assert GAME.secrets(state, 0) == []


@pytest.mark.parametrize("seats", [2, 5])
def test_imagined_tables_look_the_same_and_deal_the_goals_anew(seats: int) -> None:
    state = laid(seats, seed=7)
    play_randomly(state, 7, until=20)
    source = Stream(1)
    own = GAME.view(state, 0)
    dealt: Counter[int] = Counter()
    for _ in range(400):
        twin = GAME.imagine(state, 0, source)
        assert GAME.view(twin, 0) == own
        assert twin.choices == state.choices
        assert GAME.faults(twin) == []
        dealt.update(goals_in(twin.towns[1].goals))
    unknown = set(range(20)) - set(own.goals[0])
    assert set(dealt) == unknown
    assert max(dealt.values()) < 2 * min(dealt.values())


@pytest.mark.rule("BOS-7.2")
def test_whoever_chooses_goals_sees_what_they_are_worth_and_nobody_else_does() -> None:
    state = laid(2, seed=7, goal_choice="ask")
    assert GAME.view(state, -1).goal_worths == (0,) * 4
    while state.step.name() != "pickgoals":
        assert GAME.view(state, max(0, state.actor)).goal_worths == (0,) * 4
        play_randomly(state, 7, until=1)
        deal(state, Seeded(state.turn))
    chooser = state.actor
    goal_worths = GAME.view(state, chooser).goal_worths
    assert list(goal_worths) == goal_scores(state, state.towns[chooser]) and any(goal_worths)
    assert GAME.view(state, 1 - chooser).goal_worths == GAME.view(state, -1).goal_worths == (0,) * 4


@pytest.mark.rule("BOS-9.4")
def test_a_secret_choice_of_goals_is_imagined_anew() -> None:
    state = laid(2, seed=7, goal_choice="ask")
    while state.step.name() != "pickgoals":
        play_randomly(state, 7, until=1)
        deal(state, Seeded(state.turn))
    chosen = state.choices[0].a
    state.play(state.choices[0])
    seat = state.actor
    source = Stream(1)
    pairs = Counter(GAME.imagine(state, seat, source).towns[1 - seat].chosen for _ in range(300))
    assert set(pairs) == set(range(6))
    assert GAME.imagine(state, 1 - seat, source).towns[1 - seat].chosen == chosen


def test_with_five_players_the_others_hold_all_other_goals() -> None:
    state = laid(5, seed=2)
    twin = GAME.imagine(state, 2, Stream(3))
    others = [goal for seat, town in enumerate(twin.towns) if seat != 2 for goal in goals_in(town.goals)]
    assert sorted([*others, *goals_in(state.towns[2].goals)]) == list(range(20))
    assert twin.goal_cards == 0


def test_the_record_hides_goals_until_the_end() -> None:
    match = Match(GAME, GAME.setup(2, {"first_player": "seat0"}), Seeded(6))
    lines = [str(line) for line in match.record(1).lines]
    deals = [line for line in lines if line.startswith("* deal") or line == "* ?"]
    assert deals[:4] == ["* ?"] * 4
    assert all(line.startswith("* deal") for line in deals[4:])


def test_evaluation_is_a_chance_and_prefers_to_be_ahead() -> None:
    state = laid(2, seed=3)
    play_randomly(state, 3, until=60)
    values = [GAME.bot.evaluate(state, seat) for seat in (0, 1)]
    assert all(0 < value < 1 for value in values)
    richer = state.copy()
    richer.towns[0].score += 30
    assert GAME.bot.evaluate(richer, 0) > values[0]
    assert GAME.bot.evaluate(richer, 1) < values[1]
