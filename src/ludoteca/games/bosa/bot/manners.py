"""Good manners in Bosa, for `bench/manners.py`: what is free is taken, and nothing is paid for nothing."""

from __future__ import annotations

from ludoteca.games.bosa.bot.evaluation import is_worth_doing
from ludoteca.games.bosa.rules.actions import SKIP, TURNS
from ludoteca.games.bosa.rules.edition import COPIER
from ludoteca.games.bosa.rules.scoring import patronage
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.card_actions import Act, possible
from ludoteca.kernel.actions import Action

DECLINED = "free things declined"
WASTED = "actions wasted"


class Manners:
    """Watches one match, decision by decision."""

    def seen(self, before: BosaState, action: Action, after: BosaState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used."""
        if not isinstance(before.step, Act):
            return []
        card = before.acting()
        town = before.towns[before.actor]
        if card.form == COPIER:
            return []
        if is_free_for_the_taking(before):
            return [(DECLINED, action is SKIP)]
        if not card.free and possible(before, town, card):
            return [(WASTED, action is not SKIP and not is_worth_doing(before, town, card))]
        return []


def is_free_for_the_taking(state: BosaState) -> bool:
    """Whether the card that acts gives something for nothing. Resources never hurt, since nothing forces one
    to spend them; coins only when they come last and make patronage dearer (BOS-6.1).
    """
    card = state.acting()
    town = state.towns[state.actor]
    if not card.free or card.form == COPIER or not possible(state, town, card):
        return False
    if not card.get_coins or town.filled.bit_count() - 1 < TURNS * state.season:
        return True
    edition = state.ruleset.edition
    times = town.counts[card.counted] if card.per_colour else 1
    return patronage(edition, town.coins) == patronage(edition, town.coins + times * card.get_coins)
