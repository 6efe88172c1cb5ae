"""Doing actions: BOS-4 and BOS-5. The cards of the chosen line act one after another."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import COPY, DO, MOST_SEATS, RES, SKIP
from ludoteca.games.bosa.rules.edition import COPIER, NOTHING, PICK, PLAIN, Card
from ludoteca.games.bosa.rules.events import (
    COPIED,
    GOT_COINS,
    GOT_GOODS,
    IMPOSSIBLE,
    LOST_SURPLUS,
    PAID_COINS,
    PAID_GOODS,
    SCORED,
    SKIPPED,
)
from ludoteca.games.bosa.rules.state import BosaState, Ruleset, Town
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision

EVERY_TYPE: Final = range(3)


# What a card can do now


def payable(town: Town, card: Card) -> bool:
    """BOS-4.8: whether everything on the left of the arrow is there, apart from a type still to be chosen."""
    if card.free:
        return True
    goods = town.goods
    pay = card.pay_goods
    return town.coins >= card.pay_coins and goods[0] >= pay[0] and goods[1] >= pay[1] and goods[2] >= pay[2]


def gives_points_or_coins(state: BosaState, town: Town, card: Card) -> bool:
    """Whether points or coins would come in. Coins may run out where their number is limited."""
    if card.per_colour and town.counts[card.counted] == 0:
        return False
    if card.get_points:
        return True
    return card.get_coins > 0 and (not state.ruleset.limited or card.pay_coins > 0 or state.tray() > 0)


def gives_goods(state: BosaState, town: Town, card: Card) -> bool:
    """BOS-4.7: whether a printed resource would come in that is not at its most already."""
    if card.per_colour and town.counts[card.counted] == 0:
        return False
    cap = state.ruleset.cap
    for resource in EVERY_TYPE:
        if card.get_goods[resource] and town.goods[resource] - card.pay_goods[resource] < cap:
            return True
    return False


def possible(state: BosaState, town: Town, card: Card) -> bool:
    """BOS-4.5: whether a card that copies nothing can be done: it can be paid for, or is free and gives
    something. What is paid for may well be lost on a full track.
    """
    if card.form == PICK:
        return pickable(state, town, card) != 0
    if not card.free:
        return payable(town, card)
    return gives_points_or_coins(state, town, card) or gives_goods(state, town, card)


def pickable(state: BosaState, town: Town, card: Card) -> int:
    """BOS-5.3, 5.4, 5.10: the resource types that may be chosen, as a bit set."""
    if not payable(town, card):
        return 0
    found = 0
    if card.pay_any:
        for resource in EVERY_TYPE:
            if town.goods[resource] >= card.pay_any:
                found |= 1 << resource
        return found
    if not card.free or gives_points_or_coins(state, town, card):
        return 7
    for resource in EVERY_TYPE:
        if town.goods[resource] < state.ruleset.cap:
            found |= 1 << resource
    return found


def copyable(state: BosaState, town: Town, cell: int) -> int:
    """BOS-5.12: the cells that the copying card in `cell` may choose, as a bit set: all of its colour."""
    cards = state.ruleset.edition.cards
    grid = town.grid
    colour = cards[grid[cell]].colour
    if town.counts[colour] == 1:
        return 0
    found = 0
    for other in range(len(grid)):
        number = grid[other]
        if number != NOTHING and other != cell and cards[number].colour == colour:
            found |= 1 << other
    return found


def skippable(ruleset: Ruleset, card: Card) -> bool:
    """BOS-4.4, BOS-9.3: every action may be skipped, unless the table wants free gains to be taken."""
    return not card.free or ruleset.ask_always or (card.get_coins > 0 and ruleset.ask_coins)


# Doing it


def perform(state: BosaState, town: Town, card: Card, chosen: int) -> None:
    """Do the action of a card; `chosen` is the resource type picked, if one was asked for."""
    if not card.free:
        pay(state, town, card, chosen)
    times = town.counts[card.counted] if card.per_colour else 1
    if card.get_points:
        points = times * card.get_points
        town.score += points
        town.sold += points
        state.tell(SCORED, state.current, card.number, points, town.score)
    if card.get_coins:
        gain_coins(state, town, card, times * card.get_coins)
    if card.get_any:
        gain_goods(state, town, card, chosen, times * card.get_any)
    else:
        for resource in EVERY_TYPE:
            number = card.get_goods[resource]
            if number:
                gain_goods(state, town, card, resource, times * number)


def pay(state: BosaState, town: Town, card: Card, chosen: int) -> None:
    """BOS-4.8: everything on the left of the arrow is given up."""
    if card.pay_coins:
        town.coins -= card.pay_coins
        state.tell(PAID_COINS, state.current, card.number, card.pay_coins, town.coins)
    for resource in EVERY_TYPE:
        number = card.pay_goods[resource]
        if card.pay_any and resource == chosen:
            number = card.pay_any
        if number:
            left = town.goods[resource] - number
            town.goods[resource] = left
            state.tell(PAID_GOODS, card.number, number, resource, left)


def gain_coins(state: BosaState, town: Town, card: Card, number: int) -> None:
    """BOS-4.6, 4.11: coins have no cap, but the tray may be empty where it is limited (BOS-9.5)."""
    if state.ruleset.limited:
        number = min(number, state.tray())
        if number == 0:
            return
    town.coins += number
    state.tell(GOT_COINS, state.current, card.number, number, town.coins)


def gain_goods(state: BosaState, town: Town, card: Card, resource: int, number: int) -> None:
    """BOS-4.6, 4.7: the tracker moves up, but never beyond its end; the surplus is lost."""
    cap = state.ruleset.cap
    total = town.goods[resource] + number
    if total <= cap:
        town.goods[resource] = total
        state.tell(GOT_GOODS, card.number, number, resource, total)
        return
    lost = total - cap
    town.goods[resource] = cap
    if number > lost:
        state.tell(GOT_GOODS, card.number, number - lost, resource, cap)
    state.tell(LOST_SURPLUS, card.number, lost, resource)


# The decisions


class Act(Decision[BosaState]):
    """The next card of the line: do its action, or skip it (BOS-4.2 to 4.5)."""

    def details(self, state: BosaState) -> list[tuple[str, str, int]]:
        card = state.acting()
        return [("card", "card", card.number), ("effect", "effect", card.number)]

    def option_details(self, state: BosaState, action: Action) -> list[tuple[str, str, int]]:
        return copied_card(state.towns[self.seat], action)

    def candidates(self, state: BosaState) -> list[Action]:
        card = state.acting()
        if card.form == PLAIN:
            return DO_OR_SKIP
        if card.form == PICK:
            return PICK_OR_SKIP
        grid = state.towns[self.seat].grid
        return [*[action for action in COPY.actions if grid[action.a] != NOTHING], SKIP]

    def objection(self, state: BosaState, action: Action) -> str | None:
        card = state.acting()
        town = state.towns[self.seat]
        if action is SKIP:
            return skip_objection(state, town, card)
        if card.form == COPIER:
            return copy_objection(state, town, state.line[state.fired], action.a)
        return action_objection(state, town, card, action.a if card.form == PICK else NOTHING)

    # By hand: with Place remembered, a random match takes half as many instructions again without
    def options(self, state: BosaState) -> list[Action]:
        card = state.acting()
        town = state.towns[self.seat]
        if card.form == PLAIN:
            if not possible(state, town, card):
                return SKIP_ONLY
            return DO_OR_SKIP if skippable(state.ruleset, card) else DO_ONLY
        if card.form == PICK:
            types = pickable(state, town, card)
            if not types:
                return SKIP_ONLY
            return PICKS_OR_SKIP[types] if skippable(state.ruleset, card) else PICKS[types]
        cells = copyable(state, town, state.line[state.fired])
        known = _COPIES.get(cells)
        if known is None:
            known = [*[action for action in COPY.actions if (cells >> action.a) & 1], SKIP]
            _COPIES[cells] = known
        return known

    def play(self, state: BosaState, action: Action) -> None:
        town = state.towns[self.seat]
        card = state.acting()
        state.fired += 1
        if state.fired < len(state.line):
            state.push(ACTS[self.seat])
        if action is DO:
            perform(state, town, card, NOTHING)
        elif action is SKIP:
            if state.journal is not None:
                tell_skipped(state, town, card)
        elif card.form == PICK:
            perform(state, town, card, action.a)
        else:
            copy_card(state, town, card, action.a)


def copied_card(town: Town, action: Action) -> list[tuple[str, str, int]]:
    """Which card it is that an option copies; nothing for other options."""
    if action.verb is not COPY:
        return []
    card = town.grid[action.a]
    return [("card", "card", card), ("effect", "effect", card)]


def copy_card(state: BosaState, town: Town, card: Card, cell: int) -> None:
    """BOS-5.12: the action of the card in `cell` is done as if it were that of the copying card."""
    model = state.ruleset.edition.cards[town.grid[cell]]
    state.tell(COPIED, state.current, card.number, model.number)
    state.copied = NOTHING
    if model.form == COPIER and copyable_again(state, town, cell):
        state.copied = cell
        state.push(COPY_AGAINS[state.current])
    elif model.form == COPIER or not possible(state, town, model):
        state.tell(IMPOSSIBLE, state.current, model.number)
    elif model.form == PICK:
        state.copied = cell
        state.push(COPY_PICKS[state.current])
    else:
        perform(state, town, model, NOTHING)


def copyable_again(state: BosaState, town: Town, cell: int) -> bool:
    """BOS-5.12: whether a copying card that is copied itself finds a card to choose."""
    cards = state.ruleset.edition.cards
    cells = copyable(state, town, cell)
    for other in range(len(town.grid)):
        if (cells >> other) & 1 and cards[town.grid[other]].form != COPIER:
            return True
    return False


def tell_skipped(state: BosaState, town: Town, card: Card) -> None:
    """BOS-4.4, 4.5: passed by choice, or because it could not be done."""
    if card.form == COPIER:
        able = copyable(state, town, state.line[state.fired - 1]) != 0
    else:
        able = possible(state, town, card)
    state.tell(SKIPPED if able else IMPOSSIBLE, state.current, card.number)


def skip_objection(state: BosaState, town: Town, card: Card) -> str | None:
    """BOS-9.3: a free gain that cannot hurt is taken without asking."""
    if card.form == COPIER or skippable(state.ruleset, card) or not possible(state, town, card):
        return None
    return "BOS-9.3"


def action_objection(state: BosaState, town: Town, card: Card, chosen: int) -> str | None:
    """BOS-4.5: why the action cannot be done, with the type chosen if one has to be."""
    if town.coins < card.pay_coins:
        return "BOS-4.5/coins"
    if not payable(town, card) or (card.pay_any and town.goods[chosen] < card.pay_any):
        return "BOS-4.5/goods"
    if not card.free or gives_points_or_coins(state, town, card) or gives_goods(state, town, card):
        return None
    if card.get_any and town.goods[chosen] < state.ruleset.cap:
        return None
    if card.get_coins and state.ruleset.limited:
        return "BOS-9.5"
    return "BOS-4.7"


def copy_objection(state: BosaState, town: Town, own_cell: int, cell: int) -> str | None:
    """BOS-5.12: any other card of the same colour."""
    cards = state.ruleset.edition.cards
    if cell == own_cell:
        return "BOS-5.12/itself"
    return None if cards[town.grid[cell]].colour == cards[town.grid[own_cell]].colour else "BOS-5.12/colour"


class CopyAgain(Decision[BosaState]):
    """What a copying card does that is copied itself: any card of the colour that does not copy."""

    def details(self, state: BosaState) -> list[tuple[str, str, int]]:
        return [("card", "card", state.towns[self.seat].grid[state.copied])]

    def option_details(self, state: BosaState, action: Action) -> list[tuple[str, str, int]]:
        return copied_card(state.towns[self.seat], action)

    def candidates(self, state: BosaState) -> list[Action]:
        grid = state.towns[self.seat].grid
        return [action for action in COPY.actions if grid[action.a] != NOTHING]

    def objection(self, state: BosaState, action: Action) -> str | None:
        town = state.towns[self.seat]
        if state.ruleset.edition.cards[town.grid[action.a]].form == COPIER:
            return "BOS-5.12/copier"
        return copy_objection(state, town, state.copied, action.a)

    def play(self, state: BosaState, action: Action) -> None:
        town = state.towns[self.seat]
        copy_card(state, town, state.ruleset.edition.cards[town.grid[state.copied]], action.a)


class CopyPick(Decision[BosaState]):
    """The resource type for a copied action that asks for one. Chosen is chosen: no skipping any more."""

    def details(self, state: BosaState) -> list[tuple[str, str, int]]:
        number = self.model(state).number
        return [("card", "card", number), ("effect", "effect", number)]

    def model(self, state: BosaState) -> Card:
        """The card that is being copied."""
        return state.ruleset.edition.cards[state.towns[self.seat].grid[state.copied]]

    def candidates(self, state: BosaState) -> list[Action]:
        return RES.actions

    def objection(self, state: BosaState, action: Action) -> str | None:
        return action_objection(state, state.towns[self.seat], self.model(state), action.a)

    def play(self, state: BosaState, action: Action) -> None:
        perform(state, state.towns[self.seat], self.model(state), action.a)
        state.copied = NOTHING


DO_OR_SKIP: Final[list[Action]] = [DO, SKIP]
DO_ONLY: Final[list[Action]] = [DO]
SKIP_ONLY: Final[list[Action]] = [SKIP]
PICK_OR_SKIP: Final[list[Action]] = [*RES.actions, SKIP]
PICKS: Final[list[list[Action]]] = [
    [action for action in RES.actions if (types >> action.a) & 1] for types in range(8)
]
PICKS_OR_SKIP: Final[list[list[Action]]] = [[*picks, SKIP] for picks in PICKS]
_COPIES: Final[dict[int, list[Action]]] = {}

ACTS: Final[list[Act]] = [Act(seat) for seat in range(MOST_SEATS)]
COPY_AGAINS: Final[list[CopyAgain]] = [CopyAgain(seat) for seat in range(MOST_SEATS)]
COPY_PICKS: Final[list[CopyPick]] = [CopyPick(seat) for seat in range(MOST_SEATS)]
