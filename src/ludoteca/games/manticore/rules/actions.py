"""Everything that can be done in Manticore."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.land import LABELS, SIDES
from ludoteca.kernel.actions import Action, Catalogue, Domain, Verb

MOST_SEATS: Final = 4
MONSTERS: Final = 7

CLASSES: Final = ("warrior", "mage", "dwarf", "elf")
STATS: Final = ("initiative", "attack", "shooting", "defense", "magic")
INITIATIVE: Final = 0
ATTACK: Final = 1
SHOOTING: Final = 2
DEFENSE: Final = 3
MAGIC: Final = 4

KINDS: Final = ("sword", "bow", "shield", "boots", "amulet", "helmet", "fire", "ice")
SWORD: Final = 0
BOW: Final = 1
SHIELD: Final = 2
BOOTS: Final = 3
AMULET: Final = 4
HELMET: Final = 5
ARTIFACTS: Final = 6  # the kinds before this number are artifacts, the others spells
LEVELS: Final = 3

SHAPES: Final = ("straight", "bend", "fork_left", "fork_right", "wye", "sharp", "cross", "star")
FIRST_MONSTER: Final = len(SHAPES)  # tokens: a number per shape, then one per monster
TOKENS: Final = FIRST_MONSTER + MONSTERS

BY_MAGIC: Final = 0
CLOSE: Final = 1
SHOOT: Final = 2
TYPES: Final = ("magic", "close", "shoot")

# The characteristic and the artifact that count, by type of attack, for the attacker and for the defender.
ATTACK_STAT: Final[list[int]] = [MAGIC, ATTACK, SHOOTING]
ATTACK_ARTIFACT: Final[list[int]] = [AMULET, SWORD, BOW]
DEFENCE_STAT: Final[list[int]] = [MAGIC, ATTACK, DEFENSE]
DEFENCE_ARTIFACT: Final[list[int]] = [HELMET, SWORD, SHIELD]

DIRECTIONS: Final = ("e", "ne", "nw", "w", "sw", "se")
CITY_CELLS: Final = 7

_DIRECTION: Final = Domain("direction", DIRECTIONS)
_ARTIFACT: Final = Domain("kind", KINDS[:ARTIFACTS])
_KIND: Final = Domain("kind", KINDS)
_LEVEL: Final = Domain("level", ["1", "2", "3"], first=1)
_TYPE: Final = Domain("type", TYPES)
_YES_NO: Final = Domain("answer", ["no", "yes"])

CATALOGUE: Final = Catalogue("Manticore")

CHOOSE_CLASS: Final[Verb] = CATALOGUE.verb("class", Domain("class", CLASSES))
HEROINE: Final[Verb] = CATALOGUE.verb("heroine", Domain("heroine", CLASSES))
START: Final[Verb] = CATALOGUE.verb("start", Domain("city_cell", [str(n) for n in range(1, CITY_CELLS + 1)]))
PLACE: Final[Verb] = CATALOGUE.verb("place", Domain("cell", [label.lower() for label in LABELS]))
ORIENT: Final[Verb] = CATALOGUE.verb("orient", Domain("turn", [str(k) for k in range(SIDES)]))
MOVE: Final[Verb] = CATALOGUE.verb("move", _DIRECTION)
ATTACKS: Final[Verb] = CATALOGUE.verb("attack", _DIRECTION)
JOINT: Final[Verb] = CATALOGUE.verb("joint", _DIRECTION)
TAKE: Final[Verb] = CATALOGUE.verb("take", _KIND, _LEVEL)
PICK: Final[Verb] = CATALOGUE.verb("pick", _ARTIFACT, _LEVEL)
GIVE: Final[Verb] = CATALOGUE.verb("give", _DIRECTION)
ITEM: Final[Verb] = CATALOGUE.verb("item", _ARTIFACT, _LEVEL)
DROP: Final[Verb] = CATALOGUE.verb("drop", _KIND, _LEVEL)
HEAL_SELF: Final[Action] = CATALOGUE.single("heal-self")
HEAL: Final[Verb] = CATALOGUE.verb("heal", _DIRECTION)
END_TURN: Final[Action] = CATALOGUE.single("end-turn")
TERMS: Final[Verb] = CATALOGUE.verb("terms", Domain("offset", [f"+{offset}" for offset in range(MOST_SEATS)]))
TERMS_DEFAULT: Final[Action] = CATALOGUE.single("terms-default")
JOIN: Final[Verb] = CATALOGUE.verb("join", _YES_NO)
CONSENT: Final[Verb] = CATALOGUE.verb("consent", _YES_NO)
TYPE: Final[Verb] = CATALOGUE.verb("type", _TYPE)
SPELL: Final[Verb] = CATALOGUE.verb("spell", Domain("spells", ["none", "fire", "ice", "both"]))
STANCE: Final[Verb] = CATALOGUE.verb("stance", Domain("stance", ["fight", "defend"]))
POWER: Final[Verb] = CATALOGUE.verb("power", Domain("stat", STATS))
TROPHY: Final[Verb] = CATALOGUE.verb("trophy", _ARTIFACT, _LEVEL)
TROPHY_NONE: Final[Action] = CATALOGUE.single("trophy-none")

DREW: Final[Verb] = CATALOGUE.chance(
    "drew", Domain("token", [*SHAPES, *(f"monster-{number}" for number in range(1, MONSTERS + 1))])
)
ROLLED: Final[Verb] = CATALOGUE.chance("rolled", Domain("number", ["1", "2", "3", "4", "5", "6"], first=1))
CARD: Final[Verb] = CATALOGUE.chance("card", _TYPE)
LAID: Final[Verb] = CATALOGUE.chance("laid", _KIND)
