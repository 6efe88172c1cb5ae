"""The turn of a hero: moving, taking, giving, dropping, healing, attacking (MAN-4, MAN-5, MAN-8.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.manticore.rules import events, gear
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
from ludoteca.games.manticore.rules.beings import NO_SPELLS, USUAL_SHARES
from ludoteca.games.manticore.rules.edition import FIRST_PILE
from ludoteca.games.manticore.rules.land import CELLS, NEAR, NEIGHBOURS, OFF_BOARD, ROUGH_PRICE, SIDES
from ludoteca.games.manticore.rules.state import EMPTY, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import EVERY_SEAT, open_battle
from ludoteca.games.manticore.rules.steps.joint import has_partner, propose
from ludoteca.games.manticore.rules.strengths import BEING
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening

HEAL_PRICE: Final = 2


class Turn(Happening[ManticoreState]):
    """A living hero's turn begins with its pool of initiative points (MAN-4.3)."""

    def __init__(self, hero: int) -> None:
        super().__init__()
        self.hero = hero

    def happen(self, state: ManticoreState) -> None:
        hero = self.hero
        if state.heroes[hero].life == 0:
            return
        state.active = -1
        state.pool = state.spare(hero)
        state.active = hero
        state.heroes[hero].old_boots = 0  # MAN-5.5
        state.attacked = 0
        state.void = 0
        for other in state.heroes:
            other.declined = 0
        state.tell(events.TURN, hero, state.pool)
        state.push(MENUS[hero])


class GoOn(Happening[ManticoreState]):
    """After a battle, a gift or a proposal the turn goes on, unless the hero has died (MAN-4.6)."""

    def happen(self, state: ManticoreState) -> None:
        if state.heroes[state.active].life > 0:
            state.push(MENUS[state.active])
        else:
            state.tell(events.TURN_ENDED, state.active)


