"""Everything in the box, shelf by shelf, by the keys of the inspector; and what the signs mean."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, people
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.games.bello_divorum.rules.edition import BelloEdition

SIGNS: Final = {
    "follower": "BEL-2.4",
    "chip": "BEL-2.3",
    "action": "BEL-6.1",
    "move": "BEL-6.3",
    "babel": "BEL-13.6",
    "aegis": "BEL-13.16",
    "flower": "BEL-13.1",
    "swords": "BEL-8.1",
}


def box(edition: BelloEdition) -> list[d.Shelf]:
    """Pantheons with their favours, the places of the island, and the track."""
    pantheons = [
        d.Shelf(
            f"pantheon_{number}",
            [f"pantheon {number}", *[f"power {number * POWERS + power}" for power in range(POWERS)]],
        )
        for number in range(len(edition.pantheons))
    ]
    return [
        *pantheons,
        d.Shelf("places", [f"place {place}" for place in edition.board.places]),
        d.Shelf("table", ["doomsday", "turn"]),
        d.Shelf("signs", [f"sign {name}" for name in SIGNS]),
    ]


def about_sign(kit: BelloKit, name: str) -> d.About:
    """What a sign on the table means."""
    colour = kit.edition.pantheons[0].colour
    symbols = {"follower": f"pawn-{people(0)}", "chip": f"chip-{people(0)}", "action": "sandal"}
    symbol = symbols.get(name, "sandal-light" if name == "move" else name)
    y, scale = (38, 2.6) if name == "follower" else (0, 3 if name == "chip" else 4)
    picture = d.group(d.use(SHEET, symbol, 0, y, scale, tone=d.Colour(colour)))
    title, text = kit.say(f"sign_{name}", "box"), kit.say(f"sign_{name}_text", "box")
    return d.About(title, text, rule=SIGNS[name], picture=picture)


def entries(edition: BelloEdition) -> dict[str, str]:
    """Which piece each entry of the edition file describes."""
    found = {f"pantheon[{number + 1}]": f"pantheon {number}" for number in range(len(edition.pantheons))}
    for number in range(len(edition.pantheons)):
        for power in range(POWERS):
            found[f"pantheon[{number + 1}].power[{power + 1}]"] = f"power {number * POWERS + power}"
    return found
