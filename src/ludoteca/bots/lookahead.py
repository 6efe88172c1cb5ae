"""How a position turns out when everybody plays on sensibly for a few decisions, with given luck.

Two futures with the same luck differ only by what was decided: that is what makes a small difference visible.
"""

from __future__ import annotations

from typing import Any, Final, final

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.greedy import promise
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Croupier, Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import CHANCE, NOBODY, State

LONGEST_TURN: Final = 24


@final
class Lookahead:
    """Plays `decisions` on, each by the game's evaluation, lets the seat in turn finish what it has begun,
    and then asks how every seat stands: half-done turns cannot be compared.
    """

    def __init__(self, game: Game[Any], decisions: int) -> None:
        self.game = game
        self.knowledge = knowledge_of(game)
        self.decisions = decisions

    def ahead(self, state: State, luck: int) -> list[float]:
        """How every seat stands a few decisions after a state; the state itself stays as it is."""
        twin: State = state.copy()
        croupier = Seeded(luck)
        settle(twin, croupier)
        return self._on(twin, twin.actor, croupier, luck)

    def after(self, state: State, action: Action, luck: int) -> list[float]:
        """How every seat stands a few decisions after an action."""
        twin: State = state.copy()
        croupier = Seeded(luck)
        twin.play(action)
        settle(twin, croupier)
        return self._on(twin, state.actor, croupier, luck)

    def _on(self, state: State, seat: int, croupier: Croupier, luck: int) -> list[float]:
        done = 0
        while state.actor != NOBODY:
            if done >= self.decisions and (state.actor != seat or done >= self.decisions + LONGEST_TURN):
                break
            state.play(self._most_promising(state, luck + done))
            settle(state, croupier)
            done += 1
        result = state.result
        return result.payoffs() if result is not None else self.knowledge.win_chances(state)

    def _most_promising(self, state: State, guess: int) -> Action:
        """What the game would do at once, or what looks best to the seat that decides, one decision ahead and
        with guessed luck.
        """
        answer: list[Action] = self.knowledge.quick_answer(state)
        if answer:
            return answer[0]
        options = state.choices
        best = options[0]
        highest = -1.0
        for action in options:
            worth = promise(self.game, state, action, guess)
            if worth > highest:
                highest = worth
                best = action
        return best


def settle(state: State, croupier: Croupier) -> None:
    """Let chance speak until a seat decides or nobody does."""
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
