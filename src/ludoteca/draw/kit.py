"""The kit every board is made with: the words, the choices, and the pieces each choice is made with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypedDict

from mypy_extensions import mypyc_attr

from ludoteca.kernel.choices import Choice, Choices
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

from .colours import Colour
from .gestures import Gesture
from .nodes import Group, group, use
from .sheets import Sheet


class Touch(TypedDict):
    """What a group is given so that gestures can be made with it."""

    touch: str
    lit: bool
    why: str | None


class About(NamedTuple):
    """What the inspector shows of a piece.

    `text` says in a sentence what it does, `state` how it stands now (“counts 3, 4 with this one”), `rule` is
    the id of its rule; `picture` shows it large, reaching 60 around (0, 0). `facts` are printed on it.
    """

    title: str
    text: str
    state: str = ""
    rule: str = ""
    picture: Group | None = None
    facts: str = ""


def pictured(sheet: Sheet, name: str, reach: float = 50, tone: Colour | None = None) -> Group:
    """A symbol of a sheet as a picture of its own, reaching so far around (0, 0)."""
    box = sheet.symbol(name).box
    assert box is not None, name
    scale = 2 * reach / max(box.w, box.h)
    x, y = -(box.x + box.w / 2) * scale, -(box.y + box.h / 2) * scale
    return group(use(sheet, name, round(x, 1), round(y, 1), round(scale, 2), tone=tone))


class Shelf(NamedTuple):
    """Pieces of the box that belong together: a key of the phrase book's section `box` that names them, and
    the keys by which the inspector knows them.
    """

    name: str
    keys: Sequence[str]


class Seen(NamedTuple):
    """What somebody may remember of a deck: how many cards are still to come, and of what.

    `out` and `left` are what has come out and what may still come, each in words with a number; `keys` are
    the pieces that may still come, as the inspector knows them.
    """

    title: str
    text: str
    out: Sequence[tuple[str, int]] = ()
    left: Sequence[tuple[str, int]] = ()
    keys: Sequence[str] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Kit:
    """What the parts of one picture have at hand. A game adds its view and its edition.

    `path` tells how a choice is made on this board; None for a choice that has no place there, which the page
    shows beside it. `others` are further gestures for the same choice, such as with equal dice.
    """

    def __init__(
        self,
        speaker: Speaker,
        choices: Choices,
        narrow: bool,
        path: Callable[[str], Gesture | None],
        others: Callable[[str], Sequence[Gesture]] = lambda text: (),
    ) -> None:
        self.speaker = speaker
        self.choices = choices
        self.narrow = narrow
        made = [(path(choice.text), *others(choice.text)) for choice in choices.offered]
        self.gestures = tuple([found for ways in made for found in ways if found is not None])
        self._starts = {key for g in self.gestures for key in (g.keys if g.together else g.keys[:1])}
        self._used = {key for g in self.gestures for key in g.keys}
        self._refusals: dict[str, str] = {}
        for choice in choices.refused:
            refused = path(choice.text)
            if refused is not None and refused.keys[-1] not in self._used:
                self._refusals.setdefault(refused.keys[-1], choice.why)

    # Words

    def say(self, key: str, section: str = "board", **values: int | str) -> str:
        """A phrase of the game's book with its values filled in."""
        template = self.speaker.book.phrase(section, key)
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        return fill(template, {name: str(value) for name, value in values.items()}, numbers)

    def noun(self, noun: str, value: int) -> str:
        """What a value is called."""
        return self.speaker.spell(noun, value)

    def name(self, seat: int) -> str:
        return self.speaker.names[seat]

    # Choices

    def touch(self, key: str) -> Touch:
        """For the group that is this piece: `d.group(..., **kit.touch("stack 5"))`."""
        return {"touch": key, "lit": key in self._starts, "why": self._refusals.get(key)}

    def touchable(self, key: str) -> bool:
        """Whether a gesture can begin with this piece."""
        return key in self._starts

    def touches(self, kinds: Collection[str]) -> bool:
        """Whether it concerns any piece of some kinds: the first words of their keys."""
        if not (self._used or self._refusals):
            return False
        return any([key.partition(" ")[0] in kinds for key in [*self._used, *self._refusals]])

    def concerns(self, key: str) -> bool:
        """Whether any gesture of the question in hand uses this piece, or a refusal stands at it."""
        return key in self._refusals or key in self._used

    @property
    def beside(self) -> list[Choice]:
        """The choices that have no place on the board."""
        made = {gesture.text for gesture in self.gestures}
        return [choice for choice in self.choices.offered if choice.text not in made]
