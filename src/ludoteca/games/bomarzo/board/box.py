"""Everything in the box, shelf by shelf, by the keys of the inspector; and what the signs mean."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import SHEET, TOKENS, benefit_sign, person, sign, statue
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.rules.actions import AREAS, COLOURS, DIVINITIES, FIELDS, KINDS, ROWS, TRACKS
from ludoteca.games.bomarzo.rules.edition import BENEFITS, TEMPLES, BomarzoEdition
from ludoteca.kernel.words import PhraseBook

SIGNS: Final = {
    "pawn": "BOM-4.1",
    "worker": "BOM-1.8",
    "disc": "BOM-9.6",
    "moss": "BOM-11.1",
    "asleep": "BOM-7.1",
    "secret": "BOM-8.6",
}


def box(edition: BomarzoEdition) -> list[d.Shelf]:
    """Divinities, cards by field, areas, village and piles."""
    by_field: list[list[str]] = [[] for _ in FIELDS]
    for card in range(1, len(edition.fields)):
        by_field[min(field for field in range(len(FIELDS)) if edition.fields[card] >> field & 1)].append(
            f"card {card}"
        )
    powers = [f"benefit {name}" for name in BENEFITS[len(KINDS) + 1 :]]
    return [
        d.Shelf("divinities", [f"statue {name}" for name in DIVINITIES]),
        *[d.Shelf(f"cards_{name}", by_field[field]) for field, name in enumerate(FIELDS)],
        d.Shelf("park", [*[f"area {name}" for name in AREAS], "season", "deck", "discards", "reserve"]),
        d.Shelf("fief", [*[f"row {name}" for name in ROWS], "worth"]),
        d.Shelf("tokens", ["worship", *[f"token {name}" for name in COLOURS]]),
        d.Shelf("signs", [
            *[f"store {name}" for name in KINDS], *[f"track {name}" for name in TRACKS],
            *[f"field {name}" for name in FIELDS], "temple", *[f"symbol {name}" for name in TEMPLES],
            *powers, *[f"sign {name}" for name in SIGNS],
        ]),
    ]  # fmt: skip


def about_sign(kit: BomarzoKit, name: str) -> d.About:
    """What a piece or a mark means that all divinities and fiefs share."""
    pictures: dict[str, d.Child] = {
        "pawn": d.use(SHEET, person("pawn", 0), 0, 0, 2.8),
        "worker": d.use(SHEET, person("worker", 0), 0, 0, 3.2),
        "disc": d.use(SHEET, person("disc", 0), 0, 0, 4.4),
        "moss": d.group(statue(1, True, False), y=45, scale=0.6),
        "asleep": d.group(statue(1, False, True), y=45, scale=0.6),
        "secret": d.use(SHEET, "secret", 0, 0, 2.8),
    }
    return _plain(kit, f"sign_{name}", SIGNS[name], d.group(pictures[name]))


def about_benefit(kit: BomarzoKit, name: str) -> d.About:
    """A power that upgraded cards give."""
    benefit = BENEFITS.index(name)
    title = kit.noun("power", benefit)
    rules = {"vision": "10.1", "repetition": "10.2", "raising": "10.3", "exchanging": "6.4", "drago": "10.5"}
    picture = d.group(benefit_sign(benefit, 44, 0, 0, d.INK))
    text = kit.noun("benefit_long", benefit)
    return d.About(title[:1].upper() + title[1:], text, rule=f"BOM-{rules[name]}", picture=picture)


def about_symbol(kit: BomarzoKit, name: str) -> d.About:
    """A temple symbol."""
    number = TEMPLES.index(name)
    cards = kit.edition.temple[1:].count(number)
    title = kit.noun("temple", number)
    text = kit.say("symbol_text", "box", number=cards)
    picture = d.group(sign(name, 46, 0, 0))
    return d.About(title[:1].upper() + title[1:], text, rule="BOM-12.8", picture=picture)


def about_token(kit: BomarzoKit, name: str) -> d.About:
    """A season token of the extension."""
    number = COLOURS.index(name)
    title, _, text = kit.noun("token", number).partition(": ")
    picture = d.group(d.circle(0, 0, 40, fill=TOKENS[number], stroke=d.LINE, width=2))
    said = f"{text[:1].upper()}{text[1:]}."
    return d.About(title[:1].upper() + title[1:], said, rule="BOM-13.2", picture=picture)


def _plain(kit: BomarzoKit, key: str, rule: str, picture: d.Group) -> d.About:
    return d.About(kit.say(key, "box"), kit.say(f"{key}_text", "box"), rule=rule, picture=picture)


def player_facts(edition: BomarzoEdition, seats: int, words: PhraseBook) -> dict[str, int | str]:
    """The pawns everybody begins with (BOM-1.3)."""
    return {"pawns": edition.pawns[seats]}


def entries(edition: BomarzoEdition) -> dict[str, str]:
    """Which piece each entry of the edition file describes."""
    cards = {f"card[{card}]": f"card {card}" for card in range(1, len(edition.fields))}
    return cards | {f"divinities.{name}": f"statue {name}" for name in DIVINITIES}
