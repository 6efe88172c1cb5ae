"""What a sensible player does next: the same as a look at every option, found faster."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.greedy import promise
from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.bot.quick_policy import memory_of
from ludoteca.games.bosa.rules.actions import COLUMN, DO, PLACE, RES, ROW, SKIP, TAKE
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.turn import Take
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bosa.table import Turn, column, laid, row

LUCK = 7


def on_the_way(seed: int, **options: Any) -> list[BosaState]:
    """Decisions of a match in which people play at random every other time."""
    state = laid(2, seed=seed, **options)
    croupier, source = Seeded(seed), Stream(seed, "players")
    found: list[BosaState] = []
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        found.append(state.copy())
        answer = GAME.bot.quick_answer(state)
        choices = state.choices
        state.play(answer[0] if answer and source.below(2) else choices[source.below(len(choices))])
    return found


def test_a_quick_answer_promises_as_much_as_the_best_option() -> None:
    compared = 0
    for state in on_the_way(3):
        seat = state.actor
        answer = GAME.bot.quick_answer(state)
        if not answer or len(state.choices) == 1:
            continue
        after = []
        for action in state.choices:
            twin = state.copy()
            twin.play(action)
            after.append(twin.current == seat)
        if all(after):  # the end of a turn may end a season, of which a answer does not think
            worths = [promise(GAME, state, action, LUCK) for action in state.choices]
            assert abs(worths[state.choices.index(answer[0])] - max(worths)) < 1e-9
            compared += 1
    assert compared > 60


def test_a_card_is_taken_together_with_its_place() -> None:
    state = next(state for state in on_the_way(4) if isinstance(state.step, Take) and state.season == 2)
    taken, place = GAME.bot.quick_answer(state)
    assert taken in TAKE.actions
    state.play(taken)
    assert place in PLACE.actions
    assert place in state.choices
    assert GAME.bot.quick_answer(state) == [place]


def test_what_is_remembered_is_what_would_be_found_again() -> None:
    states = on_the_way(5)
    memory = memory_of(states[0].ruleset)
    first = [GAME.bot.quick_answer(state) for state in states]
    assert memory.spots
    assert memory.moves
    memory.spots.clear()
    memory.moves.clear()
    assert [GAME.bot.quick_answer(state) for state in states] == first


def test_nothing_is_remembered_where_a_rival_could_look() -> None:
    """Goals are secret: what was worked out with them is not to be found in what states share."""
    states = on_the_way(5)
    ruleset = states[0].ruleset
    fields = [name for name in dir(ruleset) if not name.startswith("__")]
    before = [repr(getattr(ruleset, name)) for name in fields]
    for state in states:
        GAME.bot.quick_answer(state)
    assert [repr(getattr(ruleset, name)) for name in fields] == before
    assert memory_of(ruleset).spots


def test_another_match_starts_without_memories() -> None:
    one, other = on_the_way(5)[0].ruleset, laid().ruleset
    assert memory_of(one).spots
    assert not memory_of(other).spots
    assert not memory_of(one).spots, "the one before is forgotten"


def test_where_coins_may_run_out_nothing_is_remembered() -> None:
    states = on_the_way(6, coin_supply="limited")
    assert any(GAME.bot.quick_answer(state) for state in states)
    memory = memory_of(states[0].ruleset)
    assert not memory.spots
    assert not memory.moves


def test_a_sale_that_is_being_copied_counts() -> None:
    turn = column("st-red", "s2-red-5", goods=(5, 2, 3), others={"b1": "s2-red-2"})
    skipped = turn.state.copy()
    skipped.play(SKIP)
    turn.play("copy b1")
    assert GAME.bot.evaluate(turn.state, 0) > GAME.bot.evaluate(skipped, 0) + 0.01
    assert GAME.bot.quick_answer(turn.state) == [RES[0]]


def test_the_best_two_goals_are_chosen() -> None:
    states = on_the_way(8)
    assert states[-1].step.name() == "pickgoals"
    assert GAME.bot.quick_answer(states[-1]) == [states[-1].choices[0]]


def test_free_resources_are_a_matter_of_course() -> None:
    turn = row("st-red", "s1-red-2", gain_prompts="always", goods=(0, 9, 0))
    assert GAME.bot.routine(turn.state) is DO
    turn.play("do")
    assert turn.asked == ["do", "skip"]
    assert GAME.bot.routine(turn.state) is None, "coins may come at the wrong time"


def test_a_line_of_the_new_card_alone_is_not_looked_at() -> None:
    assert GAME.bot.routine(Turn({"a1": "st-red"}, "s1-red-1").play("place b1").state) is ROW
    assert GAME.bot.routine(Turn({"a1": "st-red"}, "s1-red-1").play("place a2").state) is COLUMN


def test_nobody_pays_for_what_a_full_track_cannot_hold() -> None:
    turn = row("st-red", "s1-red-3", goods=(10, 0, 0), coins=4)
    assert GAME.bot.quick_answer(turn.state) == [SKIP]
