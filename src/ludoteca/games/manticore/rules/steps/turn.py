"""The turn of a hero: moving, taking, giving, dropping, healing, and calling for battle (MAN-4, MAN-5,
MAN-8.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    ATTACKS,
    CONSENT,
    DROP,
    END_TURN,
    GIVE,
    HEAL,
    HEAL_SELF,
    ITEM,
    JOINT,
    LEVELS,
    MOST_SEATS,
    MOVE,
    PICK,
    TAKE,
)
from ludoteca.games.manticore.rules.edition import FIRST_PILE
from ludoteca.games.manticore.rules.events import (
    ATTACKED,
    ATTACKED_HERO,
    DECLINED,
    DROPPED,
    GAVE,
    HEALED,
    OFFERED,
    PICKED_UP,
    SPELL_DROPPED,
    STEPPED,
    TOOK,
    TURN,
    TURN_ENDED,
    WOKE_BY_HERO,
)
from ludoteca.games.manticore.rules.gear import (
    FIELD,
    UNIT,
    count,
    ground_cell,
    ground_kind,
    ground_level,
    leave_game,
    lift,
    open_pile,
    part_with,
    put_down,
    receive,
)
from ludoteca.games.manticore.rules.land import NEIGHBOUR, OFF_BOARD, ROUGH_PRICE, SIDES
from ludoteca.games.manticore.rules.paths import step_price
from ludoteca.games.manticore.rules.state import DEFAULT_TERMS, EMPTY, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import BEING, EVERY_SEAT, holds_spell, open_battle
from ludoteca.games.manticore.rules.steps.joint import has_partner, propose
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening

HEAL_PRICE: Final = 2
FIELDS: Final = ARTIFACTS * LEVELS


class Turn(Happening[ManticoreState]):
    """A living hero's turn begins with its pool of initiative points (MAN-4.3)."""

    def __init__(self, hero: int) -> None:
        super().__init__()
        self.hero = hero

    def happen(self, state: ManticoreState) -> None:
        hero = self.hero
        if state.life[hero] == 0:
            return
        state.active = -1
        state.pool = state.spare(hero)
        state.active = hero
        state.attacked = 0
        state.void = 0
        state.declined = 0
        state.tell(TURN, hero, state.pool)
        state.push(MENUS[hero])


class GoOn(Happening[ManticoreState]):
    """After a battle, a gift or a proposal the turn goes on, unless the hero has died (MAN-4.6)."""

    def happen(self, state: ManticoreState) -> None:
        if state.life[state.active] > 0:
            state.push(MENUS[state.active])
        else:
            state.tell(TURN_ENDED, state.active)


