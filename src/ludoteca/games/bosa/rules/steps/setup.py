"""Before the first turn: the First Player, Start cards and goals (BOS-1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import DEAL, FIRST, GOALS_DEALT, MOST_SEATS, START
from ludoteca.games.bosa.rules.events import BEGINS, GOT_GOAL, GOT_START
from ludoteca.games.bosa.rules.state import BosaState, Ruleset, new_town, nth_bit
from ludoteca.games.bosa.rules.steps.season import begin_season
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Happening


def lay_table(setup: Setup) -> BosaState:
    """BOS-1: boards, resources and coins; chance settles the rest."""
    ruleset = Ruleset(setup)
    state = BosaState(ruleset)
    state.towns = [new_town(ruleset.edition) for _ in range(setup.seats)]
    state.push(DEAL_OUT)
    if ruleset.random_start:
        state.push(FIRST_PLAYER)
    else:
        state.first = 0
    return state


class FirstPlayer(Chance[BosaState]):
    """BOS-1.11: software cannot know who last visited an island, so chance decides."""

    def odds(self, state: BosaState) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def sample(self, state: BosaState, source: Source) -> Action:
        return FIRST[source.below(state.seats)]

    def play(self, state: BosaState, action: Action) -> None:
        state.first = action.a


class DealOut(Happening[BosaState]):
    """Start cards, goals, the first season; clockwise from the First Player."""

    def happen(self, state: BosaState) -> None:
        state.tell(BEGINS, state.first)
        state.push(FIRST_SEASON)
        order = [(state.first + offset) % state.seats for offset in range(state.seats - 1, -1, -1)]
        if state.ruleset.goals:
            for seat in order:
                for _ in range(GOALS_DEALT):
                    state.push(GOAL_DEALS[seat])
        for seat in order:
            state.push(START_DEALS[seat])


class DealStart(Chance[BosaState]):
    """BOS-1.8: a random Start card, face up in the first cell of the townscape."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "start"

    def odds(self, state: BosaState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in START.actions if (state.start_cards >> action.a) & 1]

    def play(self, state: BosaState, action: Action) -> None:
        state.start_cards &= ~(1 << action.a)
        state.towns[self.receiver].build(0, state.ruleset.edition.cards[action.a])
        state.tell(GOT_START, self.receiver, action.a)


class DealGoal(Chance[BosaState]):
    """BOS-1.9: a Goal card, for its owner's eyes."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "goals"

    def odds(self, state: BosaState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in DEAL.actions if (state.goal_cards >> action.a) & 1]

    def sample(self, state: BosaState, source: Source) -> Action:
        return DEAL.actions[nth_bit(state.goal_cards, source.below(state.goal_cards.bit_count()))]

    def audience(self, state: BosaState, action: Action) -> Audience:
        return only(self.receiver)

    def play(self, state: BosaState, action: Action) -> None:
        state.goal_cards &= ~(1 << action.a)
        state.towns[self.receiver].goals |= 1 << action.a
        state.confide(only(self.receiver), GOT_GOAL, self.receiver, action.a)


class FirstSeason(Happening[BosaState]):
    """The cards lie ready: season 1 begins."""

    def happen(self, state: BosaState) -> None:
        begin_season(state, 1)


FIRST_PLAYER: Final = FirstPlayer()
DEAL_OUT: Final = DealOut()
FIRST_SEASON: Final = FirstSeason()
START_DEALS: Final[list[DealStart]] = [DealStart(seat) for seat in range(MOST_SEATS)]
GOAL_DEALS: Final[list[DealGoal]] = [DealGoal(seat) for seat in range(MOST_SEATS)]
