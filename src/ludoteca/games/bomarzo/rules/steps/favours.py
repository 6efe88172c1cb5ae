"""What the divinities grant: BOM-8."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import COIN, DEA, DRAGO, FOOD, GENIO, GODS, ORCO, TARTARUGA
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, members
from ludoteca.games.bomarzo.rules.edition import DRAGO_POWER
from ludoteca.games.bomarzo.rules.state import SEATS, BomarzoState, Fief, SeatHappening
from ludoteca.games.bomarzo.rules.steps.development import DEVELOPING, MAY_WORK, advance, can_work, cards_for
from ludoteca.games.bomarzo.rules.steps.draws import begin_draw
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Audience, only
from ludoteca.kernel.state import Decision

GENIO_CARDS: Final = 2
DEA_STEPS: Final = 2


def promises_something(state: BomarzoState, fief: Fief, god: int) -> bool:
    """Whether the favour could do something for a seat, as far as the whole table can see."""
    if god == GENIO:
        return state.deck != 0 or state.discard != 0
    if god == ORCO:
        return any(edible(state, other) and in_reach(state, other) for other in range(GODS))
    if god == DEA:
        return can_work(state, fief)
    if god == TARTARUGA:
        return fief.hand != 0 and can_advance(state, fief)
    if god == DRAGO:
        return fief.hand != 0
    return fief.hand != 0 or fief.level1 & cards_for(state, god) != 0


class Favour(SeatHappening):
    """The favour of the divinity in hand, for the seat that paid."""

    def happen(self, state: BomarzoState) -> None:
        seat = self.owner
        god = state.god
        if not promises_something(state, state.fiefs[seat], god):
            state.tell(events.IN_VAIN, seat, god)
        elif god == GENIO:
            begin_draw(state, seat, GENIO_CARDS)
        elif god == ORCO:
            state.push(DEVOURINGS[seat])
        elif god == DEA:
            for _ in range(DEA_STEPS):
                state.push(MAY_WORK[seat])
        elif god == TARTARUGA:
            state.push(FIRST_STUDIES[seat])
        elif god == DRAGO:
            state.push(DEVOTIONS[seat])
        else:
            state.push(DEVELOPING[seat])


# Orco (BOM-8.2)


def in_reach(state: BomarzoState, god: int) -> bool:
    """Orco takes all of a kind from other divinities; from his own card only where the table plays so."""
    return god != ORCO or state.ruleset.orco_self


def swept(state: BomarzoState, god: int) -> bool:
    """Whether a sweep takes from a divinity: never from Orco himself."""
    return god != ORCO and edible(state, god)


def edible(state: BomarzoState, god: int) -> bool:
    """Whether food or coins lie on a divinity."""
    cubes = state.divinities[god].cubes
    return cubes[FOOD] + cubes[COIN] > 0


class Devour(Decision[BomarzoState]):
    """BOM-8.2: a cube from each of the others, or all cubes of one kind from one of them."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return DEVOUR_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is actions.ORCO_SWEEP:
            return None if any(swept(state, god) for god in range(GODS)) else "BOM-8.2/sweep"
        if not in_reach(state, action.a):
            return "BOM-8.2/self"
        return "BOM-8.2" if state.divinities[action.a].cubes[action.b] == 0 else None

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is not actions.ORCO_SWEEP:
            cubes = state.divinities[action.a].cubes
            number = cubes[action.b]
            cubes[action.b] = 0
            state.fiefs[self.seat].cubes[action.b] += number
            state.tell(events.DEVOURED, self.seat, number, action.b, action.a)
            return
        for god in reversed(state.order):
            if swept(state, god):
                state.push(SWEEPS[self.seat][god])


class Sweep(Decision[BomarzoState]):
    """One food or one coin from one of the divinities of a sweep."""

    def __init__(self, seat: int, god: int) -> None:
        super().__init__(seat)
        self.god = god

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.ORCO_PICK.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        return "BOM-8.2/kind" if state.divinities[self.god].cubes[action.a] == 0 else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", self.god)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.divinities[self.god].cubes[action.a] -= 1
        state.fiefs[self.seat].cubes[action.a] += 1
        state.tell(events.SWEPT, self.seat, action.a, self.god)


# Tartaruga (BOM-8.5)


def can_advance(state: BomarzoState, fief: Fief) -> bool:
    """Whether any own track is not yet at its end."""
    return min(fief.tracks) < state.ruleset.edition.track_end