class Menu(Decision[ManticoreState]):
    """What a hero does next (MAN-4.4 to 4.6)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("left", "number", state.pool)]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        """Every step to a cell of the board, every being, token and wound within reach."""
        seat = self.seat
        here = state.cell[seat]
        near = NEIGHBOUR[SIDES * here : SIDES * here + SIDES]
        beside = [state.occupant[cell] if cell != OFF_BOARD else EMPTY for cell in near]
        foes = [d for d in range(SIDES) if beside[d] != EMPTY]
        heroes = [d for d in range(SIDES) if EMPTY < beside[d] < MOST_SEATS]
        found = [MOVE[d] for d in range(SIDES) if near[d] != OFF_BOARD]
        found += [ATTACKS[d] for d in foes]
        if state.seats > 1:
            found += [JOINT[d] for d in foes]
        location = state.ruleset.edition.location_of[here]
        if state.stocked(location):
            kind = state.pile_kind[location]
            found += [TAKE.at(kind, level) for level in (1, 2, 3) if count(state.pile[location], 0, level)]
        found += ground_options(state, here)
        found += [GIVE[d] for d in heroes]
        found += drop_options(state, seat)
        found.append(HEAL_SELF)
        found += [HEAL[d] for d in heroes]
        found.append(END_TURN)
        return found

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        seat = self.seat
        verb = action.verb
        if action is END_TURN or verb is PICK:
            return None
        if action is HEAL_SELF:
            return heal_objection(state, seat)
        if verb is TAKE:
            held = action.a >= ARTIFACTS and state.spells[2 * seat + action.a - ARTIFACTS] > 0
            return "MAN-5.6" if held else None
        if verb is DROP:
            return None if state.pool > 0 else "MAN-4.4/drop"
        there = NEIGHBOUR[SIDES * state.cell[seat] + action.a]
        being = state.occupant[there]
        if verb is MOVE:
            if being != EMPTY:
                return "MAN-4.7"
            price = step_price(state.open_sides, state.cell[seat], action.a, there)
            return None if state.pool >= price else "MAN-4.8"
        if verb is ATTACKS:
            return attack_objection(state, being)
        if verb is JOINT:
            return joint_objection(state, seat, being)
        if verb is GIVE:
            return give_objection(state, seat, being)
        if not state.ruleset.edition.classes[state.klass[seat]].heals:
            return "MAN-8.2/mage"
        return heal_objection(state, being)

    def options(self, state: ManticoreState) -> list[Action]:
        """The candidates without objection, found in one walk around the cell."""
        seat = self.seat
        here = state.cell[seat]
        pool = state.pool
        found: list[Action] = []
        company: list[int] = []
        if pool > 0:
            for d in range(SIDES):
                near = NEIGHBOUR[SIDES * here + d]
                if near == OFF_BOARD:
                    continue
                if state.occupant[near] != EMPTY:
                    company.append(d)
                elif pool >= ROUGH_PRICE or step_price(state.open_sides, here, d, near) <= pool:
                    found.append(MOVE.actions[d])
            if company:
                add_attacks(state, seat, company, found)
        location = state.ruleset.edition.location_of[here]
        if location >= FIRST_PILE and state.pile[location]:
            kind = state.pile_kind[location]
            if kind < ARTIFACTS or state.spells[2 * seat + kind - ARTIFACTS] == 0:
                pile = state.pile[location]
                for level in range(1, LEVELS + 1):
                    if pile & 7:
                        found.append(TAKE.actions[LEVELS * kind + level - 1])
                    pile >>= FIELD
        if state.ground:
            found += ground_options(state, here)
        if pool > 0:
            if company and state.held[seat]:
                add_gifts(state, seat, company, found)
            if state.held[seat] or holds_spell(state, seat):
                found += drop_options(state, seat)
            if pool >= HEAL_PRICE:
                if heal_objection(state, seat) is None:
                    found.append(HEAL_SELF)
                if company and state.ruleset.edition.classes[state.klass[seat]].heals:
                    add_healing(state, seat, company, found)
        found.append(END_TURN)
        return found

    def play(self, state: ManticoreState, action: Action) -> None:
        verb = action.verb
        if verb is MOVE:
            move(state, self.seat, action.a)
            state.push(self)
        elif action is END_TURN:
            state.tell(TURN_ENDED, self.seat)
        elif verb is ATTACKS:
            state.push(GO_ON)
            attack(state, self.seat, neighbour_being(state, self.seat, action.a))
        elif verb is JOINT:
            state.push(GO_ON)
            propose(state, self.seat, neighbour_being(state, self.seat, action.a))
        elif verb is GIVE:
            state.push(GO_ON)
            state.push(OfferItem(self.seat, neighbour_being(state, self.seat, action.a)))
        else:
            handle(state, self.seat, action)
            state.push(self)


def neighbour_being(state: ManticoreState, seat: int, d: int) -> int:
    return state.occupant[NEIGHBOUR[SIDES * state.cell[seat] + d]]


# What may be done


def attack_objection(state: ManticoreState, target: int) -> str | None:
    """MAN-1.3, MAN-6.1."""
    if target < MOST_SEATS and state.ruleset.coop:
        return "MAN-1.3"
    return None if state.pool > 0 else "MAN-6.1"


def joint_objection(state: ManticoreState, seat: int, target: int) -> str | None:
    """MAN-1.3, MAN-7.1, 7.2."""
    if target < MOST_SEATS and state.ruleset.coop:
        return "MAN-1.3"
    if state.pool == 0:
        return "MAN-7.1"
    if state.void & BEING[target]:
        return "MAN-7.2/void"
    return None if has_partner(state, seat, target) else "MAN-7.2"


def give_objection(state: ManticoreState, seat: int, receiver: int) -> str | None:
    """MAN-4.4, MAN-5.7: one point, and something that this hero has not already declined this turn."""
    if state.pool == 0:
        return "MAN-4.4/give"
    if state.held[seat] == 0:
        return "MAN-5.7"
    return None if may_offer(state, seat, receiver) else "MAN-5.7/declined"


def may_offer(state: ManticoreState, seat: int, receiver: int) -> bool:
    for field in range(FIELDS):
        if state.held[seat] >> FIELD * field & 7 and not was_declined(state, receiver, field):
            return True
    return False


def was_declined(state: ManticoreState, receiver: int, field: int) -> bool:
    return state.declined >> (FIELDS * receiver + field) & 1 == 1


def heal_objection(state: ManticoreState, patient: int) -> str | None:
    """MAN-4.4, MAN-8.2."""
    if state.life[patient] >= state.ruleset.edition.classes[state.klass[patient]].life:
        return "MAN-8.2"
    return None if state.pool >= HEAL_PRICE else "MAN-4.4/heal"


def ground_options(state: ManticoreState, here: int) -> list[Action]:
    """MAN-5.2: what lies on the hero's own cell, each kind and level once."""
    found: list[Action] = []
    last = -1
    for code in state.ground:
        if ground_cell(code) == here and code != last:
            found.append(PICK.at(ground_kind(code), ground_level(code)))
            last = code
    return found


