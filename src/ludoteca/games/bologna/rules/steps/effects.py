"""What chosen dice do: BOL-3, and the thieves of BOL-5.40 and BOL-7.2."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.actions import (
    BRIGAND,
    CANCEL,
    DISCARD,
    FROM_POOL,
    MOST_SEATS,
    STEAL,
    SUFFER,
    TARGET,
)
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, KINDS, PEOPLE, TOWER, WINE
from ludoteca.games.bologna.rules.events import (
    CANCELLED,
    DISEASE,
    DRUNKENNESS,
    FELL_ASLEEP,
    GAINED,
    GAINED_BY_BOOK,
    INEBRIATION,
    LOST,
    LOST_NOTHING,
    NO_MORE_SLEEP,
    NOTHING_TO_STEAL,
    PLAGUE,
    POOL_EMPTY,
    REVOLUTION,
    STOLE,
)
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening

INEBRIATE: Final = 0
MAKE_DRUNK: Final = 1
REVOLT: Final = 2

EVERY_SEAT: Final = range(MOST_SEATS)


def lose(state: BolognaState, seat: int, kind: int) -> None:
    """A token goes back to the pool, if there is one to lose (BOL-3.12)."""
    if state.holds(seat, kind) > 0:
        state.discard(seat, kind)
        state.tell(LOST, seat, kind)
    else:
        state.tell(LOST_NOTHING, seat)


# Gaining


def gain(state: BolognaState, kind: int, by_book: bool) -> None:
    """The active player gains a token (BOL-3.1, 3.4, 3.5, 3.7), or steals it (BOL-5.40, BOL-7.2)."""
    seat = state.active
    brigand = state.players[seat].role == BRIGAND
    if (brigand or state.fools) and anybody_else_holds(state, kind):
        state.push(WHENCE[seat][kind])
    elif brigand or (state.fools and state.pool[kind] == 0):
        state.tell(NOTHING_TO_STEAL, seat, kind)
    else:
        take_from_pool(state, seat, kind, by_book)


def take_from_pool(state: BolognaState, seat: int, kind: int, by_book: bool = False) -> None:
    """BOL-3.13: an empty pool gives nothing."""
    if state.pool[kind] == 0:
        state.tell(POOL_EMPTY, seat, kind)
        return
    state.take(seat, kind)
    state.tell(GAINED_BY_BOOK if by_book else GAINED, seat, kind)


def anybody_else_holds(state: BolognaState, kind: int) -> bool:
    for seat in range(state.seats):
        if seat != state.active and state.holds(seat, kind) > 0:
            return True
    return False


class Whence(Decision[BolognaState]):
    """Where a thief's token comes from (BOL-5.40, BOL-7.2)."""

    def __init__(self, seat: int, kind: int) -> None:
        super().__init__(seat)
        self.kind = kind

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [("symbol", "symbol", self.kind)]

    def candidates(self, state: BolognaState) -> list[Action]:
        return [*STEAL.actions[: state.seats - 1], FROM_POOL]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        if action is FROM_POOL:
            if state.players[self.seat].role == BRIGAND:
                return "BOL-7.2"
            return "BOL-3.13" if state.pool[self.kind] == 0 else None
        victim = (self.seat + action.a) % state.seats
        if not state.players[victim].alive:
            return "BOL-4.8"
        return "BOL-5.40" if state.holds(victim, self.kind) == 0 else None

    def play(self, state: BolognaState, action: Action) -> None:
        if action is FROM_POOL:
            take_from_pool(state, self.seat, self.kind)
            return
        victim = (self.seat + action.a) % state.seats
        state.players[victim].tokens[self.kind] -= 1
        state.players[self.seat].tokens[self.kind] += 1
        state.tell(STOLE, self.seat, victim, self.kind)


# Naming a victim


class Target(Decision[BolognaState]):
    """The active player names whom the wine or the revolution hits (BOL-3.15)."""

    def __init__(self, seat: int, deed: int) -> None:
        super().__init__(seat)
        self.deed = deed

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [("deed", "deed", self.deed)]

    def option_details(self, state: BolognaState, action: Action) -> list[tuple[str, str, int]]:
        return [("deed", "deed", self.deed)]

    def candidates(self, state: BolognaState) -> list[Action]:
        return TARGET.actions[: state.seats]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        if action.a == 0:
            return None if state.ruleset.self_target else "BOL-3.15"
        return None if state.players[(self.seat + action.a) % state.seats].alive else "BOL-4.8"

    def play(self, state: BolognaState, action: Action) -> None:
        victim = (self.seat + action.a) % state.seats
        if self.deed == REVOLT:
            state.tell(REVOLUTION, self.seat, victim)
            revolution(state, self.seat, victim)
            return
        state.tell(INEBRIATION if self.deed == INEBRIATE else DRUNKENNESS, self.seat, victim)
        price = 1 if self.deed == INEBRIATE else 2
        if state.holds(victim, BOLOGNA) >= price:
            state.push(WINES[victim][self.deed])
        else:
            drink(state, victim, self.deed)


def drink(state: BolognaState, victim: int, deed: int) -> None:
    """The wine does its work (BOL-3.8, BOL-3.9)."""
    if deed == INEBRIATE:
        lose(state, victim, PEOPLE)
    elif state.players[victim].asleep or state.sleep_tokens == 0:
        state.tell(NO_MORE_SLEEP, victim)  # BOL-3.19
    else:
        state.players[victim].asleep = True
        state.sleep_tokens -= 1
        state.tell(FELL_ASLEEP, victim)


