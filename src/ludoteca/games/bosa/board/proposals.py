"""What the page proposes for the cards of a line, and what it does without asking."""

from __future__ import annotations

from ludoteca.games.bosa.rules.actions import DO, SEASONS
from ludoteca.games.bosa.rules.edition import PLAIN, Card
from ludoteca.games.bosa.rules.scoring import patronage
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.card_actions import Act
from ludoteca.kernel.actions import Action


def of_course(state: BosaState) -> Action | None:
    """A gain that costs nothing is taken, coins too: they can only be unwelcome where they reach the next
    step of the patronage chart in one's last turn before it, because that step has to be paid (BOS-6.1).
    """
    if not isinstance(state.step, Act) or DO not in state.choices:
        return None
    card = state.acting()
    if card.form != PLAIN or not card.free:
        return None
    return None if _changes_patronage(state, card) else DO


def _changes_patronage(state: BosaState, card: Card) -> bool:
    """Whether the coins of a card would change what patronage takes at the end of this very turn's season."""
    is_last_turn = state.stack < state.seats
    if not card.get_coins or not is_last_turn or state.season == SEASONS:
        return False
    town = state.towns[state.current]
    times = town.counts[card.counted] if card.per_colour else 1
    chart = state.ruleset.edition
    return patronage(chart, town.coins + times * card.get_coins) != patronage(chart, town.coins)
