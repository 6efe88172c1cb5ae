"""Moments: told events that a page plays on the board, such as dice that roll or a statue that falls asleep.

`Presentation.moments` names them: for the name of an event, a function that makes the moment from what one
viewer was told and sees. A moment is short, can be cut off at any time, and shows nothing that the board and
the log do not tell as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from ludoteca.kernel.events import Event

from .colours import Colour
from .sheets import Sheet

ON_THE_BOARD: Final = ("roll", "turn", "drop", "rise", "fly", "walk", "change")
OVER_THE_BOARD: Final = ("speak", "parade", "shake", "dusk", "battle")
"""The kinds of moments. Those over the board say the event's sentence:

`roll`     the pieces tumble in, like dice
`turn`     the pieces turn over, like cards
`drop`     the pieces fall into place
`rise`     the art rises from the pieces and fades
`fly`      the art flies from the piece `source` to the pieces
`walk`     the art goes there step by step
`change`   the pieces are seen as they were, and become what they are now
`speak`    a banner with the art
`parade`   the art crosses the board, one after the other
`shake`    the board shakes
`dusk`     a shadow passes over the board
`battle`   two sides, and their sums building up
"""
SOUNDS: Final = ("dice", "card", "coin", "thunder")


class Art(NamedTuple):
    """A symbol of a sheet, in a tone."""

    sheet: Sheet
    name: str
    tone: Colour | None = None


class Side(NamedTuple):
    """One side of a battle: who, how strong, what the die adds (0: no die), and what it loses."""

    art: Art
    strength: int
    die: int = 0
    loss: int = 0


@dataclass(frozen=True)
class Moment:
    """How an event is played. Pieces are named by their ids on the board; what is not there is left out."""

    kind: str
    on: Sequence[str] = ()
    source: str = ""
    art: Sequence[Art] = ()
    was: tuple[str, str] | None = None
    """For `change`: the symbol that is seen now, and the one that was seen before."""
    sides: tuple[Side, Side] | None = None
    sound: str = ""

    def __post_init__(self) -> None:
        if self.kind not in ON_THE_BOARD and self.kind not in OVER_THE_BOARD:
            raise ValueError(f"no kind of moment: {self.kind!r}")
        if self.sound and self.sound not in SOUNDS:
            raise ValueError(f"no such sound: {self.sound!r}")

    @property
    def pieces(self) -> list[Art]:
        """All symbols it shows."""
        return [*self.art, *(side.art for side in self.sides or ())]


class Told:
    """What a moment is made from: an event as the viewer learnt of it, others around it, and the view.

    `look` gives the view, for those that need it.
    """

    def __init__(
        self, events: Sequence[Event], at: int, viewer: int, look: Callable[[], Any], edition: Any
    ) -> None:
        self.event = events[at]
        self.viewer = viewer
        self.edition = edition
        self._look = look
        self._events = events
        self._at = at

    @property
    def view(self) -> Any:
        """The table as the viewer sees it now."""
        return self._look()

    def __getitem__(self, label: str) -> int:
        """A value of the event."""
        return self.event.value(label)

    def before(self, *kinds: str) -> Event | None:
        """The last event of these kinds before this one, as far back as the page looks."""
        earlier = self._events[: self._at]
        return next((event for event in reversed(earlier) if event.kind.name in kinds), None)

    def after(self, *kinds: str) -> Event | None:
        """The next event of these kinds told together with this one."""
        return next((event for event in self._events[self._at + 1 :] if event.kind.name in kinds), None)


MomentMaker: TypeAlias = Callable[[Told], Moment | None]
"""Makes a moment of an event; None where there is nothing to see."""
