"""Before the first turn: roles, the first player, start tokens (BOL-1, BOL-6.1 to 6.3)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.actions import FIRST, START
from ludoteca.games.bologna.rules.dice import BOLOGNA, KINDS, PACKED_QUINTS, WINE, count
from ludoteca.games.bologna.rules.events import BEGINS, THREW, TOOK_START
from ludoteca.games.bologna.rules.state import BolognaState, Player, Ruleset
from ludoteca.games.bologna.rules.steps.effects import EVERY_SEAT
from ludoteca.games.bologna.rules.steps.roles import DEALS, roles_in_play
from ludoteca.games.bologna.rules.steps.turn import begin_turn, roll_odds, thrown
from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening

MOST_THROWS: Final = 4


def lay_table(setup: Setup) -> BolognaState:
    """BOL-1.1 to 1.4: all tokens in the pool, the role deck built by the number of players."""
    seats = setup.seats
    state = BolognaState(Ruleset(setup))
    state.players = [Player() for _ in range(seats)]
    state.deck = (1 << roles_in_play(seats)) - 1
    state.push(PREPARE)
    state.push(ROLL_OFF)
    for seat in range(seats - 1, -1, -1):
        state.push(DEALS[seat])
    return state


class RollOff(Happening[BolognaState]):
    """Whoever throws the most Bologna and Wine begins (BOL-1.8)."""

    def happen(self, state: BolognaState) -> None:
        if state.ruleset.rolloff:
            throw_again(state, list(range(state.seats)))
        else:
            state.first = 0


def throw_again(state: BolognaState, leaders: list[int]) -> None:
    state.leaders = leaders
    state.throws = []
    state.throw_rounds += 1
    state.push(COMPARE_THROWS)
    for seat in reversed(leaders):
        state.push(THROWS[seat])


class Throw(Chance[BolognaState]):
    """One player's five dice for the first turn; they do nothing else."""

    def __init__(self, thrower: int) -> None:
        super().__init__()
        self.thrower = thrower

    def stream(self) -> str:
        return "roll-off"

    def odds(self, state: BolognaState) -> list[tuple[Action, int]]:
        return roll_odds(state, 5)

    def sample(self, state: BolognaState, source: Source) -> Action:
        return thrown(state, 5, source)

    def play(self, state: BolognaState, action: Action) -> None:
        dice = PACKED_QUINTS[action.a]
        score = count(dice, BOLOGNA) + count(dice, WINE)
        state.throws = [*state.throws, score]
        state.tell(THREW, self.thrower, score)


class CompareThrows(Happening[BolognaState]):
    """The highest throw begins; tied leaders throw again, four times at most (BOL-1.8)."""

    def happen(self, state: BolognaState) -> None:
        best = max(state.throws)
        leaders = [seat for seat, score in zip(state.leaders, state.throws, strict=True) if score == best]
        if len(leaders) == 1:
            state.first = leaders[0]
        elif state.throw_rounds < MOST_THROWS:
            throw_again(state, leaders)
        else:
            state.leaders = leaders
            state.push(PICK_FIRST)


class PickFirst(Chance[BolognaState]):
    """Still tied after four throws: one of the leaders at random."""

    def odds(self, state: BolognaState) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in state.leaders]

    def play(self, state: BolognaState, action: Action) -> None:
        state.first = action.a


class Prepare(Happening[BolognaState]):
    """BOL-1.9: start tokens, before the Deus-Ex Machina and the first turn."""

    def happen(self, state: BolognaState) -> None:
        ruleset = state.ruleset
        first = state.first
        state.leaders = []
        state.throws = []
        state.tell(BEGINS, first)
        for seat in range(state.seats):
            for kind in range(KINDS):
                for _ in range(ruleset.edition.start[state.seats][kind]):
                    state.take(seat, kind)
        state.push(FIRST_TURN)
        if ruleset.edition.free_start[state.seats]:
            for offset in range(state.seats - 1, -1, -1):
                state.push(FREE_STARTS[(first + offset) % state.seats])


class FreeStart(Decision[BolognaState]):
    """With seven players everybody takes a token of his choice, in turn order (BOL-6.2)."""

    def candidates(self, state: BolognaState) -> list[Action]:
        return START.actions

    def play(self, state: BolognaState, action: Action) -> None:
        state.take(self.seat, action.a)
        state.tell(TOOK_START, self.seat, action.a)


class FirstTurn(Happening[BolognaState]):
    """The last player of the first round gets the Deus-Ex Machina (BOL-5.1); the first player begins."""

    def happen(self, state: BolognaState) -> None:
        if state.ruleset.deus_ex_machina:
            state.deus = state.at_right_of(state.first)
        begin_turn(state, state.first)


THROWS: Final[list[Throw]] = [Throw(seat) for seat in EVERY_SEAT]
FREE_STARTS: Final[list[FreeStart]] = [FreeStart(seat) for seat in EVERY_SEAT]
ROLL_OFF: Final = RollOff()
COMPARE_THROWS: Final = CompareThrows()
PICK_FIRST: Final = PickFirst()
PREPARE: Final = Prepare()
FIRST_TURN: Final = FirstTurn()
