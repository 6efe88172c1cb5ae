"""States and their agenda: settling, stepping, dead ends, journals."""

from __future__ import annotations

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.examiner.laws import tick
from ludoteca.games import load
from ludoteca.kernel.actions import Action, Catalogue
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import RulesError
from ludoteca.kernel.events import EventKinds, only
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY, Chance, Decision, Happening, State, Step

CATALOGUE = Catalogue("steps")
GO = CATALOGUE.single("go")
STAY = CATALOGUE.single("stay")
HEADS = CATALOGUE.chance("heads").actions[0]
TURN_OVER = EventKinds().kind("turn_over", closes=True)


class Plain(State):
    def __init__(self) -> None:
        super().__init__(2)
        self.done: list[str] = []


class Says(Happening[Plain]):
    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def happen(self, state: Plain) -> None:
        state.done.append(self.word)


class End(Happening[Plain]):
    def happen(self, state: Plain) -> None:
        state.push(Says("never"))
        state.finish(Result("done", [1, 2]))


class Closes(Happening[Plain]):
    def happen(self, state: Plain) -> None:
        state.tell(TURN_OVER)


class Asks(Decision[Plain]):
    def __init__(self, seat: int, offered: list[Action]) -> None:
        super().__init__(seat)
        self.offered = offered

    def candidates(self, state: Plain) -> list[Action]:
        return self.offered

    def play(self, state: Plain, action: Action) -> None:
        state.done.append(f"{self.seat} {action.text}")


class Coin(Chance[Plain]):
    def __init__(self, certain: bool = False, outcomes: int = 1) -> None:
        super().__init__()
        self.certain = certain
        self.outcomes = outcomes

    def odds(self, state: Plain) -> list[tuple[Action, int]]:
        return [(HEADS, 1)] * self.outcomes

    def certainty(self, state: Plain) -> Action | None:
        return HEADS if self.certain else None

    def play(self, state: Plain, action: Action) -> None:
        state.done.append(action.text)


def laid(*steps: Step[Plain]) -> Plain:
    state = Plain()
    for step in reversed(steps):
        state.push(step)
    return state


def test_what_needs_nobody_happens_at_once() -> None:
    state = laid(Says("a"), Asks(1, [GO]), Coin(certain=True), Says("b"), Asks(1, [GO, STAY]), End())
    state.settle()
    assert state.done == ["a", "1 go", "heads", "b"]
    assert state.actor == 1
    assert state.choices == [GO, STAY]
    state.play(STAY)
    assert state.done[-1] == "1 stay"
    assert state.actor == NOBODY
    assert state.over


def test_a_turn_can_be_settled_without_the_next_one() -> None:
    state = laid(Says("a"), Closes(), Says("b"), Asks(1, [GO]), End())
    state.journal = []
    state.settle(this_turn=True)
    assert state.done == ["a"]
    assert (state.actor, state.choices, state.over) == (NOBODY, [], False)
    state.settle()
    assert state.done == ["a", "b", "1 go"]
    assert state.over


def test_an_uncertain_coin_waits() -> None:
    state = laid(Coin(), End())
    state.settle()
    assert state.actor == CHANCE
    assert state.choices == []
    assert not state.over
    assert state.step.stream() == "coin"
    assert state.step.sample(state, Stream(1)) is HEADS


def test_nothing_happens_after_the_end() -> None:
    state = laid(End(), Says("late"))
    state.settle()
    assert state.done == []
    assert not state.agenda


def test_dead_ends_are_faults_of_the_game() -> None:
    with pytest.raises(RulesError, match="dead end: seat 1 has no option at “asks”"):
        laid(Asks(1, [])).settle()
    with pytest.raises(RulesError, match="dead end: the agenda is empty and the match has no result"):
        laid(Says("a")).settle()
    state = laid(Coin(outcomes=0))
    with pytest.raises((RulesError, ZeroDivisionError), match="has no outcome"):
        state.step.sample(state, Stream(1))


def test_one_step_at_a_time_is_the_same_as_all_at_once() -> None:
    """In whole matches: what follows an action, tick by tick until somebody is awaited, equals playing it."""
    game = load("bologna")
    for seats in (2, 4, 7):
        state = game.start(game.setup(seats))
        slow = game.start(game.setup(seats))
        state.settle()
        while tick(slow):
            pass
        croupier, source = Seeded(seats), Stream(seats)
        moves = 0
        while not state.over and moves < 250:
            assert canonical(slow) == canonical(state)
            assert slow.choices == state.choices
            if state.actor == CHANCE:
                action = croupier.settle(state)
            else:
                action = state.choices[source.below(len(state.choices))]
            state.play(action)
            slow.agenda.pop().play(slow, action)
            while tick(slow):
                pass
            moves += 1


def test_a_copy_goes_its_own_way() -> None:
    game = load("bologna")
    state = game.start(game.setup(5))
    state.settle()
    croupier, source = Seeded(1), Stream(1)
    past: list[tuple[State, str]] = []
    for _ in range(150):
        if state.over:
            break
        state.play(
            croupier.settle(state)
            if state.actor == CHANCE
            else state.choices[source.below(len(state.choices))]
        )
        past.append((state.copy(), canonical(state)))
    assert all(canonical(twin) == spelling for twin, spelling in past)
    assert all(twin.journal is None for twin, _ in past)


def test_the_journal_is_kept_only_if_somebody_listens() -> None:
    game = load("bologna")
    state = game.start(game.setup(3, {"first_player": "seat0"}))
    state.settle()
    assert state.journal is None
    state.play(Seeded(1).settle(state))
    assert state.journal is None
    state.journal = []
    state.play(Seeded(1).settle(state))
    assert [event.kind.name for event in state.journal] == ["drew_role"]


def test_steps_have_to_be_written() -> None:
    state = Plain()
    step: Step[Plain] = Step(0)
    for call in (
        state.copy,
        lambda: step.happen(state),
        lambda: step.play(state, GO),
        lambda: step.candidates(state),
        lambda: step.objection(state, GO),
        lambda: step.options(state),
        lambda: step.odds(state),
        lambda: step.sample(state, Stream(1)),
        lambda: step.certainty(state),
        step.stream,
        lambda: Decision[Plain](0).candidates(state),
        lambda: Chance[Plain]().odds(state),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert step.details(state) == []


@pytest.mark.parametrize("values", [(), (1, 2)])
def test_an_event_told_with_too_few_or_too_many_values_is_an_error(values: tuple[int, ...]) -> None:
    state = Plain()
    state.journal = []
    one_field = EventKinds().kind("found", "seat")
    with pytest.raises(RulesError, match=f"“found” has 1 fields, but {len(values)} values were told"):
        state.tell(one_field, *values)
    with pytest.raises(RulesError, match="“found” has 1 fields"):
        state.confide(only(0), one_field, *values)
    state.tell(one_field, 1)
    assert [event.text() for event in state.journal] == ["found 1"]
