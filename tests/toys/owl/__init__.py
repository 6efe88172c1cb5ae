from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca import draw as d
from ludoteca.kernel.actions import Action, Catalogue, Domain
from ludoteca.kernel.contracts import BotKnowledge, Presentation
from ludoteca.kernel.events import EVERYONE, Audience, EventKinds, only
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.state import Agenda, Chance, Decision, State
from ludoteca.kernel.view import View

ACTS, NEWS = Catalogue("Owl"), EventKinds()
FLY, SLEEP = ACTS.verb("fly", Domain("number", "12", first=1)), ACTS.single("sleep")
CARD = ACTS.chance("card", Domain("number", "123456", first=1))
DREW, SHOWED = NEWS.kind("drew", "seat number?", "OWL-1.2"), NEWS.kind("showed", "", "OWL-3.1", reveals=True)


class OwlState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck, self.cards = [1, 2, 3, 4, 5, 6] * 4, [list[int]() for _ in range(seats)]  # the hand first

    def copy(self) -> "OwlState":
        twin = OwlState(self.seats)
        self.share_agenda(twin)
        twin.deck, twin.cards = self.deck[:], [held[:] for held in self.cards]
        return twin

    def hidden_from(self, seat: int) -> list[int]:
        return [other for other, held in enumerate(self.cards) if held and other != seat and not self.over]


class Draw(Chance[OwlState]):
    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(CARD[value], state.deck.count(value)) for value in sorted({*state.deck})]

    def audience(self, state: OwlState, action: Action) -> Audience:
        return EVERYONE if state.cards[self.owner] else only(self.owner)

    def play(self, state: OwlState, action: Action) -> None:
        state.confide(self.audience(state, action), DREW, self.owner, action.a)
        state.deck.remove(action.a)
        state.cards[self.owner].append(action.a)


class Turn(Decision[OwlState]):
    def candidates(self, state: OwlState) -> list[Action]:
        return [*FLY.actions, SLEEP]

    def objection(self, state: OwlState, action: Action) -> str | None:
        return "OWL-2.2" if len(state.cards[self.seat]) + action.a > 4 else None

    def play(self, state: OwlState, action: Action) -> None:
        if action is not SLEEP:
            for step in (self, *[Draw(self.seat)] * action.a):
                state.push(step)
        elif self.seat == state.seats - 1:
            state.tell(SHOWED)
            scores = [total if total <= 12 else 0 for total in map(sum, state.cards)]
            state.finish(Result("score", ranking(scores), scores))


@dataclass(frozen=True)
class OwlView(View):
    cards: tuple[tuple[int, ...], ...]  # 0 is a card face down


class Owl(Game[OwlState]):
    def start(self, setup: Setup) -> OwlState:
        state, seats = OwlState(setup.seats), range(setup.seats - 1, -1, -1)
        state.agenda = Agenda([*map(Turn, seats), *map(Draw, seats)])  # the last one comes first
        return state

    def bound(self, setup: Setup) -> int:
        return 4 * setup.seats

    def view(self, state: OwlState, seat: int) -> OwlView:
        down = state.hidden_from(seat)
        shown = [(0, *held[1:]) if owner in down else (*held,) for owner, held in enumerate(state.cards)]
        return OwlView(seat, state.actor, tuple(shown))

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin, hidden = state.copy(), state.hidden_from(seat)
        twin.deck = shuffled(sorted(state.deck + [state.cards[other][0] for other in hidden]), source)
        for other in hidden:
            twin.cards[other][0] = twin.deck.pop()
        return twin

    def secrets(self, state: OwlState, seat: int) -> list[tuple[str, str]]:
        return [(f"hand of seat {other}", str(state.cards[other][0])) for other in state.hidden_from(seat)]

    def faults(self, state: OwlState) -> list[str]:
        return [f"not four of {n}" for n in range(1, 7) if sum(state.cards, state.deck).count(n) != 4]

    @property
    def bot(self) -> BotKnowledge[OwlState]:
        return BotKnowledge(lambda state, seat: min(12, sum(state.cards[seat])) / 12)

    @property
    def presentation(self) -> Presentation:
        return Presentation(self.board)

    def board(self, view: OwlView, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
        scene = d.Scene(280, 240, choices.question)
        for (x, y), cards in zip(d.column(4, 60, 40, 120), view.cards, strict=False):
            dice = [d.die(d.dots(card), x=x + 60 * n, y=y) for n, card in enumerate(cards)]
            scene.add("pieces", d.group(dice, label=str(cards)))
        return scene


GAME = Owl(name="owl", title="Owl", seats=(2, 4), folder=Path(__file__).parent, catalogue=ACTS, events=NEWS)
