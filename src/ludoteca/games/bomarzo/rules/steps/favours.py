"""What the divinities grant: BOM-8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.bomarzo.rules.actions import (
    ADVANCE,
    DEA,
    DECLINE,
    DEVOTE,
    DEVOTE_UNDER,
    DRAGO,
    DRAGO_ENOUGH,
    DRAGO_MORE,
    GENIO,
    GODS,
    ORCO,
    ORCO_PICK,
    ORCO_SWEEP,
    ORCO_TAKE,
    STUDY,
    TARTARUGA,
    TRACKS,
)
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, members
from ludoteca.games.bomarzo.rules.edition import DRAGO_POWER
from ludoteca.games.bomarzo.rules.events import DECLINED, DEVOTED, DEVOURED, IN_VAIN, STUDIED, SWEPT
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.development import (
    DEVELOPMENTS,
    DEVELOPS,
    MAY_WORK,
    advance,
    can_work,
)
from ludoteca.games.bomarzo.rules.steps.draws import SEATS, begin_draw
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Audience, only
from ludoteca.kernel.state import Decision, Happening

GENIO_CARDS: Final = 2
DEA_STEPS: Final = 2
STUDY_CARDS: Final = 2


def promises_something(state: BomarzoState, seat: int, god: int) -> bool:
    """Whether the favour could do something for a seat, as far as the whole table can see."""
    if god == GENIO:
        return state.deck != 0 or state.discard != 0
    if god == ORCO:
        return something_to_devour(state)
    if god == DEA:
        return can_work(state, seat)
    if god == TARTARUGA:
        return state.hand[seat] != 0 and can_advance(state, seat)
    if god == DRAGO:
        return state.hand[seat] != 0
    showing = state.ruleset.edition.showing[DEVELOPS[god]]
    return state.hand[seat] != 0 or state.level1[seat] & showing != 0


class Favour(Happening[BomarzoState]):
    """The favour of the divinity in hand, for the seat that paid."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def happen(self, state: BomarzoState) -> None:
        seat = self.receiver
        god = state.god
        if not promises_something(state, seat, god):
            state.tell(IN_VAIN, seat, god)
        elif god == GENIO:
            begin_draw(state, seat, GENIO_CARDS)
        elif god == ORCO:
            state.push(DEVOURINGS[seat])
        elif god == DEA:
            for _ in range(DEA_STEPS):
                state.push(MAY_WORK[seat])
        elif god == TARTARUGA:
            state.push(STUDIES[STUDY_CARDS * seat])
        elif god == DRAGO:
            state.push(DEVOTIONS[seat])
        else:
            state.push(DEVELOPMENTS[seat])


# Orco (BOM-8.2)


def in_reach(state: BomarzoState, god: int) -> bool:
    """Orco takes all of a kind from other divinities; from his own card only where the table plays so."""
    return god != ORCO or state.ruleset.orco_self


def something_to_devour(state: BomarzoState) -> bool:
    for god in range(GODS):
        if edible(state, god) and in_reach(state, god):
            return True
    return False


def something_to_sweep(state: BomarzoState) -> bool:
    for god in range(GODS):
        if swept(state, god):
            return True
    return False


def swept(state: BomarzoState, god: int) -> bool:
    """Whether a sweep takes from a divinity: never from Orco himself."""
    return god != ORCO and edible(state, god)


def edible(state: BomarzoState, god: int) -> bool:
    """Whether food or coins lie on a divinity."""
    return state.lying[3 * god] + state.lying[3 * god + 1] > 0