class Menu(Decision[ManticoreState]):
    """What a hero does next (MAN-4.4 to 4.6)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("left", "number", state.pool)]

    def candidates(self, state: ManticoreState) -> list[Action]:
        """Every step to a cell of the board, every being, token and wound within reach."""
        here = state.heroes[self.seat].cell
        near = NEIGHBOURS[here]
        beside = [state.occupant[cell] if cell != OFF_BOARD else EMPTY for cell in near]
        beings = [d for d in range(SIDES) if beside[d] != EMPTY]
        heroes = [d for d in beings if beside[d] < MOST_SEATS]
        found = [MOVE[d] for d in range(SIDES) if near[d] != OFF_BOARD]
        found += [ATTACKS[d] for d in beings]
        if state.seats > 1:
            found += [JOINT[d] for d in beings]
        location = state.ruleset.edition.location_of[here]
        if location >= FIRST_PILE:
            kind, pile = state.pile_kind[location], state.pile[location]
            found += [TAKE.at(kind, field + 1) for field in gear.fields_in(pile)]
        found += lying_here(state, here)
        found += [GIVE[d] for d in heroes]
        found += [DROP.at(kind, level) for kind, level in belongings(state, self.seat)]
        found.append(HEAL_SELF)
        found += [HEAL[d] for d in heroes]
        found.append(END_TURN)
        return found

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        verb = action.verb
        if action is END_TURN or verb is PICK:
            return None
        if action is HEAL_SELF:
            return heal_objection(state, self.seat)
        hero = state.heroes[self.seat]
        if verb is TAKE:
            return "MAN-5.6" if action.a >= ARTIFACTS and hero.spells[action.a - ARTIFACTS] > 0 else None
        if verb is DROP:
            return None if state.pool > 0 else "MAN-4.4/drop"
        being = state.occupant[NEIGHBOURS[hero.cell][action.a]]
        if verb is MOVE:
            if being != EMPTY:
                return "MAN-4.7"
            return None if state.pool >= state.roads.price(hero.cell, action.a) else "MAN-4.8"
        if verb is ATTACKS:
            return attack_objection(state, being)
        if verb is JOINT:
            return joint_objection(state, self.seat, being)
        if verb is GIVE:
            return give_objection(state, self.seat, being)
        if not state.ruleset.edition.classes[hero.klass].heals:
            return "MAN-8.2/mage"
        return heal_objection(state, being)

    def options(self, state: ManticoreState) -> list[Action]:
        # By hand, in one walk around the cell: asking for each objection takes a third of a random match.
        hero = state.heroes[self.seat]
        here = hero.cell
        around = NEIGHBOURS[here]
        pool = state.pool
        steps = MOVE.actions
        found: list[Action] = []
        company: list[int] = []
        if pool > 0:
            first: i64 = SIDES * here
            side: i64
            for side in range(i64(SIDES)):
                near: i64 = NEAR[first + side]
                if near == CELLS:
                    continue
                if state.occupant[near] != EMPTY:
                    company.append(side)
                elif pool >= ROUGH_PRICE or state.roads.price(here, side) <= pool:
                    found.append(steps[side])
            for d in company:
                if attack_objection(state, state.occupant[around[d]]) is None:
                    found.append(ATTACKS.actions[d])
            if company and state.seats > 1:
                for d in company:
                    if joint_objection(state, self.seat, state.occupant[around[d]]) is None:
                        found.append(JOINT.actions[d])
        location = state.ruleset.edition.location_of[here]
        if location >= FIRST_PILE and state.pile[location]:
            kind = state.pile_kind[location]
            if kind < ARTIFACTS or hero.spells[kind - ARTIFACTS] == 0:
                found += [TAKE.at(kind, field + 1) for field in gear.fields_in(state.pile[location])]
        if state.ground:
            found += lying_here(state, here)
        if pool > 0:
            heroes = [d for d in company if state.occupant[around[d]] < MOST_SEATS]
            for d in heroes:
                if give_objection(state, self.seat, state.occupant[around[d]]) is None:
                    found.append(GIVE.actions[d])
            if hero.held or hero.spells != NO_SPELLS:
                found += [DROP.at(kind, level) for kind, level in belongings(state, self.seat)]
            if heal_objection(state, self.seat) is None:
                found.append(HEAL_SELF)
            if state.ruleset.edition.classes[hero.klass].heals:
                for d in heroes:
                    if heal_objection(state, state.occupant[around[d]]) is None:
                        found.append(HEAL.actions[d])
        found.append(END_TURN)
        return found

    def play(self, state: ManticoreState, action: Action) -> None:
        verb = action.verb
        if verb is MOVE:
            move(state, self.seat, action.a)
            state.push(self)
        elif action is END_TURN:
            state.tell(events.TURN_ENDED, self.seat)
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
    return state.occupant[NEIGHBOURS[state.heroes[seat].cell][d]]


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
    if state.heroes[seat].held == 0:
        return "MAN-5.7"
    for field in gear.fields_in(state.heroes[seat].held):
        if not state.heroes[receiver].declined >> field & 1:
            return None
    return "MAN-5.7/declined"


def heal_objection(state: ManticoreState, patient: int) -> str | None:
    """MAN-4.4, MAN-8.2."""
    hero = state.heroes[patient]
    if hero.life >= state.ruleset.edition.classes[hero.klass].life:
        return "MAN-8.2"
    return None if state.pool >= HEAL_PRICE else "MAN-4.4/heal"


def lying_here(state: ManticoreState, here: int) -> list[Action]:
    """MAN-5.2: what lies on the hero's own cell, each kind and level once."""
    codes = [code for code in state.ground if gear.ground_cell(code) == here]
    return [PICK.at(gear.ground_kind(code), gear.ground_level(code)) for code in sorted(set(codes))]


