"""Tables laid by hand: a state with nothing on it but what the test says."""

from __future__ import annotations

from typing import Any

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, GODS, ROWS, TRACKS
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, mask_of
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.season import SEASON, STATUS
from ludoteca.games.bomarzo.rules.steps.turn import NEXT_TURN
from ludoteca.kernel.croupier import possible_outcome
from ludoteca.kernel.state import CHANCE

Cubes = tuple[int, int, int]


def bare(seats: int = 3, **options: Any) -> BomarzoState:
    """The set-up is done, seat 0 is first, divinities lie as in the edition, and nobody owns anything."""
    state = GAME.start(GAME.setup(seats, options))
    state.agenda.clear()
    state.order = list(range(GODS))
    state.tokens = [0] * 8
    for seat in range(seats):
        hold(state, seat)
    state.journal = []
    return state


def table(seats: int = 3, **options: Any) -> BomarzoState:
    """A bare table in the Action phase of season 1; say `state.settle()` when everything lies there."""
    state = bare(seats, **options)
    state.push(STATUS)
    state.push(NEXT_TURN)
    return state


def season(seats: int = 3, **options: Any) -> BomarzoState:
    """A bare table before the Production of season 1."""
    state = bare(seats, **options)
    state.push(SEASON)
    return state


def hold(
    state: BomarzoState,
    seat: int,
    cubes: Cubes = (0, 0, 0),
    hand: tuple[int, ...] = (),
    first: tuple[int, ...] = (),
    second: tuple[int, ...] = (),
) -> None:
    """What a seat owns: food, coins, wine, cards in hand, on the first and on the second side."""
    for kind in range(3):
        state.reserve[kind] += state.cubes[3 * seat + kind] - cubes[kind]
        state.cubes[3 * seat + kind] = cubes[kind]
    state.deck |= state.hand[seat] | state.level1[seat] | state.level2[seat]
    state.hand[seat] = mask_of(list(hand))
    state.level1[seat] = mask_of(list(first))
    state.level2[seat] = mask_of(list(second))
    state.deck &= ALL_CARDS & ~(state.hand[seat] | state.level1[seat] | state.level2[seat])


def lie(state: BomarzoState, god: str, cubes: Cubes, pawns: tuple[int, ...] = ()) -> None:
    """Cubes on a divinity, and the pawns of these seats."""
    number = DIVINITIES.index(god)
    for kind in range(3):
        state.reserve[kind] += state.lying[3 * number + kind] - cubes[kind]
        state.lying[3 * number + kind] = cubes[kind]
    for seat in pawns:
        state.pawns_on[number] = state.pawns_on[number] * 8 + seat + 1
        state.visited[seat] |= 1 << number
        state.idle[seat] -= 1
        state.deeds[seat] += 1


def spend_pawns(state: BomarzoState, seat: int, number: int) -> None:
    """The seat has so few pawns that `number` of them are gone."""
    state.pawns[seat] -= number
    state.idle[seat] -= number


def harvested(state: BomarzoState, seat: int, *areas: int) -> None:
    """The seat's pawns stand on these harvest areas."""
    for area in areas:
        state.harvested[area] = state.harvested[area] * 8 + seat + 1
        state.visited[seat] |= 1 << (8 + area)
        state.idle[seat] -= 1
        state.deeds[seat] += 1


def play(state: BomarzoState, *texts: str) -> BomarzoState:
    """Play actions and chance outcomes, each of which must be possible."""
    for text in texts:
        if state.actor == CHANCE:
            state.play(possible_outcome(state, state.step, text))
            continue
        assert text in asked(state), f"“{text}” is not among {asked(state)} of seat {state.actor}"
        state.play(GAME.catalogue.parse(text))
    return state


def begin(state: BomarzoState) -> BomarzoState:
    state.settle()
    return state


def asked(state: BomarzoState) -> list[str]:
    """The texts of the options."""
    return [action.text for action in state.choices]


def refusal(state: BomarzoState, text: str) -> str | None:
    """The objection to an action that somebody might reach for."""
    action = GAME.catalogue.parse(text)
    assert action in state.step.candidates(state), f"nobody would reach for “{text}” now"
    return state.step.objection(state, action)


def cubes(state: BomarzoState, seat: int) -> Cubes:
    food, coin, wine = state.cubes[3 * seat : 3 * seat + 3]
    return food, coin, wine


def lying(state: BomarzoState, god: str) -> Cubes:
    number = DIVINITIES.index(god)
    food, coin, wine = state.lying[3 * number : 3 * number + 3]
    return food, coin, wine


def row(state: BomarzoState, seat: int, name: str) -> int:
    return state.rows[len(ROWS) * seat + ROWS.index(name)]


def set_row(state: BomarzoState, seat: int, name: str, place: int) -> None:
    state.rows[len(ROWS) * seat + ROWS.index(name)] = place


def track(state: BomarzoState, seat: int, name: str) -> int:
    return state.tracks[len(TRACKS) * seat + TRACKS.index(name)]


def set_track(state: BomarzoState, seat: int, name: str, place: int) -> None:
    state.tracks[len(TRACKS) * seat + TRACKS.index(name)] = place


def events(state: BomarzoState) -> list[str]:
    """The texts of all events so far."""
    assert state.journal is not None
    return [event.text() for event in state.journal]
