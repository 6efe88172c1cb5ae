"""Positions laid quickly: a table in the middle of a turn, with the cards, goods and coins a test wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import CELL_WORDS
from ludoteca.games.bosa.rules.edition import BosaEdition
from ludoteca.games.bosa.rules.state import BosaState, Town
from ludoteca.games.bosa.rules.steps.turn import PLACES
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import Event
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY

HOUSE = cast(BosaEdition, GAME.edition(None))


def table(match: Match) -> BosaState:
    """The state of a match, as Bosa knows it."""
    assert isinstance(match.state, BosaState)
    return match.state


def seen(match: Match, seat: int) -> BosaView:
    """The view of a seat, as Bosa knows it."""
    view = match.view(seat)
    assert isinstance(view, BosaView)
    return view


def number(id: str, edition: BosaEdition = HOUSE) -> int:
    return edition.card(id).number


def goal(id: str) -> int:
    return [card.id for card in HOUSE.goals].index(id)


def laid(seats: int = 2, edition: Path | None = None, seed: int = 0, **options: Any) -> BosaState:
    """A table at its first decision; seat 0 begins unless the test says otherwise."""
    state = GAME.start(GAME.setup(seats, {"first_player": "seat0", **options}, edition))
    state.settle()
    deal(state, Seeded(seed))
    return state


def deal(state: BosaState, croupier: Seeded) -> None:
    while state.actor == CHANCE:
        state.play(croupier.settle(state))


def furnish(state: BosaState, town: Town, buildings: dict[str, str]) -> None:
    """Put these cards, and only these, into the cells of a town."""
    town.grid = vec[i64]([-1] * 16)
    town.filled = 0
    town.counts = vec[i64]([0] * 6)
    for cell, id in buildings.items():
        town.build(CELL_WORDS.index(cell), state.ruleset.edition.card(id))


class Turn:
    """Seat 0 holds a card and is about to place it. Free resources are taken without asking (BOS-9.3), unless
    the test says otherwise.
    """

    def __init__(
        self,
        buildings: dict[str, str],
        held: str,
        goods: tuple[int, int, int] = (0, 0, 0),
        coins: int = 0,
        seats: int = 2,
        edition: Path | None = None,
        **options: Any,
    ) -> None:
        state = self.state = laid(seats, edition, **{"gain_prompts": "coins", **options})
        self.town = state.towns[0]
        furnish(state, self.town, buildings)
        self.town.goods = vec[i64](goods)
        self.town.coins = coins
        state.agenda.pop()
        state.held = state.ruleset.edition.card(held).number
        state.market[0] = -1
        state.push(PLACES[0])
        state.journal = []
        state.settle()

    @property
    def asked(self) -> list[str]:
        """The options of seat 0; nothing once its turn is over."""
        return [action.text for action in self.state.choices] if self.state.actor == 0 else []

    def why(self, text: str) -> str | None:
        """The objection to a candidate."""
        step = self.state.step
        action = GAME.catalogue.parse(text)
        assert action in step.candidates(self.state), f"{text} is no candidate"
        return step.objection(self.state, action)

    def play(self, *texts: str) -> Turn:
        for text in texts:
            assert text in self.asked, f"“{text}” is not among {self.asked}"
            self.state.play(GAME.catalogue.parse(text))
        return self

    @property
    def goods(self) -> tuple[int, int, int]:
        fish, textile, pottery = self.town.goods
        return fish, textile, pottery

    @property
    def events(self) -> list[Event]:
        assert self.state.journal is not None
        return self.state.journal

    def happened(self, kind: str) -> list[tuple[int, ...]]:
        return [event.values for event in self.events if event.kind.name == kind]


def row(
    *ids: str,
    goods: tuple[int, int, int] = (0, 0, 0),
    coins: int = 0,
    others: dict[str, str] | None = None,
    **options: Any,
) -> Turn:
    """The first row, its last card just placed; `others` stand elsewhere."""
    before = {"abcd"[column] + "1": id for column, id in enumerate(ids[:-1])}
    turn = Turn({**before, **(others or {})}, ids[-1], goods, coins, **options)
    return turn.play(f"place {'abcd'[len(ids) - 1]}1", "line row")


def column(
    *ids: str,
    goods: tuple[int, int, int] = (0, 0, 0),
    coins: int = 0,
    others: dict[str, str] | None = None,
    **options: Any,
) -> Turn:
    """The first column, its last card just placed."""
    before = {f"a{number}": id for number, id in enumerate(ids[:-1], 1)}
    turn = Turn({**before, **(others or {})}, ids[-1], goods, coins, **options)
    return turn.play(f"place a{len(ids)}", "line column")


def colours(rows: str) -> list[int]:
    """A townscape of letters, `RYGB GROY BVRG YBVO`, as the list of its colours."""
    letters = [colour.letter for colour in HOUSE.colours]
    return [letters.index(letter) if letter != "." else -1 for letter in rows.replace(" ", "")]


def play_randomly(state: BosaState, seed: int, until: int = NOBODY) -> None:
    """Play on at random to the end, or until a number of decisions has been taken."""
    croupier, source = Seeded(seed), Stream(seed, "players")
    decisions = 0
    while state.actor != NOBODY and decisions != until:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
        else:
            state.play(state.choices[source.below(len(state.choices))])
            decisions += 1
