"""How an attack would end, worked out from a view so that it can be told before it is made."""

from __future__ import annotations

from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import BelloEdition
from ludoteca.games.bello_divorum.rules.steps.acting import Forecast, forecast


def of_attack(view: BelloView, edition: BelloEdition, slot: int) -> Forecast:
    """How the attack along a road would end."""
    target = edition.board.slot_end[slot]
    attackers = view.followers[SLOT_ORIGIN[slot]][view.actor]
    shielded = view.aegis[view.owner[target]]
    return forecast(attackers, sum(view.followers[target]), view.flower_war, shielded)
