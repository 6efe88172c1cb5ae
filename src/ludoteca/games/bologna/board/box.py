"""Everything in the box, shelf by shelf, by the keys of the inspector."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bologna.rules.dice import KINDS, PEOPLE, SYMBOLS, WINE
from ludoteca.games.bologna.rules.edition import BolognaEdition


def box(edition: BolognaEdition) -> list[d.Shelf]:
    """Roles, dice, tokens, and the places of the table."""
    return [
        d.Shelf("roles", [f"role {role}" for role in range(len(edition.names))]),
        d.Shelf("tokens", [*[f"token {kind}" for kind in range(KINDS)], "deus"]),
        d.Shelf("table", ["throne", "tavern", "stage", "deck", "notebook", "fools"]),
        d.Shelf("market", [f"stall {kind}" for kind in range(KINDS)]),
        d.Shelf("signs", [
            *[f"symbol {face}" for face in range(SYMBOLS)],
            *[f"pair {face}" for face in (PEOPLE, WINE, SYMBOLS - 1)],
        ]),
    ]  # fmt: skip
