"""The sheet of art, its colours, and which picture stands for what."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, FIELDS, KINDS, ROWS, TRACKS
from ludoteca.games.bomarzo.rules.edition import BENEFITS, TEMPLES

SHEET: Final = d.Sheet("bom", __package__)

SLAB: Final = d.Colour("#efe6d2", "#363a39")
SLAB_EDGE: Final = d.Colour("#b7a988", "#222525")
PANEL: Final = d.Colour("#fffaf0", "#222834")
GLOW: Final = d.Colour("#ffd24a")
CARD_INK: Final = d.Colour("#2b2419")
CARD_GOLD: Final = d.Colour("#4f3504")
CREAM: Final = d.Colour("#fff6e0")
FIELD_TONES: Final = (d.Colour("#ab4f2a"), d.Colour("#3f5c94"), d.Colour("#76508a"))
TOKENS: Final = (
    d.Colour("#fffaf0", "#e4dccb"),
    d.Colour("#2b2a2c", "#0c0c0e"),
    d.Colour("#4f8a4a"),
    d.Colour("#f0cf4a"),
    d.Colour("#8a5a34"),
)
"""The season tokens, in the order of `COLOURS`."""

_COLOURS: Final = (d.VERMILION, d.BLUE, d.GREEN, d.PINK)
SEATS: Final = tuple(d.SEATS[seat].dressed(colour) for seat, colour in enumerate(_COLOURS))

_STONE: Final = d.Colour("#c0b49c", "#918b7c")
_TINTS: Final = ("#efe0b8", "#c9825a", "#dcae62", "#9aa0a6", "#8f9cb8", "#93a878", "#6fa0a8", "#b07f86")
STONES: Final = tuple(
    d.mix(_STONE, d.mix(_STONE, d.Colour(tint), 0.8 if god == 1 else 0.6), 0.4)
    for god, tint in enumerate(_TINTS)
)
"""Each statue is cut from its own rock."""
ASLEEP: Final = d.Colour("#929bb0", "#545c75")

ANY: Final = 3
CUBES: Final = (*[f"cube-{kind}" for kind in KINDS], "cube-any")
SCORED: Final = (*TRACKS, *FIELDS)
SIGNS: Final = {benefit: "dragon" if benefit == "drago" else benefit for benefit in BENEFITS[4:]}
TEMPLE_SIGNS: Final = tuple(TEMPLES)

_MOTIFS: Final = {
    "church": ("Altar",),
    "arches": ("Well", "Footbridge"),
    "farm": ("Farmstead", "Inn"),
    "fort": ("Palisade", "Barracks"),
    "mill": ("Water Mill",),
    "forge": ("Forge",),
    "barrels": ("Wine Press", "Cooper"),
    "market": ("Stall",),
    "shrine": ("Wayside Shrine",),
    "statue": ("Stone Yard", "Stonecutter"),
    "books": ("Alphabet", "Tally Sticks", "Schoolroom"),
    "abacus": ("Abacus",),
    "garden": ("Herbal", "Kitchen Garden"),
    "stars": ("Star Chart", "Lookout"),
    "clock": ("Sundial",),
    "plough": ("Plough Lore",),
    "lute": ("Ballad", "Minstrel"),
    "compass": ("Perspective Sketch", "Drawing Room", "Surveyor"),
    "alembic": ("Alembic", "Midwife"),
    "omen": ("Omens", "Fortune-teller"),
    "monk": ("Novice", "Acolyte"),
    "builder": ("Hod Carrier",),
    "scribe": ("Scribe", "Storyteller"),
    "pedlar": ("Pedlar",),
    "shepherd": ("Shepherd",),
    "squire": ("Squire",),
    "hermitage": ("Chapel",),
    "stage": ("Wooden Stage",),
    "vintner": ("Grape Grower",),
}
_MOTIF_OF: Final = {name: motif for motif, names in _MOTIFS.items() for name in names}
_BY_FIELD: Final = ("farm", "books", "scribe")


def motif(first_name: str, field: int) -> str:
    """The picture on a card, by the name of its first side; cards of other editions share one for a field."""
    return f"motif-{_MOTIF_OF.get(first_name, _BY_FIELD[field])}"


def person(what: str, seat: int) -> str:
    """The symbol of a pawn, worker, disc or banner of a seat."""
    return f"{what}-{SEATS[seat].shape}"


@d.part
def statue(god: int, mossy: bool, asleep: bool) -> d.Group:
    """A statue standing on (0, 0), about 220 wide and 165 high."""
    return d.group(standing(god, mossy, asleep, 0, 0, 1))


def standing(god: int, mossy: bool, asleep: bool, x: float, y: float, scale: float) -> d.Use:
    """A statue in its state, its feet on (x, y)."""
    state = ("mossy-asleep" if mossy else "asleep") if asleep else "mossy" if mossy else "awake"
    tone = ASLEEP if asleep else STONES[god]
    return d.use(SHEET, f"{DIVINITIES[god]}-{state}", x, y, scale, tone=tone)


def sign(name: str, r: float, x: float, y: float, ink: d.Colour = d.INK, opacity: float = 1) -> d.Use:
    """A small sign, reaching `r` around (x, y)."""
    return d.use(SHEET, name, x, y, r, tone=ink, opacity=opacity)


def scored_sign(field: int, r: float, x: float, y: float) -> d.Use:
    """What a divinity looks at in the end."""
    if field < len(SCORED):
        return sign(SCORED[field], r, x, y)
    return d.use(SHEET, CUBES[field - len(SCORED)], x, y, r / 9.5)


def benefit_sign(benefit: int, r: float, x: float, y: float, ink: d.Colour = CARD_GOLD) -> d.Use:
    """What an upgraded card gives."""
    name = BENEFITS[benefit]
    if name in KINDS:
        return d.use(SHEET, f"cube-{name}", x, y, r / 11)
    if name == ROWS[3]:
        return d.use(SHEET, "card-back", x - r * 0.62, y - r * 0.88, r / 84)
    return sign(SIGNS[name], r, x, y, ink)
