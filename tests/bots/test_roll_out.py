"""How far a search looks ahead and at what: turns are counted, not answers; nothing foolish is weighed."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.bot import Perspective
from ludoteca.bots.clock import Clock
from ludoteca.bots.greedy import Greedy, promise
from ludoteca.bots.roll_out import RollOut
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings
from ludoteca.bots.worlds import Worlds
from ludoteca.games.bologna import GAME
from ludoteca.kernel.source import Stream
from tests.bologna.table import Position, lay

INN = (2, 2, 2, 2)


def playing_on(table: Position, **changes: Any) -> RollOut:
    """A roll-out that is about to begin at a table."""
    settings = SearchSettings(policy="greedy", noise=0.0).changed(changes)
    source = Stream(1, "search")
    perspective = Perspective(GAME, table.state, table.state.actor, source)
    worlds = Worlds(perspective, settings, source, Clock())
    roll_out = RollOut(perspective, settings, source, worlds, Clock())
    roll_out.begin(table.state)
    return roll_out


def test_answers_in_the_turn_of_another_do_not_count_as_turns() -> None:
    """All three are bitten and asked; only then does the next turn begin."""
    table = lay((2, 1, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0), chosen="RT", rest="PP")
    roll_out = playing_on(table, turns=1)
    table.play("use R")
    while table.asked.startswith("rat"):
        assert not roll_out.at_horizon(table.state)
        table.play("discard P")
    assert table.asked == "turn 1"
    assert roll_out.at_horizon(table.state)


def test_a_match_that_is_over_is_at_the_horizon() -> None:
    table = lay((2, 1, 0, 0), (1, 0, 0, 0), INN, active=2, roles={0: "dean", 2: "innkeeper"}, received="PP")
    roll_out = playing_on(table, turns=8)
    assert not roll_out.at_horizon(table.state)
    table.guess(0, "dean")
    assert roll_out.at_horizon(table.state)


def test_no_place_of_the_tree_has_a_foolish_option() -> None:
    """Wine is about to be used, and seat 1 has no People to lose."""
    table = lay((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 0), (2, 0, 0, 0), chosen="WTT")
    source = Stream(1, "search")
    search = Search(Perspective(GAME, table.state, 0, source), SearchSettings(), source)
    search.run(200, -1.0)
    wine = next(arm for arm in search.root.arms.values() if arm.action.text == "use W")
    assert wine.node is not None
    targets = [arm.action.text for arm in wine.node.arms.values()]
    assert sorted(targets) == ["target +2", "target +3"]


def test_who_waits_with_a_guess_does_not_learn_the_answer_by_it() -> None:
    """The Innkeeper may guess now, or use wine and guess then; no rival has gathered what tells a role."""
    table = lay(INN, (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), roles={0: "innkeeper"}, chosen="WWW")
    source = Stream(1, "search")
    settings = SearchSettings(prior=1.0, depth=1, turns=1, policy="greedy", noise=0.0)
    search = Search(Perspective(GAME, table.state, 0, source), settings, source)
    search.run(200, -1.0)
    wait = next(arm for arm in search.root.arms.values() if arm.action.text == "use W")
    assert wait.visits > 20
    assert wait.mean(0) < 0.8


def test_a_guess_is_promised_the_same_in_every_world() -> None:
    guess = GAME.catalogue.parse("guess +1 dean")
    found = set()
    for roles in (["innkeeper", "dean", "silk"], ["innkeeper", "silk", "dean"]):
        table = lay(INN, (2, 1, 3, 0), (0, 3, 0, 0), roles=roles, received="PP")
        found.add(promise(GAME, table.state, guess, 1))
    assert len(found) == 1
    assert 0.3 < found.pop() < 0.9


def test_greedy_names_the_likeliest_role() -> None:
    """Twelve imagined worlds would hardly tell; what a rival has gathered does."""
    table = lay(
        INN, (4, 5, 0, 0), (1, 0, 0, 1), (0, 1, 1, 1), (1, 1, 0, 0), roles=["innkeeper", "silk"], rest=""
    )
    for seed in range(8):
        source = Stream(seed, "greedy")
        chosen = Greedy(1).choose(Perspective(GAME, table.state, 0, source), source)
        assert chosen.text == "guess +1 silk"
