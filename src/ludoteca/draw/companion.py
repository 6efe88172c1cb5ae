"""The companion of a boxed game: what a table asks for at the end, and what becomes of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class Counted(NamedTuple):
    """Something on the table at the end that counts: a number up to `most`, or one of the named `values`.

    `times` is how often it is asked for, laid out in `columns`; `shared` things belong to the whole table.
    `usual` is what stands there at first, `about` the inspector's key of its picture, `names` what each of
    several is called.
    """

    key: str
    label: str
    rule: str
    most: int = 0
    values: Sequence[str] = ()
    times: int = 1
    columns: int = 1
    shared: bool = False
    usual: Sequence[int] = ()
    about: str = ""
    names: Sequence[str] = ()


Counts = Mapping[str, Sequence[int]]
"""What was entered, by the keys of what counts."""


class Companion(NamedTuple):
    """How a finished table of the boxed game is entered and scored.

    `counted(setup, speaker, seat)`   what counts for a seat; for the whole table if the seat is -1
    `finish(setup, table, seats)`     the state after the end, by the rules of the game; `SetupError` if no
                                      table can look like this
    `options`                         the options it scores with
    `choosable`                       the switches that a visitor may set
    """

    counted: Callable[[Any, Any, int], Sequence[Counted]]
    finish: Callable[[Any, Counts, Sequence[Counts]], Any]
    options: Mapping[str, Any] = {}
    choosable: Sequence[str] = ()