class Devour(Decision[BomarzoState]):
    """BOM-8.2: a cube from each of the others, or all cubes of one kind from one of them."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return DEVOUR_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is ORCO_SWEEP:
            return None if something_to_sweep(state) else "BOM-8.2/sweep"
        if not in_reach(state, action.a):
            return "BOM-8.2/self"
        return "BOM-8.2" if state.lying[3 * action.a + action.b] == 0 else None

    def options(self, state: BomarzoState) -> list[Action]:
        found: list[Action] = [ORCO_SWEEP] if something_to_sweep(state) else []
        for god in range(GODS):
            if in_reach(state, god):
                if state.lying[3 * god]:
                    found.append(ORCO_TAKE.actions[2 * god])
                if state.lying[3 * god + 1]:
                    found.append(ORCO_TAKE.actions[2 * god + 1])
        return found

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is not ORCO_SWEEP:
            number = state.lying[3 * action.a + action.b]
            state.lying[3 * action.a + action.b] = 0
            state.cubes[3 * self.seat + action.b] += number
            state.tell(DEVOURED, self.seat, number, action.b, action.a)
            return
        for place in range(GODS - 1, -1, -1):
            god = state.order[place]
            if swept(state, god):
                state.push(SWEEPS[GODS * self.seat + god])


class Sweep(Decision[BomarzoState]):
    """One food or one coin from one of the divinities of a sweep."""

    def __init__(self, seat: int, god: int) -> None:
        super().__init__(seat)
        self.god = god

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return ORCO_PICK.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        return "BOM-8.2/kind" if state.lying[3 * self.god + action.a] == 0 else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", self.god)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.lying[3 * self.god + action.a] -= 1
        state.cubes[3 * self.seat + action.a] += 1
        state.tell(SWEPT, self.seat, action.a, self.god)


# Tartaruga (BOM-8.5)


def can_advance(state: BomarzoState, seat: int) -> bool:
    """Whether any own track is not yet at its end."""
    end = state.ruleset.edition.track_end
    base = len(TRACKS) * seat
    return state.tracks[base] < end or state.tracks[base + 1] < end or state.tracks[base + 2] < end


class Study(Decision[BomarzoState]):
    """BOM-8.5: a card for a step, and a second card for a second step."""

    def __init__(self, seat: int, nth: int) -> None:
        super().__init__(seat)
        self.nth = nth

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return self.options(state)

    def options(self, state: BomarzoState) -> list[Action]:
        found = [STUDY[card] for card in members(state.hand[self.seat])]
        found.append(DECLINE)
        return found

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("number", "number", self.nth)]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is DECLINE:
            if self.nth == 1:
                state.tell(DECLINED, self.seat, TARTARUGA)
            return
        state.show_discard(self.seat, action.a)
        state.tell(STUDIED, self.seat, action.a)
        state.push(LEARN_MORE[STUDY_CARDS * self.seat + self.nth - 1])
        state.push(STEPS_FORWARD[self.seat])


class LearnMore(Happening[BomarzoState]):
    """After the first card a second one, if there is one and a track to go on."""

    def __init__(self, learner: int, nth: int) -> None:
        super().__init__()
        self.learner = learner
        self.nth = nth

    def happen(self, state: BomarzoState) -> None:
        seat = self.learner
        if self.nth < STUDY_CARDS and state.hand[seat] and can_advance(state, seat):
            state.push(STUDIES[STUDY_CARDS * seat + self.nth])


class StepForward(Decision[BomarzoState]):
    """One step on a track that has not ended."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return ADVANCE.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        at_end = state.tracks[len(TRACKS) * self.seat + action.a] >= state.ruleset.edition.track_end
        return "BOM-9.7" if at_end else None

    def play(self, state: BomarzoState, action: Action) -> None:
        advance(state, self.seat, action.a, 1)


# Drago (BOM-8.6)


class Devote(Decision[BomarzoState]):
    """BOM-8.6: which card goes under a divinity; only its owner knows."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return self.options(state)

    def options(self, state: BomarzoState) -> list[Action]:
        found = [DEVOTE[card] for card in members(state.hand[self.seat])]
        found.append(DECLINE)
        return found

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return EVERYONE if action is DECLINE else only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is DECLINE:
            state.tell(DECLINED, self.seat, DRAGO)
            return
        state.picked = action.a
        state.push(BURIALS[self.seat])


class Bury(Decision[BomarzoState]):
    """Under which divinity the chosen card goes."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return DEVOTE_UNDER.actions

    def options(self, state: BomarzoState) -> list[Action]:
        return DEVOTE_UNDER.actions

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        card = state.picked
        state.hand[seat] &= ~ONE_CARD[card]
        state.under[GODS * seat + action.a] |= ONE_CARD[card]
        state.picked = 0
        state.confide(only(seat), DEVOTED, seat, action.a, card)
        if state.hand[seat] and state.powers(seat, DRAGO_POWER):
            state.push(ONCE_MORE[seat])


class OnceMore(Decision[BomarzoState]):
    """BOM-10.5: the drago power lays one more card."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return MORE_CHOICE

    def options(self, state: BomarzoState) -> list[Action]:
        return MORE_CHOICE

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is DRAGO_MORE:
            state.rotate(self.seat, DRAGO_POWER)
            state.push(ADDITIONS[self.seat])


class DevoteMore(Decision[BomarzoState]):
    """The additional card of a drago power."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return self.options(state)

    def options(self, state: BomarzoState) -> list[Action]:
        return [DEVOTE[card] for card in members(state.hand[self.seat])]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.picked = action.a
        state.push(BURIALS[self.seat])


DEVOUR_CHOICE: Final[list[Action]] = [ORCO_SWEEP, *ORCO_TAKE.actions]
MORE_CHOICE: Final[list[Action]] = [DRAGO_MORE, DRAGO_ENOUGH]

FAVOURS: Final[list[Favour]] = [Favour(seat) for seat in SEATS]
DEVOURINGS: Final[list[Devour]] = [Devour(seat) for seat in SEATS]
SWEEPS: Final[list[Sweep]] = [Sweep(seat, god) for seat in SEATS for god in range(GODS)]
STUDIES: Final[list[Study]] = [Study(seat, nth) for seat in SEATS for nth in (1, 2)]
LEARN_MORE: Final[list[LearnMore]] = [LearnMore(seat, nth) for seat in SEATS for nth in (1, 2)]
STEPS_FORWARD: Final[list[StepForward]] = [StepForward(seat) for seat in SEATS]
DEVOTIONS: Final[list[Devote]] = [Devote(seat) for seat in SEATS]
BURIALS: Final[list[Bury]] = [Bury(seat) for seat in SEATS]
ONCE_MORE: Final[list[OnceMore]] = [OnceMore(seat) for seat in SEATS]
ADDITIONS: Final[list[DevoteMore]] = [DevoteMore(seat) for seat in SEATS]
