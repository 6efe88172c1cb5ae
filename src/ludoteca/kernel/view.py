"""Views: what one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NewType

from mypy_extensions import mypyc_attr

Viewer = NewType("Viewer", int)
"""Who looks: a seat, or SPECTATOR."""

SPECTATOR: Final = Viewer(-1)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class View:
    """What one seat may know, as plain data: numbers, texts, and tuples of them. Games add their own fields.

    `viewer` is the seat that looks, or SPECTATOR. `actor` is whoever is awaited.
    """

    viewer: int
    actor: int
