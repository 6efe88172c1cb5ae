"""Tables laid by hand: a state with nothing on it but what the test says."""

from __future__ import annotations

from typing import Any

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, GODS, ROWS, TRACKS
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, mask_of
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.season import SEASON, STATUS
from ludoteca.games.bomarzo.rules.steps.turn import FIRST_AREA, NEXT_TURN, place_pawn
from ludoteca.kernel.croupier import possible_outcome
from ludoteca.kernel.state import CHANCE

Cubes = tuple[int, int, int]


def bare(seats: int = 3, **options: Any) -> BomarzoState:
    """The set-up is done, seat 0 is first, divinities lie as in the edition, and nobody owns anything.

    The deck lies face down unless the test says otherwise, so that it can say what is drawn.
    """
    state = GAME.start(GAME.setup(seats, {"deck_top": "hidden", **options}))
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
    fief = state.fiefs[seat]
    for kind, number in enumerate(cubes):
        state.reserve[kind] += fief.cubes[kind] - number
        fief.cubes[kind] = number
    state.deck |= fief.hand | fief.level1 | fief.level2
    fief.hand = mask_of(list(hand))
    fief.level1 = mask_of(list(first))
    fief.level2 = mask_of(list(second))
    state.deck &= ALL_CARDS & ~(fief.hand | fief.level1 | fief.level2)


def lie(state: BomarzoState, god: str, cubes: Cubes, pawns: tuple[int, ...] = ()) -> None:
    """Cubes on a divinity, and the pawns of these seats."""
    number = DIVINITIES.index(god)
    divinity = state.divinities[number]
    for kind in range(3):
        state.reserve[kind] += divinity.cubes[kind] - cubes[kind]
        divinity.cubes[kind] = cubes[kind]
    for seat in pawns:
        divinity.pawns = divinity.pawns * 8 + seat + 1
        place_pawn(state.fiefs[seat], number)


def spend_pawns(state: BomarzoState, seat: int, number: int) -> None:
    """The seat has so few pawns that `number` of them are gone."""
    state.fiefs[seat].pawns -= number
    state.fiefs[seat].idle -= number


def own_pawns(state: BomarzoState, seat: int, number: int) -> None:
    """The seat owns so many pawns, and has them all before it."""
    state.fiefs[seat].pawns = state.fiefs[seat].idle = number


def harvested(state: BomarzoState, seat: int, *areas: int) -> None:
    """The seat's pawns stand on these harvest areas."""
    for area in areas:
        state.harvested[area] = state.harvested[area] * 8 + seat + 1
        place_pawn(state.fiefs[seat], FIRST_AREA + area)


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
    food, coin, wine = state.fiefs[seat].cubes
    return food, coin, wine


def lying(state: BomarzoState, god: str) -> Cubes:
    food, coin, wine = state.divinities[DIVINITIES.index(god)].cubes
    return food, coin, wine


def all_lying(state: BomarzoState) -> list[list[int]]:
    """The cubes on every divinity."""
    return [list(divinity.cubes) for divinity in state.divinities]


def all_points(state: BomarzoState) -> list[int]:
    return [fief.vp for fief in state.fiefs]


def pawns_owned(state: BomarzoState) -> list[int]:
    """The pawns that each seat owns."""
    return [fief.pawns for fief in state.fiefs]


def pawns_ready(state: BomarzoState) -> list[int]:
    """The pawns that each seat can still place."""
    return [fief.idle for fief in state.fiefs]


def all_deeds(state: BomarzoState) -> list[int]:
    return [fief.deeds for fief in state.fiefs]


def set_points(state: BomarzoState, *points: int) -> None:
    for fief, number in zip(state.fiefs, points, strict=True):
        fief.vp = number


def no_pawns_left(state: BomarzoState) -> None:
    """Nobody can place a pawn in this season."""
    for fief in state.fiefs:
        fief.idle = 0


def grow_moss(state: BomarzoState, *gods: str) -> None:
    """Moss on these divinities and no others."""
    for name, divinity in zip(DIVINITIES, state.divinities, strict=True):
        divinity.mossy = name in gods


def mossy(state: BomarzoState) -> list[str]:
    return [name for name, divinity in zip(DIVINITIES, state.divinities, strict=True) if divinity.mossy]


def row(state: BomarzoState, seat: int, name: str) -> int:
    return state.fiefs[seat].rows[ROWS.index(name)]


def set_row(state: BomarzoState, seat: int, name: str, place: int) -> None:
    state.fiefs[seat].rows[ROWS.index(name)] = place


def track(state: BomarzoState, seat: int, name: str) -> int:
    return state.fiefs[seat].tracks[TRACKS.index(name)]


def set_track(state: BomarzoState, seat: int, name: str, place: int) -> None:
    state.fiefs[seat].tracks[TRACKS.index(name)] = place


def events(state: BomarzoState) -> list[str]:
    """The texts of all events so far."""
    assert state.journal is not None
    return [event.text() for event in state.journal]
