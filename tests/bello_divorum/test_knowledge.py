"""Views, imagination and undo."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.invariants import faults
from ludoteca.games.bello_divorum.rules.steps.rounds import TURNS
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import UndoRefused
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import NOBODY
from tests.bello_divorum.table import Position, place_of, started


def test_everybody_sees_the_same() -> None:
    state = started().play("power 0", "move t0-cg").state
    spectator = GAME.view(state, -1)
    for seat in range(6):
        assert replace(GAME.view(state, seat), viewer=-1) == spectator
        assert GAME.secrets(state, seat) == []


def test_a_view_is_plain_and_tells_states_apart() -> None:
    position = started().play("power 0")
    before = GAME.view(position.state, 0)
    assert hash(before)
    position.play("move t0-cg")
    after = GAME.view(position.state, 0)
    changed = {
        field.name for field in fields(after) if getattr(after, field.name) != getattr(before, field.name)
    }
    assert changed == {"followers", "actions"}


def test_what_is_imagined_is_the_truth() -> None:
    state = started().play("power 1").state
    twin = GAME.imagine(state, 3, Stream(1))
    assert canonical(twin) == canonical(state)
    assert twin.choices == state.choices
    twin.play(twin.choices[1])
    assert canonical(twin) != canonical(state)


@pytest.mark.parametrize(
    ("text", "turn", "actions", "source", "victim"),
    [
        ("T4=N:3N CG4=N:4N FS0=N:1N CI0=N", 4, ["power 1", "target cg4"], "CG4", -1),
        ("T3=S:3S FS0=M:3M CL1=M:2M", 3, ["power 2", "target fs0"], "FS0", -1),
        ("T3=S:3S T0=A:3A CG0=A:1A", 3, ["power 3"], "", 0),
    ],
)
def test_a_view_shows_what_a_power_is_aimed_at(
    text: str, turn: int, actions: list[str], source: str, victim: int
) -> None:
    position = Position(text, turn=turn).power_phase().play(*actions)
    view = GAME.view(position.state, turn)
    assert view.phase == "target"
    assert view.source == (place_of(source) if source else -1)
    assert view.victim == victim


def test_a_view_shows_where_a_power_has_put_its_followers() -> None:
    """The same followers stand there, but another City has had its tribute."""
    gate = Position("T1=M:3M CG1=M:1M CL1=M:2M CR1=M", turn=1).power_phase().play("power 1", "target cg1")
    left = Position("T1=M:3M CG1=M:2M CL1=M:1M CR1=M", turn=1).power_phase().play("power 1", "target cl1")
    assert gate.show() == left.show()
    assert gate.options != left.options
    views = [GAME.view(position.state, 1) for position in (gate, left)]
    assert [(view.left, view.placed) for view in views] == [(1, (place_of("CG1"),)), (1, (place_of("CL1"),))]
    altar = Position("T0=A:3A T3=A:4A FR0:1A FL1=M:3M").power_phase().play("power 3", "target t3")
    assert GAME.view(altar.state, 0).left == 2


def test_undo_goes_back_to_the_start_of_the_turn_and_no_further() -> None:
    match = Match(GAME, GAME.setup(4, {"pantheons": "given", "corners": "seated"}), Seeded(1))
    before = canonical(match.state)
    for text in ("power aztec-1", "move t0-cg", "move t0-cg"):
        match.play(0, text)
    for _ in range(3):
        match.undo(0)
    assert canonical(match.state) == before
    match.play(0, "no-favour")
    match.play(0, "end-actions")
    with pytest.raises(UndoRefused):
        match.undo(0)


def test_faults_are_found() -> None:
    def broken(change: str) -> list[str]:
        position = Position("T0=A:3A CG0:1A1M").acting()
        state = position.state
        exec(change, {"state": state})
        return faults(state)

    assert broken("pass") == []
    assert "followers of seat 0" in broken("state.players[0].supply += 1")[0]
    assert "temple chips of seat 0" in broken("state.players[0].chips[0] += 1")[0]
    assert "holds followers of others" in broken("state.take(0, 2)")[0]
    assert "seat 0 controls [0], noted as []" in broken("state.players[0].held = 0")
    assert "seat 0 stands on [0, 2], noted as [0]" in broken("state.players[0].where = 1")
    assert "Doomsday Token" in broken("state.doom = 19")[0]
    assert "round 5" in broken("state.round = 5")[0]
    assert "actions" in broken("state.turn.actions = -1")[0]
    assert "last turn" in broken("state.final_turn = True")[0]
    assert "offered" in broken("state.choices = state.choices[:1]")[0]
    assert "twice" in broken("state.choices = state.choices + state.choices[:1]")[0]
    assert "turn of seat 1" in broken("state.turn.active = 1")[0]
    assert "counted as 5" in broken("state.crowds[0] = 5")[0]


@pytest.mark.parametrize("seats", [4, 6])
def test_a_rotated_position_plays_alike(seats: int) -> None:
    """Turning the whole table by a corner turns the whole match."""
    if seats == 4:
        first = started(4, unused_corners="folded")
        other = started(4, unused_corners="folded")
    else:
        first, other = started(6), started(6)
    # At the second table everything lies one corner further.
    sectors = first.state.ruleset.board.sectors
    for seat, player in enumerate(other.state.players):
        player.pantheon = (seat - 1) % seats
    other.state.order = [(seat + 1) % seats for seat in range(seats)]
    for seat in range(seats):
        temple = 8 * seat
        other.state.remove(seat, temple, other.state.crowd(temple))
    other.state.agenda.clear()
    other.state.push(TURNS[1])
    other.state.settle()
    source = Stream(7, str(seats))
    while first.state.actor != NOBODY:
        choice = source.below(len(first.state.choices))
        action = sorted(first.state.choices, key=lambda a: a.index)[choice]
        first.state.play(action)
        text = _turned(first.short(action.text), sectors, seats)
        assert text in other.options, f"{action.text} turned is {text}"
        other.play(text)
    assert first.state.result is not None
    assert other.state.result is not None
    scores = first.state.result.scores
    assert tuple(scores[(seat - 1) % seats] for seat in range(seats)) == other.state.result.scores


def _turned(text: str, sectors: int, seats: int) -> str:
    """The same action one corner further."""
    verb, _, word = text.partition(" ")
    if verb == "arm":
        return f"arm {(int(word) + 1) % sectors}"
    if verb == "rival":
        return f"rival {(int(word) + 1) % seats}"
    if verb not in ("target", "move", "attack", "control", "recruit", "source"):
        return text
    start, _, end = word.partition("-")
    if start == "fc":
        return f"{verb} fc-ci{(int(end[2:]) + 1) % sectors}" if end else text
    turned = f"{start[:-1]}{(int(start[-1]) + 1) % sectors}"
    return f"{verb} {turned}-{end}" if end else f"{verb} {turned}"