def belongings(state: ManticoreState, seat: int) -> list[tuple[int, int]]:
    """Kind and level of everything a hero holds, each once (MAN-5.8)."""
    hero = state.heroes[seat]
    found = [(field // LEVELS, field % LEVELS + 1) for field in gear.fields_in(hero.held)]
    found += [(ARTIFACTS + spell, level) for spell, level in enumerate(hero.spells) if level > 0]
    return found


# Doing it


def move(state: ManticoreState, seat: int, d: int) -> None:
    """MAN-4.7, 4.8. A location's pile is opened (MAN-14.2); near the Cave the Manticore wakes (MAN-10.1)."""
    here = state.heroes[seat].cell
    there = NEIGHBOURS[here][d]
    price = state.roads.price(here, d)
    state.pool -= price
    state.put(seat, there)
    state.tell(events.STEPPED, seat, there, price, state.pool)
    edition = state.ruleset.edition
    location = edition.location_of[there]
    if location >= FIRST_PILE:
        gear.open_pile(state, location)
    if not state.manticore.awake and edition.near_cave[there]:
        state.manticore.awake = True
        state.tell(events.WOKE_BY_HERO, seat)


def attack(state: ManticoreState, seat: int, target: int) -> None:
    """MAN-6.1, 6.6: one point; only the first attack on an enemy in a turn is of a chosen type."""
    state.pool -= 1
    state.battle.leader = seat
    state.battle.shares = USUAL_SHARES
    by_card = state.attacked & BEING[target]
    state.attacked |= BEING[target]
    state.tell(events.ATTACKED_HERO if target < MOST_SEATS else events.ATTACKED, seat, target)
    open_battle(state, BEING[seat], BEING[target], -1 if by_card else seat)


def handle(state: ManticoreState, seat: int, action: Action) -> None:
    """Taking, picking up, dropping and healing."""
    verb = action.verb
    hero = state.heroes[seat]
    if verb is TAKE:
        gear.take_off(state, state.ruleset.edition.location_of[hero.cell], action.b)
        state.tell(events.TOOK, seat, action.a, action.b)
        gear.receive(state, seat, action.a, action.b)
    elif verb is PICK:
        gear.lift(state, hero.cell, action.a, action.b)
        state.tell(events.PICKED_UP, seat, action.a, action.b)
        gear.receive(state, seat, action.a, action.b)
    elif verb is DROP:
        drop(state, seat, action.a, action.b)
    else:
        patient = seat if action is HEAL_SELF else neighbour_being(state, seat, action.a)
        state.pool -= HEAL_PRICE
        state.heroes[patient].life += 1  # MAN-8.2
        state.tell(events.HEALED, seat, patient, state.heroes[patient].life)


def drop(state: ManticoreState, seat: int, kind: int, level: int) -> None:
    """MAN-5.8: an artifact stays on the cell, a spell leaves the game."""
    state.pool -= 1
    if kind >= ARTIFACTS:
        gear.use_spell(state, seat, kind - ARTIFACTS)
        state.tell(events.SPELL_DROPPED, seat, kind, level)
    else:
        gear.part_with(state, seat, kind, level)
        gear.put_down(state, state.heroes[seat].cell, kind, level)
        state.tell(events.DROPPED, seat, kind, level)


class OfferItem(Decision[ManticoreState]):
    """Which artifact is offered (MAN-5.7)."""

    def __init__(self, seat: int, receiver: int) -> None:
        super().__init__(seat)
        self.receiver = receiver

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("receiver", "seat", self.receiver)]

    def candidates(self, state: ManticoreState) -> list[Action]:
        return [ITEM.actions[field] for field in gear.fields_in(state.heroes[self.seat].held)]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        declined = state.heroes[self.receiver].declined >> gear.field_of(action.a, action.b) & 1
        return "MAN-5.7/declined" if declined else None

    def play(self, state: ManticoreState, action: Action) -> None:
        state.tell(events.OFFERED, self.seat, self.receiver, action.a, action.b)
        state.push(Consent(self.receiver, action))


class Consent(Decision[ManticoreState]):
    """The other hero takes the gift or declines it (MAN-5.7)."""

    def __init__(self, seat: int, item: Action) -> None:
        super().__init__(seat)
        self.item = item

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        item = self.item
        return [("giver", "seat", state.active), ("kind", "kind", item.a), ("level", "level", item.b)]

    def candidates(self, state: ManticoreState) -> list[Action]:
        return CONSENT.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        kind = self.item.a
        level = self.item.b
        giver = state.active
        if action.a == 0:
            state.heroes[self.seat].declined |= 1 << gear.field_of(kind, level)
            state.tell(events.DECLINED, giver, self.seat, kind, level)
            return
        state.pool -= 1
        gear.part_with(state, giver, kind, level)
        state.tell(events.GAVE, giver, self.seat, kind, level)
        gear.receive(state, self.seat, kind, level)


GO_ON: Final = GoOn()
TURNS: Final[list[Turn]] = [Turn(seat) for seat in EVERY_SEAT]
MENUS: Final[list[Menu]] = [Menu(seat) for seat in EVERY_SEAT]