def drop_options(state: ManticoreState, seat: int) -> list[Action]:
    """Everything a hero holds, each kind and level once (MAN-5.8)."""
    found: list[Action] = []
    stock = state.held[seat]
    field = 0
    while stock:
        if stock & 7:
            found.append(DROP.actions[field])
        stock >>= FIELD
        field += 1
    for spell in range(2):
        level = state.spells[2 * seat + spell]
        if level > 0:
            found.append(DROP.actions[LEVELS * (ARTIFACTS + spell) + level - 1])
    return found


def add_attacks(state: ManticoreState, seat: int, company: list[int], found: list[Action]) -> None:
    """Attacks, alone and together, on the beings in these directions."""
    for d in company:
        if attack_objection(state, neighbour_being(state, seat, d)) is None:
            found.append(ATTACKS.actions[d])
    if state.seats > 1:
        for d in company:
            if joint_objection(state, seat, neighbour_being(state, seat, d)) is None:
                found.append(JOINT.actions[d])


def add_gifts(state: ManticoreState, seat: int, company: list[int], found: list[Action]) -> None:
    for d in company:
        being = neighbour_being(state, seat, d)
        if being < MOST_SEATS and give_objection(state, seat, being) is None:
            found.append(GIVE.actions[d])


def add_healing(state: ManticoreState, seat: int, company: list[int], found: list[Action]) -> None:
    for d in company:
        being = neighbour_being(state, seat, d)
        if being < MOST_SEATS and heal_objection(state, being) is None:
            found.append(HEAL.actions[d])


# Doing it


def move(state: ManticoreState, seat: int, d: int) -> None:
    """MAN-4.7, 4.8; entering a location opens its pile (MAN-14.2), nearing the Cave wakes the Manticore
    (MAN-10.1).
    """
    here = state.cell[seat]
    there = NEIGHBOUR[SIDES * here + d]
    price = step_price(state.open_sides, here, d, there)
    state.pool -= price
    state.put(seat, there)
    state.tell(STEPPED, seat, there, price, state.pool)
    edition = state.ruleset.edition
    location = edition.location_of[there]
    if location >= FIRST_PILE:
        open_pile(state, location)
    if not state.awake and edition.near_cave[there]:
        state.awake = True
        state.tell(WOKE_BY_HERO, seat)


