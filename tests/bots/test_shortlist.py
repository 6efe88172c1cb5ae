"""A short list: the game's own reply, the best-looking options besides, and when the reply is given up."""

from __future__ import annotations

import pytest

from ludoteca.bots.bot import Perspective, knowledge_of
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.parallel import Parallel
from ludoteca.bots.search import Search
from ludoteca.bots.search_report import OptionReport, SearchReport
from ludoteca.bots.settings import SearchSettings, settings_for
from ludoteca.bots.shortlist import ENOUGH, Shortlist, most_promising
from ludoteca.bots.tree import Arm
from ludoteca.games import load
from ludoteca.games.manticore.rules.actions import END_TURN, HEAL_SELF, MOVE
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Stream
from tests.bots.tables import under_way
from tests.manticore.table import T1, WARRIOR, hero, invasion, turn_of

FOREVER = 1e30


def looked_at(action: Action, *values: float) -> Arm:
    """An option of a table of one seat that was found worth this and that."""
    arm = Arm(action, 1)
    arm.visits = len(values)
    arm.weight = float(len(values))
    arm.totals = [sum(values)]
    arm.squares = [sum(value * value for value in values)]
    return arm


def report_of(favourite: Action, caution: float, *arms: Arm) -> SearchReport:
    options = [OptionReport(arm.action, arm.visits, arm.weight, 0.0, arm.totals, arm.squares) for arm in arms]
    report = SearchReport(0, options, 0, 0, 0.0, False)
    report.favourite = favourite
    report.caution = caution
    return report


def invaded() -> ManticoreState:
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H9", life=8)
    return turn_of(state, 0)


def test_the_reply_comes_first_then_what_looks_best() -> None:
    game, state = load("manticore"), invaded()
    found = most_promising(game, state, state.choices, 3, 0, FOREVER)
    assert len(found) == len(set(found)) == 3
    assert found[0] is knowledge_of(game).quick_answer(state)[0]
    everything = most_promising(game, state, state.choices, 100, 0, FOREVER)
    assert sorted(action.text for action in everything) == sorted(action.text for action in state.choices)
    assert everything[:3] == found


def test_without_a_reply_what_looks_best_is_taken_at_once() -> None:
    game, state = under_way("manticore", 2, seed=3, decisions=20)
    assert isinstance(state, ManticoreState) and state.phase < HEROES
    source = Stream(1, "bot")
    perspective = Perspective(game, state, state.actor, source)
    bot = Ismcts(iterations=50)
    chosen = bot.choose(perspective, source)
    assert [chosen] == most_promising(game, state, state.choices, 4, 0, FOREVER)
    assert bot.last is not None and bot.last.iterations == 1


def test_all_on_the_list_are_looked_at_equally_often_until_clearly_behind() -> None:
    good, bad, even = MOVE.actions[0], MOVE.actions[1], MOVE.actions[2]
    arms = [
        looked_at(good, *[1.0] * ENOUGH),
        looked_at(bad, *[0.0] * ENOUGH),
        looked_at(even, *[1.0] * ENOUGH),
    ]
    short = Shortlist(arms[:], 0, 1.0)
    assert short.next() is arms[0]
    assert short.arms == [arms[0], arms[2]]
    arms[0].visits += 1
    assert short.next() is arms[2]
    assert not short.settled
    fresh = Shortlist([looked_at(good), looked_at(bad)], 0, 1.0)
    assert fresh.next().action is good


@pytest.mark.parametrize(("caution", "chosen"), [(1.0, END_TURN), (3.0, HEAL_SELF)])
def test_the_favourite_stands_unless_another_is_better_beyond_the_error(
    caution: float, chosen: Action
) -> None:
    """Nine of ten against five of ten: 0.4 ahead, with a standard error of a fifth."""
    favourite = looked_at(HEAL_SELF, *[1.0] * 5, *[0.0] * 5)
    other = looked_at(END_TURN, *[1.0] * 9, 0.0)
    assert report_of(HEAL_SELF, caution, favourite, other).choice is chosen
    assert report_of(HEAL_SELF, caution, other, favourite).choice is chosen


def test_a_few_lucky_looks_are_not_enough() -> None:
    favourite = looked_at(HEAL_SELF, *[0.0] * 10)
    other = looked_at(END_TURN, *[1.0] * (ENOUGH - 1))
    assert report_of(HEAL_SELF, 0.1, favourite, other).choice is HEAL_SELF


def test_a_search_looks_only_at_the_short_list_and_counts_its_looks() -> None:
    state = invaded()
    source = Stream(5, "bot")
    perspective = Perspective(load("manticore"), state, 0, source)
    settings = settings_for(load("manticore")).changed({"width": 3, "caution": 50.0})
    search = Search(perspective, settings, source)
    search.run(30, -1.0)
    looked = [verdict for verdict in search.report().options if verdict.visits]
    assert sum(verdict.visits for verdict in looked) == 30
    assert sorted(verdict.visits for verdict in looked) == [10, 10, 10]
    assert search.report().choice is knowledge_of(load("manticore")).quick_answer(state)[0]


def test_several_cores_ask_the_same_favourite() -> None:
    state = invaded()
    settings = SearchSettings().changed({**settings_for(load("manticore")).as_dict(), "caution": 50.0})
    source = Stream(6, "bot")
    bot = Parallel(2, 20, settings=settings)
    chosen = bot.choose(Perspective(load("manticore"), state, 0, source), source)
    assert chosen is knowledge_of(load("manticore")).quick_answer(state)[0]
    assert bot.last is not None and bot.last.favourite is chosen
    assert bot.last.iterations == 20
