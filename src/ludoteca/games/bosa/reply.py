"""What a sensible player does next, for searches that play on: what promises most for the own townscape.

What the others do does not change what a card is worth to a townscape. So what was worked out once is
remembered while the match lasts: a search meets the same few townscapes over and over, with other cards to
take. Only where coins may run out do the others matter; nothing is remembered there.
"""

from __future__ import annotations

from typing import Final, TypeVar

from ludoteca.games.bosa.actions import PLACE, SKIP, TAKE
from ludoteca.games.bosa.edition import COPIER, NOTHING, PICK
from ludoteca.games.bosa.insight import act, after_line, best_spot
from ludoteca.games.bosa.state import BosaState, Town
from ludoteca.games.bosa.steps.firing import Act, CopyPick, perform
from ludoteca.games.bosa.steps.turn import ChooseLine, Place, Take, line_of
from ludoteca.kernel.actions import Action

T = TypeVar("T")

NEVER: Final = -1e9
MOST_REMEMBERED: Final = 10_000


def reply(state: BosaState) -> list[Action]:
    """The next decision of a turn, a card together with its place; nothing outside of turns."""
    step = state.step
    if isinstance(step, Take):
        return take_and_place(state)
    if isinstance(step, Place):
        return [PLACE[spot(state, known_as(state), state.held)[1]]]
    if isinstance(step, (ChooseLine, Act, CopyPick)):
        return [choice(state)]
    return []


def known_as(state: BosaState) -> tuple[int, ...]:
    """All that the townscape of the seat that decides is judged by."""
    town = state.towns[state.actor]
    return (state.season, town.score, town.coins, town.goals, *town.goods, *town.grid)


def remember(state: BosaState, memory: dict[tuple[int, ...], T], key: tuple[int, ...], found: T) -> None:
    if state.house.limited:
        return
    if len(memory) >= MOST_REMEMBERED:
        memory.clear()
    memory[key] = found


def take_and_place(state: BosaState) -> list[Action]:
    known = known_as(state)
    best = NEVER
    found: list[Action] = []
    for action in state.choices:
        worth, cell = spot(state, known, state.market[action.a])
        if worth > best:
            best = worth
            found = [TAKE[action.a], PLACE[cell]]
    return found


def spot(state: BosaState, known: tuple[int, ...], card: int) -> tuple[float, int]:
    """What a card brings the seat that decides where it promises most, and that cell."""
    house = state.house
    key = (card, *known)
    found = house.spots.get(key)
    if found is None:
        found = best_spot(state, state.towns[state.actor], house.edition.cards[card])
        remember(state, house.spots, key, found)
    return found


def choice(state: BosaState) -> Action:
    """The line to choose, or what to do with the card that acts."""
    house = state.house
    way = state.line[0] if state.line else NOTHING
    key = (state.cell, way, state.fired, state.copied, *known_as(state))
    found = house.moves.get(key)
    if found is None:
        found = best_of(state, state.choices)
        remember(state, house.moves, key, found)
    return found


def best_of(state: BosaState, options: list[Action]) -> Action:
    best = NEVER
    found = options[0]
    journal = state.journal
    state.journal = None
    for action in options:
        worth = promise(state, state.towns[state.actor].copy(), action)
        if worth > best:
            best = worth
            found = action
    state.journal = journal
    return found


def promise(state: BosaState, town: Town, action: Action) -> float:
    """What the turn comes to after one of its decisions, on a town that is used up by it."""
    step = state.step
    if isinstance(step, ChooseLine):
        return after_line(state, town, line_of(state.cell, action), 0)
    if isinstance(step, CopyPick):
        perform(state, town, step.model(state), action.a)
        return after_line(state, town, state.line, state.fired)
    card = state.acting()
    if card.form == COPIER and action is not SKIP:
        act(state, town, state.house.edition.cards[town.grid[action.a]])
    elif action is not SKIP:
        perform(state, town, card, action.a if card.form == PICK else NOTHING)
    return after_line(state, town, state.line, state.fired + 1)
