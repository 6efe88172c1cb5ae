"""Everything in the box, shelf by shelf, by the keys of the inspector."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bologna.knowledge import EARTHQUAKE, FOOLS, PORK_FEAST
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import KINDS, PEOPLE, SYMBOLS, WINE
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.words import PhraseBook


def box(edition: BolognaEdition) -> list[d.Shelf]:
    """Roles, dice, tokens, and the places of the table."""
    return [
        d.Shelf("roles", [f"role {role}" for role in range(len(edition.names))]),
        d.Shelf("tokens", [*[f"token {kind}" for kind in range(KINDS)], "deus"]),
        d.Shelf("table", ["throne", "tavern", "stage", "deck", "notebook", FOOLS, PORK_FEAST, EARTHQUAKE]),
        d.Shelf("market", [f"stall {kind}" for kind in range(KINDS)]),
        d.Shelf("signs", [
            *[f"symbol {face}" for face in range(SYMBOLS)],
            *[f"pair {face}" for face in (PEOPLE, WINE, SYMBOLS - 1)],
        ]),
    ]  # fmt: skip


def player_facts(edition: BolognaEdition, seats: int, words: PhraseBook) -> dict[str, int | str]:
    """How many roles are in play, what everybody starts with, and the Brigand's hoard (BOL-6.1, BOL-6.2)."""
    start = [
        f"{number} {words.noun('symbol', kind)}" for kind, number in enumerate(edition.start[seats]) if number
    ]
    return {
        "dealt": seats,
        "roles": roles_in_play(seats),
        "start": words.join(start),
        "hoard": edition.hoard,
    }


def entries(edition: BolognaEdition) -> dict[str, str]:
    """Which piece each entry of the edition file describes."""
    return {f"roles.{word}": f"role {role}" for role, word in enumerate(ROLES)}
