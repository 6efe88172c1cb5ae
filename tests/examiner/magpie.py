"""A toy with a hidden decision: everybody draws two cards and keeps one.

Who draws a pair has nothing to decide, and is asked all the same: otherwise all would know who has a pair.
"""

from ludoteca.kernel.actions import Action, Catalogue, Domain
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.state import Agenda, Decision, Happening
from tests.toys.owl import CARD, GAME, NEWS, SHOWED, Draw, Owl, OwlState, OwlView

ACTS = Catalogue("Magpie")
FIRST, SECOND = ACTS.verb("fly", Domain("number", "12", first=1)).actions
ACTS.verbs.append(CARD)
ACTS.outcomes += CARD.actions
ACTS.by_text.update({card.text: card for card in CARD.actions})


class HiddenDraw(Draw):
    def audience(self, state: OwlState, action: Action) -> Audience:
        return only(self.owner)


class Keep(Decision[OwlState]):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = True

    def name(self) -> str:
        return "turn"

    def candidates(self, state: OwlState) -> list[Action]:
        return [FIRST, SECOND]

    def objection(self, state: OwlState, action: Action) -> str | None:
        first, second = state.cards[self.seat]
        return "OWL-2.2" if action is SECOND and first == second else None

    def audience(self, state: OwlState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: OwlState, action: Action) -> None:
        if action is SECOND:
            state.cards[self.seat].reverse()
        state.confide(only(self.seat), SHOWED)  # who is awaited next tells something: no taking back


class Compare(Happening[OwlState]):
    def happen(self, state: OwlState) -> None:
        state.tell(SHOWED)
        kept = [cards[0] for cards in state.cards]
        state.finish(Result("score", ranking(kept), kept))


class Magpie(Owl):
    """The card in place 0 is kept, the other one buried."""

    keep = Keep

    def start(self, setup: Setup) -> OwlState:
        state = OwlState(setup.seats)
        seats = range(setup.seats - 1, -1, -1)
        draws = [*map(HiddenDraw, seats), *map(HiddenDraw, seats)]
        state.agenda = Agenda([Compare(), *map(self.keep, seats), *draws])
        return state

    def view(self, state: OwlState, seat: int) -> OwlView:
        hidden = state.hidden_from(seat)
        shown = [(0,) * len(held) if owner in hidden else (*held,) for owner, held in enumerate(state.cards)]
        return OwlView(seat, state.actor, tuple(shown))

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = self.redeal(state, seat, source)
        twin.look_again()
        return twin

    def redeal(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin, hidden = state.copy(), state.hidden_from(seat)
        unseen = state.deck + [card for other in hidden for card in state.cards[other]]
        twin.deck = shuffled(sorted(unseen), source)
        for other in hidden:
            twin.cards[other] = [twin.deck.pop() for _ in state.cards[other]]
        return twin

    def secrets(self, state: OwlState, seat: int) -> list[tuple[str, str]]:
        return [
            (f"card {place} of seat {other}", str(card))
            for other in state.hidden_from(seat)
            for place, card in enumerate(state.cards[other])
        ]


class Psychologist(Magpie):
    """Imagines that everybody who has decided kept the higher card."""

    def redeal(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = super().redeal(state, seat, source)
        for other in state.hidden_from(seat):
            if other < state.actor:
                twin.cards[other].sort(reverse=True)
        return twin


class KeepUnlessPair(Keep):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = False


class AsksOnlyWhoHasAChoice(Magpie):
    """Skips seats with a pair, and concludes rightly that a seat that is asked has none."""

    keep = KeepUnlessPair

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        while True:
            twin = super().imagine(state, seat, source)
            if twin.actor < 0 or len(set(twin.cards[twin.actor])) == 2:
                return twin


class Unobservant(AsksOnlyWhoHasAChoice):
    """Does not conclude anything from who is awaited."""

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = self.redeal(state, seat, source)
        twin.look_again()
        return twin


def magpie(game: type[Magpie]) -> Magpie:
    return game(name="owl", title="Magpie", seats=(2, 3), folder=GAME.folder, catalogue=ACTS, events=NEWS)
