"""What a sensible player does next, for searches that play on: whatever promises most for the townscape.

What the others do does not change what a card is worth to a townscape, so results are remembered while the
match lasts: a search meets the same few townscapes over and over, with other cards to take. Only where coins
may run out do the others matter; nothing is remembered there. Townscapes are remembered with their secret
goals, so the memory lives here, out of reach of any state or perspective.
"""

from __future__ import annotations

from typing import Final, TypeVar, final

from ludoteca.games.bosa.bot.evaluation import act, after_line, best_spot, fire
from ludoteca.games.bosa.bot.features import WEIGHTS
from ludoteca.games.bosa.rules.actions import COLUMN, DO, PLACE, ROW, SIDE, SKIP, TAKE
from ludoteca.games.bosa.rules.edition import COPIER, NOTHING, PICK, PLAIN
from ludoteca.games.bosa.rules.state import BosaState, Ruleset, Town
from ludoteca.games.bosa.rules.steps.card_actions import Act, CopyAgain, CopyPick, perform, possible
from ludoteca.games.bosa.rules.steps.season import PickGoals
from ludoteca.games.bosa.rules.steps.turn import ChooseLine, Place, Take, line_of
from ludoteca.kernel.actions import Action

T = TypeVar("T")
Known = tuple[int, ...]

NEVER: Final = -1e9
MOST_REMEMBERED: Final = 10_000
MOST_MEMORIES: Final = 5


@final
class Memory:
    """Results under the rules of one match and by the same weights: the best cell for a card, and the best
    option.
    """

    def __init__(self, ruleset: Ruleset, rows: list[list[float]]) -> None:
        self.ruleset = ruleset
        self.rows = rows
        self.spots: dict[Known, tuple[float, int]] = {}
        self.moves: dict[Known, Action] = {}


_LATEST: Final[list[Memory]] = []


def memory_of(ruleset: Ruleset) -> Memory:
    """The memory of a match, for the weights in use; that of the previous match is dropped, and so are others
    beyond a few where everybody judges by weights of their own.
    """
    rows = WEIGHTS.rows
    for memory in _LATEST:
        if memory.ruleset is ruleset and memory.rows is rows:
            return memory
    memory = Memory(ruleset, rows)
    others = [other for other in _LATEST if other.ruleset is ruleset]
    _LATEST[:] = [memory, *others[: MOST_MEMORIES - 1]]
    return memory


def remember(ruleset: Ruleset, memory: dict[Known, T], key: Known, found: T) -> None:
    if ruleset.limited:
        return
    if len(memory) >= MOST_REMEMBERED:
        memory.clear()
    memory[key] = found


def quick_answer(state: BosaState) -> list[Action]:
    """The next decision of a turn, a card together with its place, or the two goals."""
    course = routine(state)
    if course is not None:
        return [course]
    step = state.step
    if isinstance(step, Take):
        return take_and_place(state)
    if isinstance(step, Place):
        return [PLACE[remembered_spot(state, townscape_key(state), state.held)[1]]]
    if isinstance(step, (ChooseLine, Act, CopyAgain, CopyPick)):
        return [remembered_choice(state)]
    return []


def routine(state: BosaState) -> Action | None:
    """Free resources are taken: they never hurt, since one may also pay for what a full track cannot hold. A
    line of the new card alone is not worth choosing, and the best two goals are.
    """
    step = state.step
    if isinstance(step, Act):
        card = state.acting()
        if card.form == PLAIN and card.free and not card.get_coins and DO in state.choices:
            return DO
    elif isinstance(step, ChooseLine):
        if state.cell < SIDE:
            return ROW
        if state.cell % SIDE == 0:
            return COLUMN
    elif isinstance(step, PickGoals):
        return state.choices[0]
    return None


def sensible(state: BosaState) -> list[Action]:
    """All options but to skip a resource that is free."""
    if isinstance(state.step, Act):
        card = state.acting()
        if card.form == PICK and card.free and not card.get_coins and len(state.choices) > 1:
            return [action for action in state.choices if action is not SKIP]
    return state.choices


def townscape_key(state: BosaState) -> Known:
    """Everything the townscape of the acting seat is judged by."""
    town = state.towns[state.actor]
    return (state.season, town.score, town.coins, town.goals, *town.goods, *town.grid)


def take_and_place(state: BosaState) -> list[Action]:
    known = townscape_key(state)
    best = NEVER
    found: list[Action] = []
    for action in state.choices:
        worth, cell = remembered_spot(state, known, state.market[action.a])
        if worth > best:
            best = worth
            found = [TAKE[action.a], PLACE[cell]]
    return found


def remembered_spot(state: BosaState, known: Known, card: int) -> tuple[float, int]:
    """What a card brings the acting seat in its best cell, and that cell."""
    ruleset = state.ruleset
    spots = memory_of(ruleset).spots
    key = (card, *known)
    found = spots.get(key)
    if found is None:
        found = best_spot(state, state.towns[state.actor], ruleset.edition.cards[card])
        remember(ruleset, spots, key, found)
    return found


def remembered_choice(state: BosaState) -> Action:
    """The line to choose, or what to do with the card that acts."""
    ruleset = state.ruleset
    way = state.line[0] if state.line else NOTHING
    key = (state.cell, way, state.fired, state.copied, *townscape_key(state))
    moves = memory_of(ruleset).moves
    found = moves.get(key)
    if found is None:
        found = best_of(state, state.choices)
        remember(ruleset, moves, key, found)
    return found


def best_of(state: BosaState, options: list[Action]) -> Action:
    best = NEVER
    found = options[0]
    journal = state.journal
    state.journal = None
    for action in options:
        worth = worth_after(state, state.towns[state.actor].copy(), action)
        if worth > best:
            best = worth
            found = action
    state.journal = journal
    return found


def worth_after(state: BosaState, town: Town, action: Action) -> float:
    """What the turn comes to after one of its decisions, tried out on a copy of the town."""
    step = state.step
    if isinstance(step, ChooseLine):
        return after_line(state, town, line_of(state.cell, action), 0)
    if isinstance(step, CopyPick):
        perform(state, town, step.model(state), action.a)
        return after_line(state, town, state.line, state.fired)
    if isinstance(step, CopyAgain):
        act_as(state, town, action.a)
        return after_line(state, town, state.line, state.fired)
    card = state.acting()
    if card.form == COPIER and action is not SKIP:
        act_as(state, town, action.a)
    elif action is not SKIP:
        perform(state, town, card, action.a if card.form == PICK else NOTHING)
    return after_line(state, town, state.line, state.fired + 1)


def act_as(state: BosaState, town: Town, cell: int) -> None:
    """What comes of copying the card in a cell: nothing if it cannot be done."""
    model = state.ruleset.edition.cards[town.grid[cell]]
    if model.form == COPIER:
        fire(state, town, cell)
    elif possible(state, town, model):
        act(state, town, model)
