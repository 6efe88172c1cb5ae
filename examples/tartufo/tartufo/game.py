"""The face of the game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludoteca.datafiles.table import read_file
from ludoteca.encoding.layout import BySeat, Each, Layout, Number, Pick, Seat, Seats
from ludoteca.kernel.contracts import BotKnowledge, Encoding, Presentation
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup, number
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View
from ludoteca.kernel.words import PhraseBook

from .board import draw
from .state import ACTIONS, EVENTS, PLACES, TILES, UNSEEN, Tiles, Wood
from .steps import Turn


@dataclass(frozen=True)
class WoodView(View):
    """What a seat may know: a tile it has not seen is UNSEEN, whether somebody else has or not."""

    tiles: tuple[int, ...]
    open: tuple[bool, ...]
    noses: tuple[tuple[int, ...], ...]
    basket: int
    larders: tuple[int, ...]
    biscuits: tuple[int, ...]


class Tartufo(Game[Wood]):
    def read_edition(self, path: Path) -> Tiles:
        root, digest = read_file(path)
        tiles = root.table("tiles")
        counts = [tiles.number(name, 0, 99) for name in TILES]
        if sum(counts) < len(PLACES):
            raise root.fail("tiles", f"found {sum(counts)} tiles; expected at least {len(PLACES)}")
        boars = root.table("season").number("boars", 1, max(1, counts[-1]))
        read = Tiles(root.table("edition").text("name"), digest, counts, boars)
        root.nothing_else()
        return read

    def start(self, setup: Setup) -> Wood:
        assert isinstance(setup.edition, Tiles)
        wood = Wood(setup.seats, setup.edition, setup.number("biscuits"))
        wood.push(Turn(0))
        return wood

    def bound(self, setup: Setup) -> int:
        return 2 * len(PLACES) + setup.seats * setup.number("biscuits")

    def view(self, state: Wood, seat: int) -> WoodView:
        seats = range(state.seats)
        return WoodView(
            seat,
            state.actor,
            tuple([tile if state.knows(seat, place) else UNSEEN for place, tile in enumerate(state.tiles)]),
            tuple(state.open),
            tuple([tuple([who for who in seats if mask >> who & 1]) for mask in state.noses]),
            state.basket,
            tuple(state.larders),
            tuple(state.biscuits),
        )

    def imagine(self, state: Wood, seat: int, source: Source) -> Wood:
        twin = state.copy()
        hidden = self.hidden(state, seat)
        for place in hidden:
            twin.bag[state.tiles[place]] += 1
        pool = shuffled([tile for tile, count in enumerate(twin.bag) for _ in range(count)], source)
        for place in hidden:
            twin.tiles[place] = pool.pop()
            twin.bag[twin.tiles[place]] -= 1
        return twin

    def hidden(self, state: Wood, seat: int) -> list[int]:
        """Where a tile lies that others have seen, but not this seat."""
        drawn = [place for place, tile in enumerate(state.tiles) if tile != UNSEEN]
        return [place for place in drawn if not state.knows(seat, place)]

    def secrets(self, state: Wood, seat: int) -> list[tuple[str, str]]:
        return [(PLACES[place], TILES[state.tiles[place]]) for place in self.hidden(state, seat)]

    def faults(self, state: Wood) -> list[str]:
        drawn = [state.tiles.count(tile) + left for tile, left in enumerate(state.bag)]
        found = [] if drawn == state.edition.counts else [f"tiles came or went: {drawn}"]
        return found + ["an open place without a tile"] * any(
            [state.open[place] and tile == UNSEEN for place, tile in enumerate(state.tiles)]
        )

    @property
    def bot(self) -> BotKnowledge[Wood]:
        return BotKnowledge(self.evaluate)

    @property
    def encoding(self) -> Encoding:
        return Encoding(self.layout)

    @property
    def presentation(self) -> Presentation:
        return Presentation(draw, spell=self.spell)

    def evaluate(self, state: Wood, seat: int) -> float:
        if state.result is not None:
            return state.result.payoffs()[seat]
        stock = [float(held) for held in state.larders]
        stock[state.digger] += 0.6 * state.basket
        others = max([held for other, held in enumerate(stock) if other != seat])
        return min(0.99, max(0.01, 0.5 + (stock[seat] - others) / 20))

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        return PLACES[value] if noun == "place" else words.noun(noun, value)

    def layout(self, setup: Setup) -> Layout:
        seats = setup.seats
        assert isinstance(setup.edition, Tiles)
        most = sum(tile * count for tile, count in enumerate(setup.edition.counts[:-1]))
        return Layout(
            [
                ("actor", Seat(seats)),
                ("tiles", Each(PLACES, Pick(TILES, unknown=UNSEEN))),
                ("open", Each(PLACES, Number(1))),
                ("noses", Each(PLACES, Seats(seats))),
                ("basket", Number(most)),
                ("larders", BySeat(seats, Number(most))),
                ("biscuits", BySeat(seats, Number(9))),
            ],
            left_out=["viewer"],
        )


GAME = Tartufo(
    name="tartufo",
    title="Tartufo",
    seats=(2, 5),
    folder=Path(__file__).parent,
    catalogue=ACTIONS,
    events=EVENTS,
    options=(number("biscuits", 2, 0, 4, rule="TAR-1.2"),),
    minutes=10,
)
