"""Before the roads: turn order, hidden piles, classes and starting cells (MAN-2, MAN-14.1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.actions import CHOOSE_CLASS, HEROINE, LAID, START
from ludoteca.games.manticore.rules.edition import CITY, FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.events import (
    BECAME,
    BECAME_HEROINE,
    ENTERED,
    PILE_LAID,
    THREW,
    TURN_ORDER,
)
from ludoteca.games.manticore.rules.gear import packed
from ludoteca.games.manticore.rules.road_places import places
from ludoteca.games.manticore.rules.state import EMPTY, MANTICORE, ManticoreState, Ruleset, replaced
from ludoteca.games.manticore.rules.steps.battle import EVERY_SEAT, Dealt, Die
from ludoteca.games.manticore.rules.steps.roads import PAVE
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import NO_ONE, Audience
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import Decision, Happening

NO_KIND: Final = -1


def lay_table(setup: Setup) -> ManticoreState:
    """MAN-2.1 to 2.4: tokens mixed, piles laid, the Manticore asleep in its lair."""
    ruleset = Ruleset(setup)
    state = ManticoreState(ruleset)
    edition = ruleset.edition
    state.manticore.life = ruleset.manticore_life
    state.put(MANTICORE, edition.fireway[0])
    state.roads.placeable = places(state)
    state.push(CHOOSE)
    if ruleset.hidden:
        state.pile_kind = (NO_KIND,) * LOCATIONS
        for location in range(LOCATIONS - 1, FIRST_PILE - 1, -1):
            state.push(PILES[location])
    else:
        state.known = state.opened = (1 << LOCATIONS) - 1
        for location in range(FIRST_PILE, LOCATIONS):
            lay_pile(state, location, edition.locations[location].holds)
    if ruleset.dice_order and setup.seats > 1:
        throw(state, list(range(setup.seats)))
    else:
        state.order = tuple(range(setup.seats))
    return state


def lay_pile(state: ManticoreState, location: int, kind: int) -> None:
    """MAN-2.2, 2.3: a pile lies in its location, the strongest token on top."""
    state.pile_kind = replaced(state.pile_kind, location, kind)
    levels = state.ruleset.edition.pile_levels(kind, state.seats)
    state.pile = replaced(state.pile, location, packed(levels))


# The turn order by dice


def throw(state: ManticoreState, seats: list[int]) -> None:
    """MAN-2.5: these seats roll for their places."""
    state.push(Compare(seats))
    for seat in reversed(seats):
        state.push(Throw(seat))


class Throw(Die):
    """A seat rolls the die for its place in the turn order."""

    def __init__(self, thrower: int) -> None:
        super().__init__()
        self.thrower = thrower

    def stream(self) -> str:
        return "order"

    def play(self, state: ManticoreState, action: Action) -> None:
        state.throws = (*state.throws, action.a)
        state.tell(THREW, self.thrower, action.a)


class Compare(Happening[ManticoreState]):
    """Higher rolls go first; seats that tie roll again among themselves (MAN-2.5)."""

    def __init__(self, throwers: list[int]) -> None:
        super().__init__()
        self.throwers = throwers

    def happen(self, state: ManticoreState) -> None:
        throws = state.throws
        state.throws = ()
        for number in range(1, 7):  # the last pushed is the first to go
            tied = [seat for seat, thrown in zip(self.throwers, throws, strict=True) if thrown == number]
            if len(tied) == 1:
                state.push(RANKS[tied[0]])
            elif tied:
                throw(state, tied)


class Rank(Happening[ManticoreState]):
    """A seat has the next place in the turn order."""

    def __init__(self, ranked: int) -> None:
        super().__init__()
        self.ranked = ranked

    def happen(self, state: ManticoreState) -> None:
        state.order = (*state.order, self.ranked)
        state.tell(TURN_ORDER, self.ranked, len(state.order))


# Hidden piles


class Pile(Dealt):
    """MAN-14.1: a pile of the right group is laid face down; nobody sees which, nor how high it is."""

    def __init__(self, location: int) -> None:
        super().__init__()
        self.location = location

    def stream(self) -> str:
        return "piles"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(LAID[kind], 1) for kind in kinds_left(state, self.location)]

    def audience(self, state: ManticoreState, action: Action) -> Audience:
        return NO_ONE

    def play(self, state: ManticoreState, action: Action) -> None:
        lay_pile(state, self.location, action.a)
        state.confide(NO_ONE, PILE_LAID, self.location, action.a)


def kinds_left(state: ManticoreState, location: int) -> list[int]:
    """The kinds of the location's group that lie nowhere yet."""
    locations = state.ruleset.edition.locations
    magical = locations[location].magical
    group = [other.holds for other in locations[FIRST_PILE:] if other.magical == magical]
    return [kind for kind in sorted(group) if kind not in state.pile_kind]


# Classes and starting cells


class Choose(Happening[ManticoreState]):
    """MAN-2.6: in turn order everybody chooses a class and a cell of the City; then the roads are paved."""

    def happen(self, state: ManticoreState) -> None:
        state.push(PAVE)
        for seat in reversed(state.order):
            state.push(STARTS[seat])
            state.push(CLASS_CHOICES[seat])


class ChooseClass(Decision[ManticoreState]):
    """A seat chooses a class that nobody has taken, and a hero or a heroine (MAN-2.6)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return HEROES_AND_HEROINES

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        for hero in state.heroes:
            if hero.klass == action.a:
                return "MAN-2.6"
        return None

    def play(self, state: ManticoreState, action: Action) -> None:
        hero = state.heroes[self.seat]
        hero.klass = action.a
        hero.heroine = action.verb is HEROINE
        hero.life = state.ruleset.edition.classes[action.a].life  # MAN-2.7
        state.tell(BECAME_HEROINE if hero.heroine else BECAME, self.seat, action.a)


class StartCell(Decision[ManticoreState]):
    """A seat puts its hero on a free cell of the City (MAN-2.6)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return START.actions[: len(state.ruleset.edition.locations[CITY].cells)]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        cell = state.ruleset.edition.locations[CITY].cells[action.a]
        return None if state.occupant[cell] == EMPTY else "MAN-2.6/cell"

    def play(self, state: ManticoreState, action: Action) -> None:
        cell = state.ruleset.edition.locations[CITY].cells[action.a]
        state.put(self.seat, cell)
        state.tell(ENTERED, self.seat, cell)


HEROES_AND_HEROINES: Final[list[Action]] = [*CHOOSE_CLASS.actions, *HEROINE.actions]
CHOOSE: Final = Choose()
RANKS: Final[list[Rank]] = [Rank(seat) for seat in EVERY_SEAT]
PILES: Final[list[Pile]] = [Pile(location) for location in range(LOCATIONS)]
CLASS_CHOICES: Final[list[ChooseClass]] = [ChooseClass(seat) for seat in EVERY_SEAT]
STARTS: Final[list[StartCell]] = [StartCell(seat) for seat in EVERY_SEAT]
