"""The rules, in the order of the rulebook."""

from __future__ import annotations

from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Audience, only
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.state import Chance, Decision, Happening

from .state import BOAR, DIG, DUG, HOME, OVER, SNIFF, SNIFFED, TILE, TRAMPLED, UNSEEN, WENT_HOME, Wood


class Turn(Decision[Wood]):
    """TAR-2.1, TAR-2.2: dig, dig again, go home; and before all that, let the dog sniff."""

    def __init__(self, seat: int, sniffed: bool = False, dug: bool = False) -> None:
        super().__init__(seat)
        self.sniffed = sniffed
        self.dug = dug

    def details(self, state: Wood) -> list[tuple[str, str, int]]:
        return [("number", "number", state.basket)]

    def candidates(self, state: Wood) -> list[Action]:
        return [*SNIFF.actions, *DIG.actions, HOME]

    def objection(self, state: Wood, action: Action) -> str | None:
        if action is HOME:
            return None if self.dug else "TAR-2.1"
        if state.open[action.a]:
            return "TAR-2.3"
        if action.verb is DIG:
            return None
        if self.sniffed or self.dug:
            return "TAR-2.2"
        if state.biscuits[self.seat] == 0:
            return "TAR-2.2/biscuits"
        return "TAR-2.2/known" if state.knows(self.seat, action.a) else None

    def play(self, state: Wood, action: Action) -> None:
        if action is HOME:
            go_home(state, self.seat)
        elif action.verb is SNIFF:
            state.biscuits[self.seat] -= 1
            state.push(Turn(self.seat, sniffed=True))
            state.push(Look(self.seat, action.a))
            find(state, action.a, only(self.seat))
        else:
            state.push(Open(self.seat, action.a))
            find(state, action.a, EVERYONE)


def find(state: Wood, place: int, audience: Audience) -> None:
    """TAR-1.1: what nobody has looked at yet comes out of the bag now."""
    if state.tiles[place] == UNSEEN:
        state.push(Find(place, audience))


class Find(Chance[Wood]):
    """TAR-1.1: a tile from the bag. Whoever looks at it sees what it is."""

    def __init__(self, place: int, audience: Audience) -> None:
        super().__init__()
        self.place = place
        self.whoever = audience

    def odds(self, state: Wood) -> list[tuple[Action, int]]:
        return [(TILE[tile], count) for tile, count in enumerate(state.bag) if count]

    def audience(self, state: Wood, action: Action) -> Audience:
        return self.whoever

    def play(self, state: Wood, action: Action) -> None:
        state.bag[action.a] -= 1
        state.tiles[self.place] = action.a


class Look(Happening[Wood]):
    """TAR-2.2: the tile is shown to one seat, and put back."""

    def __init__(self, owner: int, place: int) -> None:
        super().__init__()
        self.owner = owner
        self.place = place

    def happen(self, state: Wood) -> None:
        state.noses[self.place] |= only(self.owner)
        state.confide(only(self.owner), SNIFFED, self.owner, self.place, state.tiles[self.place])


class Open(Happening[Wood]):
    """TAR-2.3, TAR-2.4: the tile is turned over for everybody."""

    def __init__(self, digger: int, place: int) -> None:
        super().__init__()
        self.digger = digger
        self.place = place

    def happen(self, state: Wood) -> None:
        tile = state.tiles[self.place]
        state.open[self.place] = True
        state.tell(DUG, self.digger, self.place, tile)
        if tile == BOAR:
            state.tell(TRAMPLED, state.basket)
            state.basket = 0
            next_turn(state, self.digger)
        else:
            state.basket += tile
            state.push(Turn(self.digger, dug=True))
        if all(state.open):
            state.larders[self.digger] += state.basket  # TAR-3.2
            end(state)
        elif state.boars_met() == state.edition.boars:
            end(state)


def go_home(state: Wood, seat: int) -> None:
    """TAR-2.5."""
    state.tell(WENT_HOME, seat, state.basket)
    state.larders[seat] += state.basket
    state.basket = 0
    next_turn(state, seat)


def next_turn(state: Wood, seat: int) -> None:
    """TAR-2.1."""
    state.digger = (seat + 1) % state.seats
    state.push(Turn(state.digger))


def end(state: Wood) -> None:
    """TAR-3.1, TAR-3.3."""
    state.tell(OVER)
    state.finish(Result("larder", ranking(state.larders), state.larders))
