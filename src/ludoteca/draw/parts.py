"""Parts of a board that are drawn once and used again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getsizeof
from typing import Any, Final, Generic, ParamSpec

from .memory import MEMORY, Remembered
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


class Kept(Generic[P]):
    """A function that draws a part."""

    def __init__(self, draw: Callable[P, Group]) -> None:
        self._draw = draw

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Group:
        drawn = self._draw(*args, **kwargs)
        return drawn.kept(weight_of(drawn))


def part(draw: Callable[P, Group]) -> Callable[P, Group]:
    """For a function whose drawing depends on its arguments alone.

    The same arguments get the same group, whose text is written once for all pictures it is in: every
    argument must be a value that never changes, and nothing else may be looked at.
    """
    return Remembered(Kept(draw), _weight)


def laid(key: tuple[Any, ...], draw: Callable[[], Sequence[Group]]) -> tuple[Group, ...]:
    """The groups that were drawn for a key before, or are drawn now and become parts.

    The key holds all that the drawing looks at, as values that never change.
    """
    found: tuple[Group, ...] | None = MEMORY.get(key)
    if found is None:
        drawn = draw()
        found = tuple([one if one.is_kept else one.kept(weight_of(one)) for one in drawn])
        fresh = sum([one.weight for one, was in zip(found, drawn) if one is not was])  # others are parts
        MEMORY.keep(key, found, fresh + _weight_of_key(key))
    return found


def _weight_of_key(key: Any) -> int:
    """About how many bytes the values in a key take."""
    if isinstance(key, tuple):
        return getsizeof(key) + sum([_weight_of_key(value) for value in key])
    return getsizeof(key) if isinstance(key, str) else 0
