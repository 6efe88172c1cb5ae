"""Tiny: seats take pebbles in turn, and a hidden card is worth a pebble or two. Made to try the kernel on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludoteca.kernel.actions import Action, Catalogue, Domain
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.events import Audience, EventKinds, only
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup, choice, number, switch
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.state import Chance, Decision, Happening, State

CATALOGUE = Catalogue("Tiny")
TAKE = CATALOGUE.verb("take", Domain("number", ["1", "2", "3"], first=1))
PEEK = CATALOGUE.single("peek")
STOP = CATALOGUE.single("stop")
DEALT = CATALOGUE.chance("dealt", Domain("card", ["one", "two"], first=1))

EVENTS = EventKinds()
DREW = EVENTS.kind("drew", "seat card?", "TIN-1.1")
TOOK = EVENTS.kind("took", "seat number", "TIN-2.1")
PEEKED = EVENTS.kind("peeked", "seat", "TIN-2.3", reveals=True)
STOPPED = EVENTS.kind("stopped", "seat", "TIN-2.4", closes=True)


class TinyState(State):
    def __init__(self, seats: int, setup: Setup) -> None:
        super().__init__(seats)
        self.setup = setup
        self.pile = setup.number("pebbles")
        self.held = [0] * seats
        self.cards = [0] * seats

    def copy(self) -> TinyState:
        twin = TinyState(self.seats, self.setup)
        self.share_agenda(twin)
        twin.pile, twin.held, twin.cards = self.pile, self.held[:], self.cards[:]
        return twin


class Deal(Chance[TinyState]):
    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "cards"

    def odds(self, state: TinyState) -> list[tuple[Action, int]]:
        return [(DEALT[1], 2), (DEALT[2], 1)]

    def audience(self, state: TinyState, action: Action) -> Audience:
        return only(self.receiver)

    def play(self, state: TinyState, action: Action) -> None:
        state.cards[self.receiver] = action.a
        state.confide(only(self.receiver), DREW, self.receiver, action.a)


class Begin(Happening[TinyState]):
    def happen(self, state: TinyState) -> None:
        state.push(Turn(0, 0))


class Turn(Decision[TinyState]):
    """Take pebbles one after the other, three at most, until you stop or the pile is gone."""

    def __init__(self, seat: int, taken: int) -> None:
        super().__init__(seat)
        self.taken = taken

    def details(self, state: TinyState) -> list[tuple[str, str, int]]:
        return [("number", "number", state.pile)]

    def candidates(self, state: TinyState) -> list[Action]:
        return [*TAKE.actions, PEEK, STOP]

    def objection(self, state: TinyState, action: Action) -> str | None:
        if action is STOP:
            return None if self.taken else "TIN-2.4"
        if action is PEEK:
            return None
        if self.taken + action.a > 3:
            return "TIN-2.1"
        return "TIN-2.1/pile" if action.a > state.pile else None

    def play(self, state: TinyState, action: Action) -> None:
        following = (self.seat + 1) % state.seats
        if action is PEEK:
            state.tell(PEEKED, self.seat)
            state.push(self)
        elif action is STOP:
            state.tell(STOPPED, self.seat)
            state.push(Turn(following, 0))
        else:
            state.held[self.seat] += action.a
            state.pile -= action.a
            state.tell(TOOK, self.seat, action.a)
            if state.pile == 0:
                state.push(Count())
            elif self.taken + action.a == 3:
                state.push(Turn(following, 0))
            else:
                state.push(Turn(self.seat, self.taken + action.a))


class Count(Happening[TinyState]):
    def happen(self, state: TinyState) -> None:
        worth = state.cards if state.setup.amended("cards-count") else [0] * state.seats
        scores = [held + card for held, card in zip(state.held, worth, strict=True)]
        state.finish(Result("counted", ranking(scores), scores))


class Tiny(Game[TinyState]):
    def __init__(self, amendments: tuple[str, ...] = ("cards-count",)) -> None:
        super().__init__(
            name="tiny",
            title="Tiny",
            seats=(2, 3),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=(
                number("pebbles", 5, 1, 9),
                switch("polite", False),
                choice("mood", ["calm", "wild"]),
            ),
            amendments=amendments,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        if setup.on("polite") and setup.word("mood") == "wild":
            return "option polite does not go with a wild mood"
        return None

    def edition(self, path: Path | None = None) -> Edition:
        return Edition("tiny-house" if path is None else path.stem, "0" * 12)

    def start(self, setup: Setup) -> TinyState:
        state = TinyState(setup.seats, setup)
        state.push(Begin())
        for seat in reversed(range(setup.seats)):
            state.push(Deal(seat))
        return state

    def bound(self, setup: Setup) -> int:
        return 2 * setup.number("pebbles")

    def view(self, state: TinyState, seat: int) -> Any:
        return None


GAME = Tiny()
