"""The market and the seasons: BOS-2.5, BOS-2.6, BOS-6, and the end of the game (BOS-7)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import (
    DRAW,
    GOALS,
    MOST_SEATS,
    PAIRS,
    SEASON_CARDS,
    SEASONS,
    SLOTS,
    START_CARDS,
)
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.events import (
    APPEARED,
    CHOSE_GOALS,
    FEWEST_POINTS,
    LEFTOVERS,
    MARKET_CLEARED,
    NO_PATRONAGE,
    PAID_PATRONAGE,
    SEASON_BEGAN,
    SEASON_ENDED,
)
from ludoteca.games.bosa.rules.scoring import crown, goal_scores, goals_in, patronage, score_goals
from ludoteca.games.bosa.rules.state import FULL_STACK, NO_CELLS, BosaState, empty_market, nth_bit
from ludoteca.games.bosa.rules.steps.turn import ENDS, TAKES
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening


def begin_season(state: BosaState, season: int) -> None:
    """BOS-1.5, BOS-6.4: a new stack, four cards face up, and the First Player's turn."""
    state.season = season
    state.turn = 0
    state.unseen = FULL_STACK
    state.stack = state.ruleset.stack
    state.market = empty_market()
    state.tell(SEASON_BEGAN, season, state.first)
    begin_turn(state, state.first)
    state.push(REVEAL)


def begin_turn(state: BosaState, seat: int) -> None:
    """BOS-2.2: take, place, do actions; then the market is filled again."""
    state.current = seat
    state.push(REFILL)
    if state.ruleset.confirm:
        state.push(ENDS[seat])
    state.push(TAKES[seat])


class Reveal(Chance[BosaState]):
    """Cards are turned up until the market is full: any card of the season that nobody has seen may come."""

    def stream(self) -> str:
        return "seasons"

    def odds(self, state: BosaState) -> list[tuple[Action, int]]:
        return [(DRAW.actions[card - START_CARDS], 1) for card in state.unseen_cards()]

    def sample(self, state: BosaState, source: Source) -> Action:
        left = SEASON_CARDS - state.ruleset.stack + state.stack
        card = nth_bit(state.unseen, source.below(left))
        return DRAW.actions[SEASON_CARDS * (state.season - 1) + card]

    def play(self, state: BosaState, action: Action) -> None:
        slot = state.market.index(NOTHING)
        state.market[slot] = action.a
        state.unseen &= ~(1 << (action.a - START_CARDS) % SEASON_CARDS)
        state.stack -= 1
        state.tell(APPEARED, action.a, slot)
        if slot < SLOTS - 1 and NOTHING in state.market:
            state.push(REVEAL)


class Refill(Happening[BosaState]):
    """BOS-2.5, 2.6: a card for the empty slot and the next player's turn; without one the season ends."""

    def happen(self, state: BosaState) -> None:
        state.turn += 1
        state.cell = NOTHING
        state.line = NO_CELLS
        state.fired = 0
        if state.stack == 0:
            end_season(state)
            return
        seat = state.current + 1
        begin_turn(state, seat if seat < state.seats else 0)
        state.push(REVEAL)


def end_season(state: BosaState) -> None:
    """BOS-6: patronage, the leftover cards go, whoever has fewest points begins the next season."""
    state.tell(SEASON_ENDED, state.season)
    for seat in range(state.seats):
        pay_patronage(state, seat)
    if state.season == SEASONS:
        end_game(state)
        return
    state.tell(MARKET_CLEARED, SLOTS - state.market.count(NOTHING))
    state.first = seat_with_fewest_points(state)
    state.tell(FEWEST_POINTS, state.first, state.towns[state.first].score)
    begin_season(state, state.season + 1)


def pay_patronage(state: BosaState, seat: int) -> None:
    """BOS-6.1, 6.2: once a season, as much as the chart takes, no less."""
    town = state.towns[seat]
    paid, points = patronage(state.ruleset.edition, town.coins)
    if paid == 0:
        state.tell(NO_PATRONAGE, seat, town.coins)
        return
    town.coins -= paid
    town.patronage += points
    town.score += points
    state.tell(PAID_PATRONAGE, seat, paid, points, town.coins)


def seat_with_fewest_points(state: BosaState) -> int:
    """BOS-6.5: a tie goes to the first of them clockwise, beginning with the previous First Player."""
    found = state.first
    for offset in range(1, state.seats):
        seat = (state.first + offset) % state.seats
        if state.towns[seat].score < state.towns[found].score:
            found = seat
    return found


# The end of the game


def end_game(state: BosaState) -> None:
    """BOS-6.6, BOS-7: leftovers, goals, result."""
    state.current = NOTHING
    for seat in range(state.seats):
        town = state.towns[seat]
        goods = town.goods
        town.leftovers = (goods[0] + goods[1] + goods[2]) * state.ruleset.edition.points_per_leftover
        town.score += town.leftovers
        state.tell(LEFTOVERS, seat, town.leftovers)
    state.push(FINAL_SCORING)
    if state.ruleset.ask_goals:
        for offset in range(state.seats - 1, -1, -1):
            state.push(PICK_GOALS[(state.first + offset) % state.seats])


class PickGoals(Decision[BosaState]):
    """Two of a player's four goals, the best two first, kept secret until all have chosen (BOS-7.2, 9.4)."""

    def option_details(self, state: BosaState, action: Action) -> list[tuple[str, str, int]]:
        held = goals_in(state.towns[self.seat].goals)
        one, two = PAIRS[action.a]
        return [("one", "goal", held[one]), ("two", "goal", held[two])]

    def candidates(self, state: BosaState) -> list[Action]:
        scores = goal_scores(state, state.towns[self.seat])
        worth = [scores[one] + scores[two] for one, two in PAIRS]
        return sorted(GOALS.actions, key=lambda action: -worth[action.a])

    def audience(self, state: BosaState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BosaState, action: Action) -> None:
        state.towns[self.seat].chosen = action.a
        state.confide(only(self.seat), CHOSE_GOALS, self.seat, action.a)


class FinalScoring(Happening[BosaState]):
    """BOS-7.2, 7.3: the goals are turned up and the winner is known."""

    def happen(self, state: BosaState) -> None:
        if state.ruleset.goals:
            score_goals(state)
        crown(state)


REVEAL: Final = Reveal()
REFILL: Final = Refill()
FINAL_SCORING: Final = FinalScoring()
PICK_GOALS: Final[list[PickGoals]] = [PickGoals(seat) for seat in range(MOST_SEATS)]
