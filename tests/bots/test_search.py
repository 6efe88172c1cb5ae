"""The search: legal, reproducible, blind to the truth, within its budget, and able to explain itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.bots import clock as clock_module
from ludoteca.bots.bot import Bot, Deed, Perspective, Random, knowledge_of, observe
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.greedy import Greedy
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.playing import perspective_in, play_out
from ludoteca.bots.random_playout import random_playout
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings
from ludoteca.bots.tree import Node
from ludoteca.examiner.canonical import canonical
from ludoteca.games import load, names
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State
from tests.bots.tables import under_way

VARIETY: list[dict[str, Any]] = [
    {},
    {"prior": 0.0, "roll_out": 4},
    {"prior": 0.0, "roll_out": 4, "policy": "mast"},
    {"turns": 1, "policy": "greedy", "noise": 0.1},
    {"focus": 0.5, "best": 1.0, "lead": 1.0, "outcomes": 8, "redeal": 5, "choice": "value"},
    {"depth": 1, "prior_plies": 1, "redeal": 3},
    {"depth": 1, "turns": 2, "policy": "quick", "measure": "points", "choice": "value"},
]


def settings(**changes: Any) -> SearchSettings:
    return SearchSettings().changed(changes)


def searched(game: Game[Any], state: State, iterations: int, given: SearchSettings, seed: int = 1) -> Search:
    perspective = Perspective(game, state, state.actor, Stream(seed, "thoughts"))
    search = Search(perspective, given, Stream(seed, "search"))
    search.run(iterations, -1.0)
    return search


class Careful(Bot):
    """Lets another choose, and checks that it may."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner

    def choose(self, perspective: Perspective, source: Source) -> Action:
        chosen = self.inner.choose(perspective, source)
        assert any(chosen is option for option in perspective.options)
        return chosen


@pytest.mark.parametrize("changes", VARIETY)
def test_a_whole_match_is_played_by_the_rules(changes: dict[str, Any]) -> None:
    game = load("bologna")
    state: State = game.start(game.setup(3))
    state.settle()
    bots: list[Bot] = [Careful(Ismcts(12, settings=settings(**changes))), Random(), Random()]
    play_out(game, state, bots, Seeded(2), 2)
    assert state.result is not None


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seats", ["least", "most"])
def test_choices_are_legal_and_do_not_depend_on_the_hidden_truth(name: str, seats: str) -> None:
    game = load(name)
    number = game.least if seats == "least" else game.most
    for decisions in (5, 35):
        game, state = under_way(name, number, seed=decisions, decisions=decisions)
        seat = state.actor
        truths = [
            state,
            game.imagine(state, seat, Stream(1, "truth")),
            game.imagine(state, seat, Stream(2, "t")),
        ]
        chosen: list[object] = []
        for truth in truths:
            source = Stream(9, "bot")
            bot = Ismcts(6)
            chosen.append(bot.choose(Perspective(game, truth, seat, source), source))
            assert bot.last is not None
            chosen.append(str(bot.last.as_dict()["options"]))
        assert chosen[0] in state.choices
        assert chosen[:2] == chosen[2:4] == chosen[4:]


@pytest.mark.parametrize("changes", VARIETY)
def test_the_same_seed_thinks_the_same(changes: dict[str, Any]) -> None:
    game, state = under_way("bosa", 3, seed=8, decisions=30)
    tables = []
    for seed in (1, 1, 2):
        table = searched(game, state, 40, settings(**changes), seed).report().as_dict()
        table["seconds"] = 0
        tables.append(table)
    assert tables[0] == tables[1] != tables[2]