class Study(Decision[BomarzoState]):
    """BOM-8.5: a card for a step, and a second card for a second step."""

    def __init__(self, seat: int, again: bool) -> None:
        super().__init__(seat)
        self.again = again

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [*[actions.STUDY[card] for card in members(state.fiefs[self.seat].hand)], actions.DECLINE]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("number", "number", 2 if self.again else 1)]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.DECLINE:
            if not self.again:
                state.tell(events.DECLINED, self.seat, TARTARUGA)
            return
        state.show_discard(state.fiefs[self.seat], action.a)
        state.tell(events.STUDIED, self.seat, action.a)
        if not self.again:
            state.push(LEARN_MORE[self.seat])
        state.push(STEPS_FORWARD[self.seat])


class LearnMore(SeatHappening):
    """After the first card a second one, if there is one and a track to go on."""

    def happen(self, state: BomarzoState) -> None:
        fief = state.fiefs[self.owner]
        if fief.hand and can_advance(state, fief):
            state.push(SECOND_STUDIES[self.owner])


class StepForward(Decision[BomarzoState]):
    """One step on a track that has not ended."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.ADVANCE.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        at_end = state.fiefs[self.seat].tracks[action.a] >= state.ruleset.edition.track_end
        return "BOM-9.7" if at_end else None

    def play(self, state: BomarzoState, action: Action) -> None:
        advance(state, self.seat, action.a, 1)


# Drago (BOM-8.6)


class DevoteMore(Decision[BomarzoState]):
    """Which card goes under a divinity; only its owner knows. BOM-10.5: the additional card of a power."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [actions.DEVOTE[card] for card in members(state.fiefs[self.seat].hand)]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.picked = action.a
        state.push(BURIALS[self.seat])


class Devote(DevoteMore):
    """BOM-8.6: a card under a divinity, or none."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [*super().candidates(state), actions.DECLINE]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return EVERYONE if action is actions.DECLINE else only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.DECLINE:
            state.tell(events.DECLINED, self.seat, DRAGO)
        else:
            super().play(state, action)


class Bury(Decision[BomarzoState]):
    """Under which divinity the chosen card goes."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.DEVOTE_UNDER.actions

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        fief = state.fiefs[seat]
        card = state.picked
        fief.hand &= ~ONE_CARD[card]
        fief.under[action.a] |= ONE_CARD[card]
        state.picked = 0
        state.confide(only(seat), events.DEVOTED, seat, action.a, card)
        if fief.hand and state.powers(fief, DRAGO_POWER):
            state.push(ONCE_MORE[seat])


class OnceMore(Decision[BomarzoState]):
    """BOM-10.5: the drago power lays one more card."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return MORE_CHOICE

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.DRAGO_MORE:
            state.rotate(state.fiefs[self.seat], DRAGO_POWER)
            state.push(ADDITIONS[self.seat])


DEVOUR_CHOICE: Final[list[Action]] = [actions.ORCO_SWEEP, *actions.ORCO_TAKE.actions]
MORE_CHOICE: Final[list[Action]] = [actions.DRAGO_MORE, actions.DRAGO_ENOUGH]

FAVOURS: Final[list[Favour]] = [Favour(seat) for seat in SEATS]
DEVOURINGS: Final[list[Devour]] = [Devour(seat) for seat in SEATS]
SWEEPS: Final[list[list[Sweep]]] = [[Sweep(seat, god) for god in range(GODS)] for seat in SEATS]
FIRST_STUDIES: Final[list[Study]] = [Study(seat, again=False) for seat in SEATS]
SECOND_STUDIES: Final[list[Study]] = [Study(seat, again=True) for seat in SEATS]
LEARN_MORE: Final[list[LearnMore]] = [LearnMore(seat) for seat in SEATS]
STEPS_FORWARD: Final[list[StepForward]] = [StepForward(seat) for seat in SEATS]
DEVOTIONS: Final[list[Devote]] = [Devote(seat) for seat in SEATS]
BURIALS: Final[list[Bury]] = [Bury(seat) for seat in SEATS]
ONCE_MORE: Final[list[OnceMore]] = [OnceMore(seat) for seat in SEATS]
ADDITIONS: Final[list[DevoteMore]] = [DevoteMore(seat) for seat in SEATS]
