"""Parts of a board that are drawn once and used again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from sys import getsizeof
from typing import Final, ParamSpec

from .memory import remembered
from .nodes import Group, Text
from .shapes import Shape

P = ParamSpec("P")
NODE: Final = 300
"""About how many bytes a node takes besides its words, the text of its element included."""


def weight_of(group: Group) -> int:
    """About how many bytes a group takes, with its text once it is drawn and told.

    Of a part inside it only the text counts, which is about half of it: the rest is weighed by itself.
    """
    weight = 2 * (NODE + getsizeof(group.label) + getsizeof(group.why) + getsizeof(group.about))
    for child in group.children:
        if isinstance(child, Group):
            weight += child.weight // 2 or weight_of(child)
        elif isinstance(child, Shape):
            weight += NODE + 2 * getsizeof(child.outline)
        elif isinstance(child, Text):
            weight += NODE + 2 * getsizeof(child.words)
        else:
            weight += NODE
    return weight


def _weight(part: Group) -> int:
    return part.weight


def part(draw: Callable[P, Group]) -> Callable[P, Group]:
    """For a function whose drawing depends on its arguments alone.

    The same arguments get the same group, whose text is written once for all pictures it is in: every
    argument must be a value that never changes, and nothing else may be looked at.
    """

    @wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> Group:
        drawn = draw(*args, **kwargs)
        return drawn.kept(weight_of(drawn))

    return remembered(_weight)(kept)


def _weight_of_places(parts: tuple[Group, ...]) -> int:
    """What the parts take is counted where they are made."""
    return 8 * len(parts)


def series(draw: Callable[P, Sequence[Group]]) -> Callable[P, tuple[Group, ...]]:
    """For a function that lays several parts, which ones depends on its arguments alone.

    As with `part`, the same arguments get the same groups, and all of them must be parts.
    """

    @wraps(draw)
    def laid(*args: P.args, **kwargs: P.kwargs) -> tuple[Group, ...]:
        return tuple(draw(*args, **kwargs))

    return remembered(_weight_of_places)(laid)
