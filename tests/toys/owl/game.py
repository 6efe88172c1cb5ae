from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca import draw as d
from ludoteca.kernel.actions import Action, Catalogue, Domain
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.events import EVERYONE, EventKinds, only
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.state import Chance, Decision, Happening, State
from ludoteca.kernel.view import View

ACTIONS = Catalogue("Owl")
FLY, SLEEP = ACTIONS.single("fly"), ACTIONS.single("sleep")
CARD = ACTIONS.chance("card", Domain("number", "123456", first=1))
EVENTS = EventKinds()
DREW = EVENTS.kind("drew", "seat number?", "OWL-1.2")
FLEW = EVENTS.kind("flew", "seat number", "OWL-2.2")
SLEPT = EVENTS.kind("slept", "seat", "OWL-2.3")
SHOWED = EVENTS.kind("showed", "seat number", "OWL-3.1", reveals=True)


class OwlState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = sorted([1, 2, 3, 4, 5, 6] * 4)
        self.cards: list[list[int]] = [[] for _ in range(seats)]  # the first of each is the hand

    def copy(self) -> "OwlState":
        twin = OwlState(self.seats)
        self.share_agenda(twin)
        twin.deck, twin.cards = self.deck[:], [cards[:] for cards in self.cards]
        return twin

    def hidden_from(self, seat: int) -> list[int]:
        return [other for other, cards in enumerate(self.cards) if cards and other != seat and not self.over]


class Draw(Chance[OwlState]):
    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(CARD[value], state.deck.count(value)) for value in sorted({*state.deck})]

    def audience(self, state: OwlState, action: Action) -> int:
        return EVERYONE if state.cards[self.owner] else only(self.owner)

    def play(self, state: OwlState, action: Action) -> None:
        kind = FLEW if state.cards[self.owner] else DREW
        state.confide(self.audience(state, action), kind, self.owner, action.a)
        state.deck.remove(action.a)
        state.cards[self.owner].append(action.a)


class Turn(Decision[OwlState]):
    def candidates(self, state: OwlState) -> list[Action]:
        return [FLY, SLEEP]

    def objection(self, state: OwlState, action: Action) -> str | None:
        return "OWL-2.2" if action is FLY and len(state.cards[self.seat]) > 3 else None

    def play(self, state: OwlState, action: Action) -> None:
        if action is SLEEP:
            state.tell(SLEPT, self.seat)
            return
        state.push(self)
        state.push(Draw(self.seat))


class End(Happening[OwlState]):
    def happen(self, state: OwlState) -> None:
        for seat, cards in enumerate(state.cards):
            state.tell(SHOWED, seat, cards[0])
        scores = [sum(cards) if sum(cards) <= 12 else 0 for cards in state.cards]
        state.finish(Result("score", ranking(scores), scores))


@dataclass(frozen=True)
class OwlView(View):
    cards: tuple[tuple[int, ...], ...]  # 0 is a card face down


class Owl(Game[OwlState]):
    def edition(self, path: Path | None) -> Edition:
        return Edition("owl-house-1", "1")

    def start(self, setup: Setup) -> OwlState:
        state = OwlState(setup.seats)
        seats = range(setup.seats - 1, -1, -1)
        state.agenda = [End(), *map(Turn, seats), *map(Draw, seats)]
        return state

    def bound(self, setup: Setup) -> int:
        return 4 * setup.seats

    def view(self, state: OwlState, seat: int) -> OwlView:
        cards = [tuple(cards) for cards in state.cards]
        for other in state.hidden_from(seat):
            cards[other] = (0, *cards[other][1:])
        return OwlView(seat, state.actor, tuple(cards))

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = state.copy()
        hidden = state.hidden_from(seat)
        unseen = shuffled(state.deck + [state.cards[other][0] for other in hidden], source)
        for other in hidden:
            twin.cards[other][0] = unseen.pop()
        twin.deck = sorted(unseen)
        return twin

    def secrets(self, state: OwlState, seat: int) -> list[tuple[str, str]]:
        return [(f"hand of seat {other}", str(state.cards[other][0])) for other in state.hidden_from(seat)]

    def faults(self, state: OwlState) -> list[str]:
        cards = sum(state.cards, state.deck)
        return [f"the cards of {value} are not four" for value in range(1, 7) if cards.count(value) != 4]

    def evaluate(self, state: OwlState, seat: int) -> float:
        total = sum(state.cards[seat])
        return total / 12 if total <= 12 else 0.0

    def board(self, view: OwlView, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
        scene = d.Scene(280, 60 * len(view.cards), choices.question)
        for seat, cards in enumerate(view.cards):
            for n, card in enumerate(cards):
                label = f"{speaker.names[seat]}: {card or '?'}"
                scene.add("pieces", d.die(d.dots(card), x=40 + 60 * n, y=30 + 60 * seat, label=label))
        return scene


HERE = Path(__file__).parent
GAME = Owl(name="owl", title="Owl", seats=(2, 4), folder=HERE, catalogue=ACTIONS, events=EVENTS)
