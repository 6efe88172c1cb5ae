"""Pattern fills, so that areas can be distinguished without colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from .colours import Colour
from .wording import num

Kind: TypeAlias = Literal["stripes", "bars", "dots", "crosshatch", "waves", "diamonds", "grid"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_STROKED = 'fill="none" stroke="{0}" stroke-width="1.6"'
_TILES: Final[dict[str, str]] = {
    "stripes": '<path d="M0 0H8V3H0Z" fill="{0}"/>',
    "bars": '<path d="M0 0H3V8H0Z" fill="{0}"/>',
    "dots": '<circle cx="2" cy="2" r="1.5" fill="{0}"/><circle cx="6" cy="6" r="1.5" fill="{0}"/>',
    "crosshatch": '<path d="M0 0H8V1.5H1.5V8H0Z" fill="{0}"/>',
    "waves": f'<path d="M-4 4Q-2 0 0 4T4 4T8 4T12 4" {_STROKED}/>',
    "diamonds": '<path d="M4 .8L7.2 4L4 7.2L.8 4Z" fill="{0}"/>',
    "grid": f'<path d="M4 0V8M0 4H8" {_STROKED}/>',
}
_TURNED: Final = {"stripes": " rotate(-45)", "crosshatch": " rotate(45)"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A paint made of a repeated mark in `colour`, on a `ground` or on nothing."""

    kind: Kind
    colour: Colour
    ground: Colour | None = None
    scale: float = 1

    @property
    def key(self) -> str:
        ground = self.ground.key if self.ground else "none"
        return f"{self.kind}-{self.colour.key}-{ground}-{num(self.scale)}"

    def definition(self, css: Callable[[Colour], str], ident: str) -> str:
        """The `<pattern>` element that a fill of `url(#ident)` refers to."""
        ground = f'<path d="M0 0H8V8H0Z" fill="{css(self.ground)}"/>' if self.ground else ""
        placing = f"scale({num(self.scale)}){_TURNED.get(self.kind, '')}"
        return (
            f'<pattern id="{ident}" width="8" height="8" patternUnits="userSpaceOnUse" '
            f'patternTransform="{placing}">{ground}{_TILES[self.kind].format(css(self.colour))}</pattern>'
        )


Paint: TypeAlias = Colour | Pattern | None
