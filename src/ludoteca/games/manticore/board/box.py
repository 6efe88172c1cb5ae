"""Everything in the box, shelf by shelf, by the keys of the inspector."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.rules.actions import (
    CLASSES,
    FIRST_MONSTER,
    KINDS,
    MONSTERS,
    SHAPES,
    TOKENS,
    TYPES,
)
from ludoteca.games.manticore.rules.edition import LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE
from ludoteca.kernel.words import PhraseBook

DEEDS = ("horn", "give", "heal", "drop")


def box(edition: ManticoreEdition) -> list[d.Shelf]:
    """Heroes, enemies, artifacts and spells, places, tokens, cards."""
    foes = [f"being {FIRST_FOE + number}" for number in range(MONSTERS)]
    return [
        d.Shelf("heroes", [f"class {klass}" for klass in range(len(CLASSES))]),
        d.Shelf("foes", [f"being {MANTICORE}", *foes]),
        d.Shelf("things", [f"kind {kind}" for kind in range(len(KINDS))]),
        d.Shelf("places", [*[f"location {number}" for number in range(LOCATIONS)], "fireway"]),
        d.Shelf("roads", ["tokens", *[f"token {token}" for token in range(FIRST_MONSTER)]]),
        d.Shelf("monster_roads", [f"token {token}" for token in range(FIRST_MONSTER, TOKENS)]),
        d.Shelf("cards", ["deck", *[f"type {kind}" for kind in range(len(TYPES))]]),
        d.Shelf("course", ["round", "battle", "end"]),
        d.Shelf("signs", [
            *[f"stat {number}" for number in range(len(art.STAT_ICONS))], "life", "points",
            *[f"deed {deed}" for deed in DEEDS],
        ]),
    ]  # fmt: skip


def about_stat(kit: TableKit, number: int) -> d.About:
    """One of the six numbers on a hero's plate."""
    picture = d.group(d.use(SHEET, art.STAT_ICONS[number], 0, 0, 2.4))
    title = kit.say(f"stat_{number}", "box")
    return d.About(title, kit.say(f"stat_{number}", "about"), rule="MAN-2.8", picture=picture)


def hero_facts(kit: TableKit, klass: int) -> str:
    """The characteristics printed on a hero's card."""
    hero = kit.edition.classes[klass]
    stats = [f"{kit.noun('stat', number)} {value}" for number, value in enumerate(hero.stats)]
    told = ", ".join([*stats, kit.say("life", number=hero.life)])
    return f"{told[:1].upper()}{told[1:]}."


def thing_facts(kit: TableKit, kind: int) -> str:
    """The levels in which an artifact or a spell comes."""
    levels = sorted(kit.edition.levels[kind])
    return kit.say("levels", "box", number=len(levels), levels=", ".join([str(level) for level in levels]))


def token_facts(kit: TableKit, token: int) -> str:
    """How many tokens of a shape there are."""
    return kit.say("tokens", "box", number=kit.edition.token_counts[token])


def player_facts(edition: ManticoreEdition, seats: int, words: PhraseBook) -> dict[str, int | str]:
    """The life of the Manticore and the height of the piles (MAN-2.3)."""
    return {
        "life": edition.manticore_life[seats - 1],
        "artifacts": len(edition.pile_levels(0, seats)),
        "spells": len(edition.levels[-1]),
    }


def entries(edition: ManticoreEdition) -> dict[str, str]:
    """Which piece each entry of the edition file describes."""
    return {
        **{f"classes.{word}": f"class {klass}" for klass, word in enumerate(CLASSES)},
        "manticore": f"being {MANTICORE}",
        **{f"monsters[{number + 1}]": f"being {FIRST_FOE + number}" for number in range(MONSTERS)},
        **{f"locations[{number + 1}]": f"location {number}" for number in range(LOCATIONS)},
        **{f"tokens.{word}": f"token {token}" for token, word in enumerate(SHAPES)},
    }