def attack(state: ManticoreState, seat: int, target: int) -> None:
    """MAN-6.1, 6.6: one point; only the first attack on an enemy in a turn is of a chosen type."""
    state.pool -= 1
    state.leader = seat
    state.terms = DEFAULT_TERMS
    by_card = state.attacked & BEING[target]
    state.attacked |= BEING[target]
    if target < MOST_SEATS:
        state.tell(ATTACKED_HERO, seat, target)
    else:
        state.tell(ATTACKED, seat, target)
    open_battle(state, BEING[seat], BEING[target], -1 if by_card else seat)


def handle(state: ManticoreState, seat: int, action: Action) -> None:
    """Taking, picking up, dropping and healing."""
    verb = action.verb
    if verb is TAKE:
        location = state.ruleset.edition.location_of[state.cell[seat]]
        state.pile[location] -= UNIT[action.b - 1]
        state.tell(TOOK, seat, action.a, action.b)
        receive(state, seat, action.a, action.b)
    elif verb is PICK:
        lift(state, state.cell[seat], action.a, action.b)
        state.tell(PICKED_UP, seat, action.a, action.b)
        receive(state, seat, action.a, action.b)
    elif verb is DROP:
        drop(state, seat, action.a, action.b)
    else:
        patient = seat if action is HEAL_SELF else neighbour_being(state, seat, action.a)
        state.pool -= HEAL_PRICE
        state.life[patient] += 1  # MAN-8.2
        state.tell(HEALED, seat, patient, state.life[patient])


def drop(state: ManticoreState, seat: int, kind: int, level: int) -> None:
    """MAN-5.8: an artifact stays on the cell, a spell leaves the game."""
    state.pool -= 1
    if kind >= ARTIFACTS:
        state.spells[2 * seat + kind - ARTIFACTS] = 0
        leave_game(state, kind, level)
        state.tell(SPELL_DROPPED, seat, kind, level)
    else:
        part_with(state, seat, kind, level)
        put_down(state, state.cell[seat], kind, level)
        state.tell(DROPPED, seat, kind, level)


class OfferItem(Decision[ManticoreState]):
    """Which artifact is offered (MAN-5.7)."""

    def __init__(self, seat: int, receiver: int) -> None:
        super().__init__(seat)
        self.receiver = receiver

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("receiver", "seat", self.receiver)]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return [ITEM.actions[field] for field in range(FIELDS) if state.held[self.seat] >> FIELD * field & 7]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        field = LEVELS * action.a + action.b - 1
        return "MAN-5.7/declined" if was_declined(state, self.receiver, field) else None

    def play(self, state: ManticoreState, action: Action) -> None:
        state.tell(OFFERED, self.seat, self.receiver, action.a, action.b)
        state.push(Consent(self.receiver, action))


class Consent(Decision[ManticoreState]):
    """The other hero takes the gift or declines it (MAN-5.7)."""

    def __init__(self, seat: int, item: Action) -> None:
        super().__init__(seat)
        self.item = item

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        item = self.item
        return [("giver", "seat", state.active), ("kind", "kind", item.a), ("level", "level", item.b)]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return CONSENT.actions

    def options(self, state: ManticoreState) -> list[Action]:
        return CONSENT.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        kind = self.item.a
        level = self.item.b
        giver = state.active
        if action.a == 0:
            state.declined |= 1 << (FIELDS * self.seat + LEVELS * kind + level - 1)
            state.tell(DECLINED, giver, self.seat, kind, level)
            return
        state.pool -= 1
        part_with(state, giver, kind, level)
        state.tell(GAVE, giver, self.seat, kind, level)
        receive(state, self.seat, kind, level)


GO_ON: Final = GoOn()
TURNS: Final[list[Turn]] = [Turn(seat) for seat in EVERY_SEAT]
MENUS: Final[list[Menu]] = [Menu(seat) for seat in EVERY_SEAT]
