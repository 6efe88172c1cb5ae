"""Parts of a board that are drawn once and used again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, cast

from .nodes import Group

P = ParamSpec("P")
PARTS: Final = 4096
"""How many drawings of one kind are kept."""


def part(draw: Callable[P, Group]) -> Callable[P, Group]:
    """For a function whose drawing depends on its arguments alone.

    The same arguments get the same group, whose text is written once for all pictures it is in: every
    argument must be a value that never changes, and nothing else may be looked at.
    """

    @wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> Group:
        return draw(*args, **kwargs).kept()

    return cast(Callable[P, Group], lru_cache(maxsize=PARTS)(kept))
