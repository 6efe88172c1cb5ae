"""What can be done, what can happen, and what lies in the wood."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.actions import Catalogue, Domain
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.state import State

PLACES: Final = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
TILES: Final = ["root", "one", "two", "three", "boar"]  # up to three, a tile's number is its truffles
BOAR: Final = 4
UNSEEN: Final = -1

ACTIONS: Final = Catalogue("Tartufo")
SNIFF: Final = ACTIONS.verb("sniff", Domain("place", PLACES))
DIG: Final = ACTIONS.verb("dig", Domain("place", PLACES))
HOME: Final = ACTIONS.single("home")
TILE: Final = ACTIONS.chance("tile", Domain("tile", TILES))

EVENTS: Final = EventKinds()
SNIFFED: Final = EVENTS.kind("sniffed", "seat place tile?", rule="TAR-2.2", reveals=True)
DUG: Final = EVENTS.kind("dug", "seat place tile", rule="TAR-2.3", reveals=True)
TRAMPLED: Final = EVENTS.kind("trampled", "number", rule="TAR-2.4")
WENT_HOME: Final = EVENTS.kind("home", "seat number", rule="TAR-2.5", closes=True)
OVER: Final = EVENTS.kind("over", rule="TAR-3.1", reveals=True)


class Tiles(Edition):
    """The edition: how many tiles of each kind there are, and how many boars end the season."""

    def __init__(self, name: str, digest: str, counts: list[int], boars: int) -> None:
        super().__init__(name, digest)
        self.counts = counts
        self.boars = boars


class Wood(State):
    """A tile is drawn from the bag when somebody first looks at it: no hidden order, nothing to leak."""

    def __init__(self, seats: int, tiles: Tiles, biscuits: int) -> None:
        super().__init__(seats)
        self.edition = tiles
        self.bag = tiles.counts[:]
        self.tiles = [UNSEEN] * len(PLACES)
        self.open = [False] * len(PLACES)
        self.noses = [0] * len(PLACES)  # who has sniffed here, a bit for each seat
        self.digger = 0  # whose turn it is
        self.basket = 0
        self.larders = [0] * seats
        self.biscuits = [biscuits] * seats

    def copy(self) -> Wood:
        twin = Wood(self.seats, self.edition, 0)
        self.share_agenda(twin)
        twin.bag = self.bag[:]
        twin.tiles = self.tiles[:]
        twin.open = self.open[:]
        twin.noses = self.noses[:]
        twin.digger = self.digger
        twin.basket = self.basket
        twin.larders = self.larders[:]
        twin.biscuits = self.biscuits[:]
        return twin

    def knows(self, seat: int, place: int) -> bool:
        """Whether a seat (or a spectator, -1) has seen the tile of a place. In the end everybody has."""
        return self.open[place] or self.over or (seat >= 0 and self.noses[place] >> seat & 1 == 1)

    def boars_met(self) -> int:
        return sum([self.open[place] and self.tiles[place] == BOAR for place in range(len(PLACES))])
