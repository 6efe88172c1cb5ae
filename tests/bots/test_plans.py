"""Whole turns thought out: what a draft finds, in which order plans are judged, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.bots import clock as clock_module
from ludoteca.bots import roll_out as roll_out_module
from ludoteca.bots import turn_plans as plans_module
from ludoteca.bots.bot import Deed, Perspective, knowledge_of, observe
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings
from ludoteca.bots.turn_plans import Draft, Planner, TurnPlan
from ludoteca.games import load
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.acting import Act
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import State
from tests.bots.tables import under_way

FOREVER = 1e30
PLANNING = SearchSettings().changed({"plans": 4, "turns": 4, "policy": "quick", "noise": 0.0})


def asked(kind: type[Any], decisions: int = 64) -> tuple[Game[Any], State]:
    """A match of Bello Divorum in which a seat is asked such a question, most of its turn before it."""
    for number in range(decisions, decisions + 60):
        game, state = under_way("bello_divorum", 4, seed=3, decisions=number)
        assert isinstance(state, BelloState)
        if (
            isinstance(state.step, kind)
            and len(state.choices) > 3
            and (kind is Favour or state.turn.actions > 2)
        ):
            return game, state
    raise AssertionError("the question was never asked")


def after(state: State, plan: TurnPlan) -> State:
    twin: State = state.copy()
    for action in plan.actions:
        assert twin.actor == state.actor
        assert action in twin.choices
        twin.play(action)
    return twin


def test_a_draft_thinks_turns_out_to_their_end_each_once() -> None:
    game, state = asked(Act)
    draft = Draft(game, state, 3, 0, FOREVER)
    assert len(draft.plans) > 1
    assert draft.narrow
    for plan in draft.plans:
        end = after(state, plan)
        assert end.actor != state.actor
        assert knowledge_of(game).win_chances(end) == plan.looks
    looks = [plan.looks for plan in draft.plans]
    assert all(looks.count(one) == 1 for one in looks)


def test_more_ways_side_by_side_find_no_worse_turn() -> None:
    game, state = asked(Act)
    best = [
        max(plan.looks[state.actor] for plan in Draft(game, state, width, 0, FOREVER).plans)
        for width in (1, 12)
    ]
    assert best[1] >= best[0]


def test_where_options_are_few_each_has_a_plan() -> None:
    game, state = asked(Favour)
    draft = Draft(game, state, len(state.choices), 0, FOREVER)
    assert {plan.actions[0] for plan in draft.plans} == set(state.choices)


def test_a_draft_without_time_leaves_the_ways_half_thought_out() -> None:
    game, state = asked(Act)
    draft = Draft(game, state, 3, 0, 0.0)
    assert draft.cut_short
    assert draft.plans
    assert any(after(state, plan).actor == state.actor for plan in draft.plans)


def test_plans_are_judged_in_the_order_of_what_they_promise() -> None:
    game, state = asked(Act)
    here, there = state.choices[:2]
    known = TurnPlan([here], [0.5], [0.2])
    like_it, unlike_it = TurnPlan([here], [0.6], []), TurnPlan([there], [0.4], [])
    planner = Planner(game, 0, 4, [known, like_it, unlike_it])
    assert planner.most_promising() is like_it, "0.3 less than they look, all of them"
    planner.plans.append(TurnPlan([there], [0.3], [0.3]))
    assert planner.most_promising() is unlike_it, "what begins like this is worth what it looks"


def test_an_option_is_worth_as_much_as_the_best_plan_it_begins() -> None:
    game, state = asked(Act)
    seat = state.actor
    search = Search(Perspective(game, state, seat, Stream(1)), PLANNING, Stream(2))
    search.run(9, -1.0)
    assert search.planner is not None
    judged = [plan for plan in search.planner.plans if plan.values]
    thought = search.report()
    assert len(judged) == thought.iterations > 4
    for verdict in thought.options:
        values = [plan.values[seat] for plan in judged if plan.actions[0] is verdict.action]
        assert verdict.visits == len(values)
        assert not values or verdict.means[seat] == pytest.approx(max(values))
    best = max(judged, key=lambda plan: plan.values[seat])
    assert thought.choice is best.actions[0]


def test_plans_go_on_after_their_first_decision() -> None:
    game, state = asked(Act)
    seat = state.actor
    stories: list[list[Deed]] = [[(seat, state.choices[0])] for _ in range(4)]
    bot = Ismcts(6, settings=PLANNING)
    chosen = bot.choose(Perspective(game, state, seat, Stream(1), stories[seat]), Stream(1))
    root = bot._root
    assert root is not None
    begun = [plan for plan in root.plans if plan.actions[0] is chosen and len(plan.actions) > 1]
    assert begun
    observe(stories, state, chosen)
    state.play(chosen)
    assert state.actor == seat
    perspective = Perspective(game, state, seat, Stream(2), stories[seat])
    kept = bot._kept(perspective, PLANNING)
    assert kept is not None
    assert [plan.actions for plan in kept.plans] == [plan.actions[1:] for plan in begun]
    assert [plan.values for plan in kept.plans] == [plan.values for plan in begun]
    before = sum(1 for plan in kept.plans if plan.values)
    bot.choose(perspective, Stream(3))
    assert bot.last is not None
    assert sum(verdict.visits for verdict in bot.last.options) == before + bot.last.iterations


def test_thinking_ends_when_there_is_nothing_more_to_think_of() -> None:
    game, state = asked(Act)
    search = Search(Perspective(game, state, state.actor, Stream(1)), PLANNING, Stream(2))
    search.planner = Planner(game, state.actor, 4, [TurnPlan([state.choices[0]], [0.5] * 4, [0.5] * 4)])
    search.planner.enough = 1 << 60
    search.run(1000, -1.0)
    assert search.iterations == 0
    assert search.report().choice is state.choices[0]


def test_where_something_is_hidden_a_tree_grows_as_ever() -> None:
    game, state = under_way("bosa", 2, seed=1, decisions=20)
    search = Search(Perspective(game, state, state.actor, Stream(1)), PLANNING, Stream(2))
    assert search.planner is None


def test_time_is_not_exceeded_by_whole_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still but for looks, a second each, and replies, three each."""
    game, state = asked(Act)
    now = [100.0]
    knowledge = knowledge_of(game)
    policy = knowledge.quick_policy
    assert policy is not None
    win_chances, answer = knowledge.win_chances, policy.answer

    def slow_chances(world: Any) -> list[float]:
        now[0] += 0.01
        return win_chances(world)

    def slow_answer(world: Any) -> Any:
        now[0] += 3.0
        return answer(world)

    monkeypatch.setattr(knowledge, "win_chances", slow_chances)
    monkeypatch.setattr(policy, "answer", slow_answer)
    monkeypatch.setattr(clock_module, "perf_counter", lambda: now[0])
    monkeypatch.setattr(plans_module, "perf_counter", lambda: now[0])
    monkeypatch.setattr(roll_out_module, "perf_counter", lambda: now[0])
    for seconds in (1.0, 2.0, 4.0, 31.0, 60.0):
        started = now[0]
        bot = Ismcts(seconds=seconds, settings=PLANNING)
        assert bot.choose(Perspective(game, state, state.actor, Stream(1)), Stream(2)) in state.choices
        assert now[0] - started <= max(1.1 * seconds, 3.0 + seconds / 2 + 1.0)


def test_a_draft_does_not_think_about_what_is_a_matter_of_course() -> None:
    game, state = asked(Act)
    claims = 0
    for plan in Draft(game, state, 3, 0, FOREVER).plans:
        twin: State = state.copy()
        for action in plan.actions:
            routine = knowledge_of(game).routine(twin)
            assert routine in (None, action)
            claims += routine is not None
            twin.play(action)
    assert claims


def test_a_game_without_a_short_cut_replies_by_its_evaluation() -> None:
    game, state = under_way("bologna", 3, seed=2, decisions=12)
    assert knowledge_of(game).routine(state) is None
    assert knowledge_of(game).quick_answer(state) == []
    assert knowledge_of(load("bello_divorum")).quick_answer(asked(Favour)[1])