@pytest.mark.parametrize("changes", VARIETY)
def test_visits_add_up_and_values_are_chances(changes: dict[str, Any]) -> None:
    game, state = under_way("bosa", 2, seed=1, decisions=20)
    thought = searched(game, state, 60, settings(**changes)).report()
    assert [verdict.action for verdict in thought.options] == state.choices
    visits = sum(verdict.visits for verdict in thought.options)
    assert visits in (60, 59), "an iteration visits one option; the first may judge them all instead"
    assert thought.iterations == 60
    most = max(verdict.visits for verdict in thought.options)
    assert thought.worlds == max(8, -(-most // settings(**changes).redeal))
    for verdict in thought.options:
        assert len(verdict.means) == len(verdict.errors) == 2
        assert all(-0.3 < mean < 1.3 for mean in verdict.means)
        assert all(0.0 <= error <= 1.0 for error in verdict.errors)
    assert thought.choice in state.choices
    assert thought.ranking()[0].action is thought.choice
    assert thought.choice.text in thought.text()


def test_a_single_option_is_taken_without_a_thought() -> None:
    game, state = under_way("bosa", 2, seed=1, decisions=20)
    perspective = Perspective(game, state, state.actor, Stream(1))
    perspective.options = perspective.options[:1]
    bot = Ismcts(1000)
    assert bot.choose(perspective, Stream(1)) is perspective.options[0]
    assert bot.last is None


# The clock


class Clock:
    """Stands still but for what the game's evaluation takes: one second a look."""

    def __init__(self, game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        knowledge = knowledge_of(game)
        parts: list[tuple[Any, str]] = [(knowledge, "win_chances"), (knowledge, "evaluate")]
        if knowledge.expected_scores is not None:
            parts.append((knowledge.expected_scores, "scores"))
        if knowledge.quick_policy is not None:
            parts.append((knowledge.quick_policy, "answer"))
        for part, look in parts:
            monkeypatch.setattr(part, look, self.slowed(getattr(part, look)))
        monkeypatch.setattr(clock_module, "perf_counter", lambda: self.now)

    def slowed(self, look: Callable[..., Any]) -> Callable[..., Any]:
        def slow(*given: Any) -> Any:
            self.now += 1.0
            return look(*given)

        return slow


@pytest.mark.parametrize("changes", VARIETY)
@pytest.mark.parametrize("name", ["bosa", "manticore"])
def test_time_is_never_exceeded_by_a_tenth(
    name: str, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state = under_way(name, load(name).least, seed=3, decisions=30)
    clock = Clock(game, monkeypatch)
    for seconds in (40.0, 55.0, 73.0, 120.0):
        started = clock.now
        bot = Ismcts(seconds=seconds, settings=settings(**changes))
        chosen = bot.choose(Perspective(game, state, state.actor, Stream(1)), Stream(2))
        assert chosen in state.choices
        assert seconds - 10 <= clock.now - started <= 1.1 * seconds


@pytest.mark.parametrize("name", names())
def test_no_time_still_gives_a_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = under_way(name, load(name).least, seed=3, decisions=30)
    clock = Clock(game, monkeypatch)
    started = clock.now
    for bot in (make_bot("ismcts:0s"), make_bot("ismcts:0s@2")):
        assert bot.choose(Perspective(game, state, state.actor, Stream(1)), Stream(2)) in state.choices
    assert clock.now == started


def test_little_time_gives_the_best_looking_of_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = under_way("bosa", 2, seed=3, decisions=30)
    perspective = Perspective(game, state, state.actor, Stream(1))
    Clock(game, monkeypatch)
    bot = Ismcts(seconds=12.0, settings=settings())
    chosen = bot.choose(perspective, Stream(2))
    assert bot.last is not None
    judged = [verdict for verdict in bot.last.options if verdict.weight > 0]
    assert judged
    best = max(judged, key=lambda verdict: (verdict.visits, verdict.means[state.actor]))
    assert chosen is best.action


@pytest.mark.parametrize("text", ["ismcts:1000", "greedy", "hasty:0"])
def test_a_matter_of_course_is_done_without_a_thought(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A free resource in Bosa may be skipped, but never is."""
    game = load("bosa")
    state: State = game.start(game.setup(2))
    state.settle()
    croupier, source = Seeded(1), Stream(1, "test")
    while state.step.name() != "act" or knowledge_of(game).routine(state) is None:
        random_playout(state, croupier, source, 1)
    clock = Clock(game, monkeypatch)
    started = clock.now
    perspective = Perspective(game, state, state.actor, Stream(1))
    assert make_bot(text).choose(perspective, Stream(1)).text == "do"
    assert clock.now == started


# Equal terms


def test_the_same_look_at_any_option_happens_in_the_same_world_with_the_same_luck() -> None:
    game, state = under_way("bosa", 3, seed=5, decisions=40)
    search = searched(game, state, 90, settings(exploration=2.0))
    looks = [arm.visits for arm in search.root.arms.values()]
    assert [search.looks.get(arm.action.index, 0) for arm in search.root.arms.values()] == looks
    assert len(search.worlds.lucks) == max(looks)
    first, again, other = search.worlds.enter(1), search.worlds.enter(1), search.worlds.enter(2)
    assert canonical(first) == canonical(again) != canonical(other)
    assert (search.worlds.enter(3), search.worlds.luck)[1] == search.worlds.lucks[3]


def test_what_a_world_gives_to_everyone_does_not_count_for_an_option() -> None:
    """Bosa's hidden goals move all options alike, by more than the options differ: means must not show it."""
    for decisions in range(100, 130):
        game, state = under_way("bosa", 2, seed=5, decisions=decisions)
        search = searched(game, state, 200, settings(depth=1, exploration=3.0))
        looked = [arm for arm in search.root.arms.values() if arm.visits > 10]
        if len(looked) > 1:
            break
    assert len(looked) > 1
    expected: dict[int, float] = {}
    outlooks = []
    for world in search.worlds.pool:
        outlooks.append(knowledge_of(game).win_chances(world)[state.actor])
        for arm in looked:
            twin = world.copy()
            twin.play(arm.action)
            croupier = Seeded(1)
            while twin.actor == CHANCE:
                twin.play(croupier.settle(twin))
            expected[arm.action.index] = expected.get(arm.action.index, 0.0) + knowledge_of(game).win_chances(
                twin
            )[state.actor] / len(search.worlds.pool)
    assert max(outlooks) - min(outlooks) > 0.1, "the worlds of this test are too much alike"
    for arm in looked[1:]:
        found = arm.mean(state.actor) - looked[0].mean(state.actor)
        right = expected[arm.action.index] - expected[looked[0].action.index]
        assert abs(found - right) < 0.01


# The tree


def nodes_below(node: Node) -> list[Node]:
    found = [node]
    for arm in node.arms.values():
        if arm.node is not None:
            found += nodes_below(arm.node)
    for after in (node.outcomes or {}).values():
        found += nodes_below(after)
    return found + (nodes_below(node.unseen) if node.unseen is not None else [])


def test_outcomes_of_chance_are_told_apart_up_to_a_number() -> None:
    game, state = under_way("bologna", 2, seed=2, decisions=6)
    counted = []
    for number in (0, 2, 1000):
        root = searched(game, state, 150, settings(outcomes=number)).root
        counted.append(max(len(node.outcomes or {}) for node in nodes_below(root)))
    assert counted[0] == 0
    assert counted[1] == 2
    assert counted[2] > 2


def test_what_others_do_in_secret_leads_to_one_place() -> None:
    """Bosa's goals are chosen in secret at the end: the searcher cannot tell the choices of others apart."""
    for seed in range(30):
        game, state = under_way("bosa", 2, seed=seed, decisions=130)
        root = searched(game, state, 60, settings(depth=40)).root
        below = nodes_below(root)
        if any(node.unseen is not None for node in below):
            for node in below:
                if node.unseen is not None:
                    assert all(arm.node is None for arm in node.arms.values())
            return
    raise AssertionError("no secret choice was met")


def test_a_branch_is_never_longer_than_the_depth() -> None:
    game, state = under_way("bosa", 2, seed=2, decisions=16)

    def height(node: Node) -> int:
        return max([1 + (height(arm.node) if arm.node else 0) for arm in node.arms.values()], default=0)

    assert height(searched(game, state, 80, settings(depth=2)).root) == 2
    assert height(searched(game, state, 80, settings()).root) > 2


def in_mid_turn(seed: int) -> tuple[Game[Any], State, Action]:
    """A seat that will be asked again at once after some option."""
    for decisions in range(16, 60):
        game, state = under_way("bosa", 2, seed, decisions)
        for action in state.choices:
            twin = state.copy()
            twin.play(action)
            if twin.actor == state.actor:
                return game, state, action
    raise AssertionError("no turn of several decisions was met")


def test_the_tree_is_kept_while_it_still_holds() -> None:
    game, state, action = in_mid_turn(seed=2)
    seat = state.actor
    bot = Ismcts(150, settings=settings(exploration=3.0))
    stories: list[list[Deed]] = [[(seat, action)], [(seat, action)]]
    bot.choose(Perspective(game, state, seat, Stream(1), stories[seat]), Stream(1))
    root = bot._root
    assert root is not None
    kept = root.arms[action.index].node
    assert kept is not None
    observe(stories, state, action)
    state.play(action)
    assert state.actor == seat
    before = sum(arm.visits for arm in kept.arms.values())
    assert before > 5
    perspective = Perspective(game, state, seat, Stream(2), stories[seat])
    other = Perspective(game, state, seat, Stream(2), [(1 - seat, action), (seat, action)])
    assert bot._kept(other, settings()) is None, "the story of another match"
    assert bot._kept(Perspective(game, state, 1 - seat, Stream(2), stories[seat]), settings()) is None
    bot.choose(perspective, Stream(3))
    assert bot._root is kept
    assert bot.last is not None
    assert sum(verdict.visits for verdict in bot.last.options) in (before + 150, before + 149)


def test_without_a_story_no_tree_is_kept() -> None:
    game, state = under_way("bosa", 2, seed=2, decisions=16)
    bot = Ismcts(20, settings=settings())
    bot.choose(Perspective(game, state, state.actor, Stream(1)), Stream(1))
    assert bot._root is None


# What is wanted


def test_lead_compares_with_the_best_rival() -> None:
    game, state = under_way("bosa", 3, seed=2, decisions=16)
    own = searched(game, state, 1, settings()).worlds.standings.of(state)
    assert own == knowledge_of(game).win_chances(state)
    lead = searched(game, state, 1, settings(lead=1.0)).worlds.standings.of(state)
    for seat in range(3):
        rival = max(own[other] for other in range(3) if other != seat)
        assert lead[seat] == pytest.approx(0.5 + 0.5 * (own[seat] - rival))
    half = searched(game, state, 1, settings(lead=0.5)).worlds.standings.of(state)
    assert half == pytest.approx([(a + b) / 2 for a, b in zip(own, lead, strict=True)])


def test_points_are_worth_what_they_would_mean_now() -> None:
    game, state = under_way("bosa", 2, seed=2, decisions=16)
    search = searched(game, state, 1, settings(measure="points"))
    assert search.worlds.standings.of(state) == knowledge_of(game).win_chances(state)
    later: Any = state.copy()
    play_out(game, later, [make_bot("random")] * 2, Seeded(1), 1)
    scores = [town.score for town in later.towns]
    expected = knowledge_of(game).expected_scores
    assert expected is not None
    assert search.worlds.standings.of(later) == expected.chances(state, scores)
    winner = scores.index(max(scores))
    later.towns[winner].score += 5
    assert search.worlds.standings.of(later)[winner] > expected.chances(state, scores)[winner]


def test_a_game_that_counts_no_points_is_judged_by_its_chances() -> None:
    game, state = under_way("bologna", 3, seed=2, decisions=12)
    assert knowledge_of(game).expected_scores is None
    assert searched(game, state, 1, settings(measure="points")).worlds.standings.of(state) == knowledge_of(
        game
    ).win_chances(state)


def test_heroes_of_a_team_share_what_is_found_and_lone_wolves_do_not() -> None:
    for mode in ("coop", "semicoop"):
        for decisions in range(60, 98, 3):
            game, state = under_way("manticore", 3, seed=2, decisions=decisions, options={"mode": mode})
            if len({hero.life for hero in state.heroes}) > 1:  # type: ignore[attr-defined]
                break
        report = searched(game, state, 12, settings()).report()
        shared = [len({round(mean, 9) for mean in one.means}) == 1 for one in report.options]
        assert all(shared) if mode == "coop" else not any(shared)


def sure_wins(perspective: Perspective) -> list[Action]:
    """The options that win at once in every world the seat can imagine."""
    found = perspective.options[:]
    for number in range(12):
        world = perspective.imagine(Stream(number, "truth"))
        for action in found[:]:
            twin = world.copy()
            twin.play(action)
            if twin.result is None or perspective.seat not in twin.result.winners:
                found.remove(action)
    return found


def test_a_win_that_lies_before_it_is_taken() -> None:
    game = load("bologna")
    found = 0
    for seed in range(8):
        state: State = game.start(game.setup(3))
        state.settle()
        croupier, source = Seeded(seed), Stream(seed, "bots")
        while not state.over:
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
                continue
            perspective = Perspective(game, state, state.actor, source)
            winning = sure_wins(perspective)
            if winning and len(winning) < len(state.choices):
                found += 1
                assert Ismcts(60).choose(perspective, source) in winning
            state.play(Greedy(1).choose(perspective, source))
    assert found


@pytest.mark.parametrize(
    ("name", "seconds"), [("bello_divorum", 0.0), ("manticore", 0.0), ("bomarzo", 1.0), ("bologna", 1.0)]
)
def test_a_search_takes_its_whole_time_only_where_haste_would_tell_a_secret(
    name: str, seconds: float
) -> None:
    game = load(name)
    match = Match(game, game.setup(game.least), Seeded(1))
    perspective = perspective_in(match, match.actor, Stream(1, "a test"))
    while perspective.routine is not None:
        match.play(match.actor, match.options[0])
        perspective = perspective_in(match, match.actor, Stream(1, "a test"))
    assert Ismcts(seconds=1.0).seconds_for(perspective) == seconds
