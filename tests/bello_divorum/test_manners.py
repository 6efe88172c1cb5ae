"""Good manners in Bello Divorum: what counts as foolish, told in a turn."""

from __future__ import annotations

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.bot.manners import (
    DECLINED,
    GIVEN_AWAY,
    TO_AND_FRO,
    WASTED,
    Manners,
    foolish,
)
from tests.bello_divorum.table import Position


def breaches(position: Position, *texts: str) -> list[list[str]]:
    """What is ill used by each of these actions, one after the other."""
    manners = Manners()
    found: list[list[str]] = []
    for text in texts:
        before = position.state.copy()
        position.play(text)
        seen = manners.seen(before, GAME.catalogue.parse(position.long(text)), position.state)
        found.append([counted for counted, breach in seen if breach])
    return found


def test_a_follower_does_not_walk_back_in_the_same_turn() -> None:
    assert breaches(Position("CG0=A:2A").acting(3), "move cg0-ci", "move ci0-cg") == [[], [TO_AND_FRO]]
    assert breaches(Position("CG0=A:2A").acting(3), "move cg0-ci", "move ci0-fl") == [[], []]


def test_an_attack_that_brings_nothing_is_foolish() -> None:
    position = Position("CG0=A:1A CL0=M:3M").acting()
    position.state.players[1].aegis = True
    attack = GAME.catalogue.parse("attack cg0-cl")
    assert foolish(position.state, attack, [])
    assert breaches(position, "attack cg0-cl") == [[GIVEN_AWAY]], "the Aegis costs the only attacker"
    assert breaches(Position("CG0=A:3A CL0=M:1M").acting(), "attack cg0-cl") == [[]]


def test_a_turn_is_not_ended_while_a_free_location_is_within_reach() -> None:
    assert breaches(Position("T0=A:3A T1=M:3M").acting(3), "end-actions") == [[WASTED]]


def test_a_location_that_can_be_claimed_is_claimed() -> None:
    assert breaches(Position("T0=A:1A CG0:4A").control_phase(), "control-done") == [[DECLINED]]
