"""The chance of winning in Bosa, from what every townscape promises.

A turn under way is finished in the obvious way first.
"""

from __future__ import annotations

from ludoteca.bots.weights import chances, lead
from ludoteca.games.bosa.bot.features import WEIGHTS, firing_worth, moment, standing
from ludoteca.games.bosa.rules.actions import CELLS, PLACE, SIDE
from ludoteca.games.bosa.rules.edition import COPIER, NOTHING, PICK, Card
from ludoteca.games.bosa.rules.state import BosaState, Town
from ludoteca.games.bosa.rules.steps.card_actions import (
    copyable,
    gives_goods,
    gives_points_or_coins,
    perform,
    pickable,
    possible,
)
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO, cell_objection


def evaluate(state: BosaState, seat: int) -> float:
    """The chance of winning."""
    return win_chances(state)[seat]


def win_chances(state: BosaState) -> list[float]:
    """Everybody's chance of winning."""
    if state.result is not None:
        return state.result.payoffs()
    return chances_now(state, expected_scores(state))


def expected_scores(state: BosaState) -> list[float]:
    """What everybody may expect to score in the end."""
    return [expected_score(state, seat) for seat in range(state.seats)]


def chances_now(state: BosaState, expected: list[float]) -> list[float]:
    """What such scores would mean if they were expected now."""
    return chances(expected, WEIGHTS.spreads[moment(state.towns[state.seats - 1])])


def lead_in_points(state: BosaState, seat: int) -> float:
    """By how many points a seat may expect to be ahead in the end."""
    return lead(expected_scores(state), seat, WEIGHTS.spreads[moment(state.towns[state.seats - 1])])


def is_between_turns(state: BosaState) -> bool:
    """Whether the townscapes can be judged as they stand."""
    return state.season > 0 and state.held == NOTHING and state.cell == NOTHING and not state.over


def expected_score(state: BosaState, seat: int) -> float:
    """What a seat may expect to score in the end; a turn under way is finished in the obvious way first."""
    town = state.towns[seat]
    if seat != state.current:
        return standing(state, town)
    if state.held != NOTHING:
        return best_placement(state, town)
    if state.cell != NOTHING and not state.line:
        return best_line(state, town, state.cell)
    if state.line:
        return after_line(state, town.copy(), state.line, state.fired, state.copied)
    return standing(state, town)


# The rest of a turn, each card done in the obvious way


def best_placement(state: BosaState, town: Town) -> float:
    return best_spot(state, town, state.ruleset.edition.cards[state.held])[0]


def best_spot(state: BosaState, town: Town, card: Card) -> tuple[float, int]:
    """What a card brings where it promises most, and that cell."""
    best = -1000.0
    found = NOTHING
    for action in PLACE.actions:
        if cell_objection(town.filled, action.a) is None:
            trial = town.copy()
            trial.build(action.a, card)
            worth = best_line(state, trial, action.a)
            if worth > best:
                best = worth
                found = action.a
    return best, found


def best_line(state: BosaState, town: Town, cell: int) -> float:
    if cell < SIDE:
        return after_line(state, town.copy(), ROW_TO[cell], 0)
    column = after_line(state, town.copy(), COLUMN_TO[cell], 0)
    if cell % SIDE == 0:
        return column
    return max(column, after_line(state, town.copy(), ROW_TO[cell], 0))


def after_line(state: BosaState, town: Town, line: list[int], fired: int, copied: int = NOTHING) -> float:
    """The standing once the cards of a line have acted on a town, which changes. A card being copied acts
    first.
    """
    journal = state.journal
    state.journal = None
    if copied != NOTHING:
        fire(state, town, copied)
    for position in range(fired, len(line)):
        fire(state, town, line[position])
    state.journal = journal
    return standing(state, town)


def fire(state: BosaState, town: Town, cell: int) -> None:
    card = state.ruleset.edition.cards[town.grid[cell]]
    if card.form == COPIER:
        model = best_model(state, town, cell)
        if model != NOTHING:
            act(state, town, state.ruleset.edition.cards[model])
    elif is_worth_doing(state, town, card):
        act(state, town, card)


def is_worth_doing(state: BosaState, town: Town, card: Card) -> bool:
    """Whether a card that copies nothing can be done, and what it gives is not all lost on a full track."""
    if not possible(state, town, card):
        return False
    if card.free or gives_points_or_coins(state, town, card) or gives_goods(state, town, card):
        return True
    goods = town.goods
    return card.get_any > 0 and min(goods[0], goods[1], goods[2]) < state.ruleset.cap


def act(state: BosaState, town: Town, card: Card) -> None:
    """Do a possible action; pay with the resource one has most of, gain the one one has least of."""
    chosen = NOTHING
    if card.form == PICK:
        types = pickable(state, town, card)
        for resource in range(3):
            if (types >> resource) & 1 and (chosen == NOTHING or _prefers(town, card, resource, chosen)):
                chosen = resource
    perform(state, town, card, chosen)


def _prefers(town: Town, card: Card, resource: int, chosen: int) -> bool:
    if card.pay_any:
        return town.goods[resource] > town.goods[chosen]
    return town.goods[resource] < town.goods[chosen]


def best_model(state: BosaState, town: Town, cell: int) -> int:
    """The card most worth copying from a cell."""
    cells = copyable(state, town, cell)
    best = NOTHING
    worth = 0.0
    for other in range(CELLS):
        if (cells >> other) & 1:
            card = state.ruleset.edition.cards[town.grid[other]]
            if card.form != COPIER and is_worth_doing(state, town, card):
                value = firing_worth(card, town)
                if value > worth:
                    best = card.number
                    worth = value
    return best
