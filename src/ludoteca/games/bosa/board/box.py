"""Everything in the box, shelf by shelf, by the keys of the inspector; and what the signs mean."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import FAMILIES, PANEL_INK, SHEET, hut, paint_of, points, sign
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.rules.actions import GOALS_DEALT, RESOURCES, SEASON_CARDS
from ludoteca.games.bosa.rules.edition import BosaEdition
from ludoteca.kernel.words import PhraseBook

STACKS: Final = ("start", "season_1", "season_2", "season_3")
SIGNS: Final = {
    "points": "BOS-4.9",
    "arrow": "BOS-4.8",
    "either": "BOS-5.3",
    "set": "BOS-5.11",
    "count": "BOS-4.10",
    "copy": "BOS-5.12",
}


def box(edition: BosaEdition) -> list[d.Shelf]:
    """The Building cards by season, the goals, the castle, and what lies on the table."""
    seasons = [
        d.Shelf(f"cards_{season}", [f"card {card.number}" for card in edition.cards if card.season == season])
        for season in range(4)
    ]
    goods = [f"boat {name}" for name in RESOURCES]
    colours = [f"colour {colour}" for colour in range(len(edition.colours))]
    return [
        *seasons,
        d.Shelf("goals", [f"goal {number}" for number in range(len(edition.goals))]),
        d.Shelf("castle", ["castle", *[f"tower {number}" for number in range(len(edition.chart))]]),
        d.Shelf("table", ["market", "stack", "place", "season", "goals", "ledger"]),
        d.Shelf("signs", [*goods, "purse", *[f"sign {name}" for name in SIGNS], *colours]),
    ]


def about_sign(kit: BosaKit, name: str) -> d.About:
    """What a sign on the cards means."""
    paint = paint_of(kit.edition, 0)
    pictures: dict[str, d.Child] = {
        "points": points(5, 0, 0, 84),
        "arrow": sign("arrow", 0, 0, 80, PANEL_INK),
        "either": sign("either", 0, 0, 34),
        "set": sign("set", 0, 0, 34),
        "count": hut(paint, "", 0, 0, 80),
        "copy": sign("copy", 0, 0, 38, paint),
    }
    plate = d.rect(-60, -46, 120, 92, 14, fill=d.Colour("#f7efdd"))
    return d.About(
        kit.say(f"sign_{name}", "box"),
        kit.say(f"sign_{name}_text", "box"),
        rule=SIGNS[name],
        picture=d.group(plate, pictures[name]),
    )


def about_colour(kit: BosaKit, colour: int) -> d.About:
    """A colour of houses: its emblem, and how many cards have it."""
    cards = [card for card in kit.edition.cards if card.colour == colour]
    badge = f"badge-{FAMILIES[colour]}"
    picture = d.group(d.use(SHEET, badge, 0, 0, 3.6, tone=paint_of(kit.edition, colour)))
    name = kit.noun("colour", colour)
    text = kit.say("colour_text", "box", number=len(cards))
    return d.About(name[:1].upper() + name[1:], text, rule="BOS-4.10", picture=picture)


def player_facts(edition: BosaEdition, seats: int, words: PhraseBook) -> dict[str, int | str]:
    """What stays in the box, and how many goals are dealt (BOS-1.4, BOS-1.9)."""
    return {
        "removed": edition.removed[seats],
        "cards": SEASON_CARDS,
        "dealt": GOALS_DEALT * seats,
        "goals": len(edition.goals),
    }


def entries(edition: BosaEdition) -> dict[str, str]:
    """Which piece each entry of the edition file describes."""
    found: dict[str, str] = {}
    placed = [0] * len(STACKS)
    for card in edition.cards:
        placed[card.season] += 1
        found[f"cards.{STACKS[card.season]}[{placed[card.season]}]"] = f"card {card.number}"
    found |= {f"goals.cards[{number + 1}]": f"goal {number}" for number in range(len(edition.goals))}
    found |= {f"edition.patronage[{number + 1}]": f"tower {number}" for number in range(len(edition.chart))}
    return found | {f"edition.colours[{n + 1}]": f"colour {n}" for n in range(len(edition.colours))}
