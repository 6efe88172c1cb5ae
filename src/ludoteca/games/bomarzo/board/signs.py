"""Small signs: cubes, fields, tracks, temple symbols. Each differs by shape, not by colour alone."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d

AMBER: Final = d.Colour("#e0a526", "#e8b84a")
SILVER: Final = d.Colour("#b9bec6", "#9aa2ad")
PURPLE: Final = d.Colour("#7d3c98", "#b57fd0")
STONE: Final = d.Colour("#e4e0d6", "#3a3f45")
MOSS: Final = d.Colour("#4e7d3a", "#8fc078")
FIRST_SIDE: Final = d.Colour("#4a6fa5", "#7ea3d8")
SECOND_SIDE: Final = d.Colour("#b58900", "#e0b93e")

_CUBES: Final[tuple[tuple[str, d.Colour, d.Mark], ...]] = (
    ("F", AMBER, "hexagon"),
    ("C", SILVER, "circle"),
    ("W", PURPLE, "drop"),
    ("?", d.CARD, "square"),
)
LETTERS: Final = ("F", "C", "W", "?")
ANY: Final = 3

_ICONS: Final[dict[str, str]] = {
    "culture": "M-.75 -.9C-.95 0 -.6 .65 0 .95C.6 .65 .95 0 .75 -.9L.45 -.8C.6 -.1 .4 .3 0 .6"
    "C-.4 .3 -.6 -.1 -.45 -.8ZM-.55 -.55H.55V-.38H-.55ZM-.22 -.4H-.1V.3H-.22ZM.1 -.4H.22V.3H.1Z",
    "architecture": "M0 -1L.22 -.7L.8 .95H.52L0 -.3L-.52 .95H-.8L-.22 -.7ZM-.5 .3H.5V.5H-.5Z",
    "science": "M-.28 -.95H.28V-.75H.18V-.2L.75 .72C.82 .88 .72 .97 .6 .97H-.6"
    "C-.72 .97 -.82 .88 -.75 .72L-.18 -.2V-.75H-.28Z",
    "building": "M0 -1L.9 -.55V-.4H-.9V-.55ZM-.65 -.3H-.4V.6H-.65ZM-.13 -.3H.13V.6H-.13ZM.4 -.3H.65V.6H.4Z"
    "M-.9 .7H.9V.95H-.9Z",
    "knowledge": "M-.06 -.45C-.35 -.7 -.7 -.72 -1 -.6V.62C-.7 .5 -.35 .52 -.06 .75Z"
    "M.06 -.45C.35 -.7 .7 -.72 1 -.6V.62C.7 .5 .35 .52 .06 .75Z",
    "character": "M0 -.98A.45 .45 0 1 1 0 -.08A.45 .45 0 1 1 0 -.98ZM-.85 .95C-.85 .2 -.4 .05 0 .05"
    "C.4 .05 .85 .2 .85 .95Z",
    "moon": "M.35 -.92A.98 .98 0 1 0 .35 .92A.78 .78 0 1 1 .35 -.92Z",
    "sun": "M0 -.5A.5 .5 0 1 1 0 .5A.5 .5 0 1 1 0 -.5ZM-.09 -1H.09V-.62H-.09ZM-.09 .62H.09V1H-.09Z"
    "M-1 -.09H-.62V.09H-1ZM.62 -.09H1V.09H.62ZM-.77 -.64L-.64 -.77L-.38 -.5L-.5 -.38Z"
    "M.64 -.77L.77 -.64L.5 -.38L.38 -.5ZM-.77 .64L-.64 .77L-.38 .5L-.5 .38ZM.64 .77L.77 .64L.5 .38L.38 .5Z",
    "star": "M0 -1L.24 -.32L.95 -.31L.38 .12L.59 .81L0 .4L-.59 .81L-.38 .12L-.95 -.31L-.24 -.32Z",
    "eye": "M-1 0C-.5 -.72 .5 -.72 1 0C.5 .72 -.5 .72 -1 0ZM0 -.36A.36 .36 0 1 0 0 .36A.36 .36 0 1 0 0 -.36Z",
    "key": "M-.5 -.5A.5 .5 0 1 0 -.5 .5A.5 .5 0 0 0 -.06 .12H.45V.45H.65V.12H.95V-.12H-.06"
    "A.5 .5 0 0 0 -.5 -.5ZM-.5 -.2A.2 .2 0 1 1 -.5 .2A.2 .2 0 1 1 -.5 -.2Z",
}
SCORED: Final = ("culture", "architecture", "science", "building", "knowledge", "character")


def cube(kind: int, r: float = 9, x: float = 0, y: float = 0, *, hole: bool = False) -> d.Group:
    """A cube of a kind, or the hole where one is owed."""
    letter, colour, shape = _CUBES[kind]
    fill = d.CARD if hole else colour
    return d.token(letter, r=r, fill=fill, shape=shape, dash="3 2" if hole else "", x=x, y=y)


def icon(name: str, r: float = 8, x: float = 0, y: float = 0, fill: d.Colour = d.INK) -> d.Group:
    """The sign of a track, a field or a temple symbol."""
    return d.group(d.path(_ICONS[name], d.Box(-1, -1, 2, 2), fill=fill), x=x, y=y, scale=r)


def scored(field: int, r: float = 9, x: float = 0, y: float = 0) -> d.Group:
    """The sign of what a divinity scores."""
    return icon(SCORED[field], r, x, y) if field < len(SCORED) else cube(field - len(SCORED), r, x, y)


def counted(
    sign: d.Child, number: int | str, x: float, y: float, size: float = 13, gap: float = 12
) -> d.Child:
    """A sign with a number to its right."""
    return [d.group(sign, x=x, y=y), d.text(number, x + gap, y, size, anchor="start", bold=True)]
