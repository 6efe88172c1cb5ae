"""How positions are judged: short cuts must find what looking at everything would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.bot import evaluation, features, rehearsal
from ludoteca.games.bello_divorum.rules.actions import PLACES
from ludoteca.games.bello_divorum.rules.edition import HOUSE_EDITION as HOUSE
from ludoteca.games.bello_divorum.rules.scoring import score
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.acting import Act
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bello_divorum.table import Position, copied, started


def positions(seats: int, seed: int, edition: Path | None = None) -> Iterator[BelloState]:
    """Every decision of a match between players who seldom stop before their actions are spent."""
    state = GAME.start(GAME.setup(seats, {"pantheons": "random"}, edition))
    state.settle()
    croupier, source = Seeded(seed), Stream(seed)
    while not state.over:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        if state.order:
            yield state
        lazy = source.below(6) == 0
        state.play(state.choices[0 if lazy else 1 + source.below(len(state.choices) - 1)])


def test_sets_of_locations_are_read_in_order() -> None:
    for places in (0, 1, 1 << 48, 1 << 9 | 1 << 10 | 1 << 11, (1 << PLACES) - 1):
        assert members(places) == [place for place in range(PLACES) if places >> place & 1]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_whom_an_action_does_not_concern_is_judged_as_before(seats: int) -> None:
    spared = 0
    for number, state in enumerate(positions(seats, seats)):
        if number % 3 or not isinstance(state.step, Act):
            continue
        trying = rehearsal.Rehearsal(state, state.actor)
        for action in state.choices:
            trial = state.copy()
            trial.agenda.pop().play(trial, action)
            concerned = rehearsal.seats_concerned(state, action, trial)
            spared += seats - concerned.bit_count()
            found = trying.worths_after(trial, concerned)
            assert found == features.worths(trial, features.moment(trial)), (number, action)
    assert spared > 100


@pytest.mark.parametrize("worth", ["faith = 3", "faith = 30"])
def test_opportunities_are_found_as_by_looking_everywhere(worth: str, tmp_path: Path) -> None:
    """Whatever the locations of an edition are worth."""
    edition = tmp_path / "edition.toml"
    edition.write_text(HOUSE.read_text(encoding="utf-8").replace("faith = 3", worth), encoding="utf-8")
    found = 0
    for number, state in enumerate(positions(6, 3, edition)):
        if number % 7 == 0:
            for seat in range(6):
                expected = sum(
                    state.count(seat, place) * best_for(state, seat, place) for place in state.stands(seat)
                )
                assert features.features(state, seat)[features.PULL] == pytest.approx(expected)
                found += expected > 0
    assert found > 20


def best_for(state: BelloState, seat: int, place: int) -> float:
    """What a follower may hope for, location by location."""
    edition, board = state.ruleset.edition, state.ruleset.board
    own = state.count(seat, place)
    hopes = [0.0]
    for other in board.places:
        far = board.distance[place][other]
        faith, needed = edition.faith[board.kind[other]], edition.needs[board.kind[other]]
        if far > 3 or state.owner(other) == seat:
            continue
        if state.owner(other) < 0:
            if state.count(seat, other) < needed:
                hopes.append((0.30 - 0.06 * far) * (faith + 1) / needed)
        elif own > 1:
            hopes.append(0.08 - 0.015 * far)
            if far <= 2 and own >= state.crowd(other) + 1 + needed:
                hopes.append((0.42 - 0.14 * far) * 1.3 * faith / own)
    return max(hopes)


def test_a_turn_is_rehearsed_on_a_copy() -> None:
    rehearsed = 0
    for state in positions(4, 9):
        if isinstance(state.step, Act) and not state.turn.acted and rehearsed < 4:
            rehearsed += 1
            before = canonical(state), state.choices
            assert 0.0 <= evaluation.evaluate(state, state.actor) <= 1.0
            assert (canonical(state), state.choices) == before
    assert rehearsed == 4


def test_a_wrong_note_of_full_locations_is_a_fault() -> None:
    state = next(positions(4, 1))
    assert GAME.faults(state) == []
    state.full |= 1
    assert "full" in GAME.faults(state)[0]


# Chances of winning


def test_the_end_is_worth_what_it_pays() -> None:
    position = Position("FS0=A:1A FS1=M:1M")
    score(position.state, "round")
    assert [GAME.bot.evaluate(position.state, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_more_is_better() -> None:
    base = "T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G"

    def value(text: str) -> float:
        return evaluation.win_chances(Position(base + text).acting().state)[0]

    assert value(" CG0=A:2A") > value(" CG0:2A") > value(" CG0:1A") > value("")
    assert value(" CG3=A:2A CG0=S:2S") > value(" CG3=S:2S CG0=S:2S")
    assert value(" FR0=A") > value(" FR0=A FL1=M:2M")


def test_followers_that_will_be_replaced_are_worth_sending() -> None:
    base = " T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G"
    home = evaluation.win_chances(Position("T0=A:3A" + base).acting().state)[0]
    sent = evaluation.win_chances(Position("T0=A:2A CG0:1A" + base).acting().state)[0]
    assert sent > home


def test_a_favour_is_judged_by_the_turn_it_makes_possible() -> None:
    position = started().play("power 0")
    state = position.state
    ahead = rehearsal.Rehearsal(state, 0).finish(copied(state))
    assert ahead.actor != 0 or ahead.step.name() == "claim"
    assert GAME.bot.evaluate(state, 0) == pytest.approx(evaluation.win_chances(ahead)[0])
    assert GAME.bot.win_chances(state)[0] != pytest.approx(evaluation.win_chances(ahead)[0])


def test_values_lie_between_nought_and_one_even_while_the_table_is_laid() -> None:
    state = GAME.start(GAME.setup(6, {"corners": "draft"}))
    state.settle()
    assert GAME.bot.evaluate(state, 0) == pytest.approx(1 / 6)


@pytest.mark.long
def test_one_step_of_thought_beats_chance() -> None:
    wins = 0.0
    for seed in range(3):
        state = GAME.start(GAME.setup(4, GAME.presets["first"]))
        state.settle()
        source = Stream(seed)
        while state.actor != NOBODY:
            options = state.choices
            action = options[source.below(len(options))]
            if state.actor == seed:
                worth = []
                for option in options:
                    trial = state.copy()
                    trial.play(option)
                    worth.append(GAME.bot.evaluate(trial, seed))
                action = options[worth.index(max(worth))]
            state.play(action)
        assert state.result is not None
        wins += state.result.payoffs()[seed]
    assert wins == 3