class Wine(Decision[BolognaState]):
    """The victim may pay Bologna to cancel the wine (BOL-3.8, 3.9, 3.20)."""

    def __init__(self, seat: int, deed: int) -> None:
        super().__init__(seat)
        self.deed = deed

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [
            ("attacker", "seat", state.active),
            ("number", "number", self.deed + 1),
            ("deed", "deed", self.deed),
        ]

    def candidates(self, state: BolognaState) -> list[Action]:
        return CANCEL_OR_SUFFER

    def play(self, state: BolognaState, action: Action) -> None:
        if action is CANCEL:
            price = self.deed + 1
            state.discard(self.seat, BOLOGNA, price)
            state.tell(CANCELLED, self.seat, price)
        else:
            drink(state, self.seat, self.deed)


def revolution(state: BolognaState, attacker: int, victim: int) -> None:
    """BOL-3.3: a Tower or a Book falls."""
    towers = state.holds(victim, TOWER)
    books = state.holds(victim, BOOK)
    if towers > 0 and books > 0:
        chooser = attacker if state.ruleset.attacker_picks else victim
        state.push(REVOLTS[chooser][victim])
    elif books > 0:
        lose(state, victim, BOOK)
    else:
        lose(state, victim, TOWER)


class Revolt(Decision[BolognaState]):
    """Tower or Book (BOL-3.3); the option `revolution_choice` says who decides."""

    def __init__(self, seat: int, victim: int) -> None:
        super().__init__(seat)
        self.victim = victim

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [("victim", "seat", self.victim), ("attacker", "seat", state.active)]

    def candidates(self, state: BolognaState) -> list[Action]:
        return TOWER_OR_BOOK

    def play(self, state: BolognaState, action: Action) -> None:
        lose(state, self.victim, action.a)


# Rats


def rats(state: BolognaState, plague: bool) -> None:
    """BOL-3.10, 3.11, 3.18: everybody alive is bitten, clockwise from the active player."""
    state.tell(PLAGUE if plague else DISEASE, state.active)
    if plague:
        state.push(PLAGUED_LARDERS)
    for offset in range(state.seats - 1, -1, -1):
        seat = (state.active + offset) % state.seats
        if state.players[seat].alive:
            state.push(RATS[seat])


class Rat(Decision[BolognaState]):
    """A player bitten by rats loses a People or, if he has both, may lose a Tower instead (BOL-3.10)."""

    def candidates(self, state: BolognaState) -> list[Action]:
        return self.options(state)

    def options(self, state: BolognaState) -> list[Action]:
        both = state.holds(self.seat, PEOPLE) > 0 and state.holds(self.seat, TOWER) > 0
        return PEOPLE_OR_TOWER if both else PEOPLE_ONLY

    def play(self, state: BolognaState, action: Action) -> None:
        lose(state, self.seat, action.a)


class PlaguedLarders(Happening[BolognaState]):
    """The Bologna of a Black Plague: nothing replaces it (BOL-3.11)."""

    def happen(self, state: BolognaState) -> None:
        for seat in range(state.seats):
            if state.holds(seat, BOLOGNA) > 0:
                lose(state, seat, BOLOGNA)


CANCEL_OR_SUFFER: Final[list[Action]] = [CANCEL, SUFFER]
TOWER_OR_BOOK: Final[list[Action]] = [DISCARD[TOWER], DISCARD[BOOK]]
PEOPLE_OR_TOWER: Final[list[Action]] = [DISCARD[PEOPLE], DISCARD[TOWER]]
PEOPLE_ONLY: Final[list[Action]] = [DISCARD[PEOPLE]]

WHENCE: Final[list[list[Whence]]] = [[Whence(seat, kind) for kind in range(KINDS)] for seat in EVERY_SEAT]
TARGETS: Final[list[list[Target]]] = [
    [Target(seat, deed) for deed in (INEBRIATE, MAKE_DRUNK, REVOLT)] for seat in EVERY_SEAT
]
WINES: Final[list[list[Wine]]] = [
    [Wine(seat, deed) for deed in (INEBRIATE, MAKE_DRUNK)] for seat in EVERY_SEAT
]
REVOLTS: Final[list[list[Revolt]]] = [[Revolt(seat, victim) for victim in EVERY_SEAT] for seat in EVERY_SEAT]
RATS: Final[list[Rat]] = [Rat(seat) for seat in EVERY_SEAT]
PLAGUED_LARDERS: Final = PlaguedLarders()


def single_effect(state: BolognaState, symbol: int, by_book: bool) -> None:
    """One die (BOL-3.1 to 3.10), its face or what a Book stands for."""
    if symbol < KINDS:
        gain(state, symbol, by_book)
    elif symbol == WINE:
        state.push(TARGETS[state.active][INEBRIATE])
    else:
        rats(state, plague=False)


def pair_effect(state: BolognaState, symbol: int) -> None:
    """Two dice (BOL-3.2, 3.9, 3.11)."""
    if symbol == PEOPLE:
        state.push(TARGETS[state.active][REVOLT])
    elif symbol == WINE:
        state.push(TARGETS[state.active][MAKE_DRUNK])
    else:
        rats(state, plague=True)
