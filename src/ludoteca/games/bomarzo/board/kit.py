"""What every part of one picture has at hand: the view, the edition, the words, and how choices are made."""

from __future__ import annotations

from typing import TypedDict

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.gestures import Gestures
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import FIELDS
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.choices import NO_CHOICES, Choices
from ludoteca.kernel.speaker import Speaker


class Piece(TypedDict, total=False):
    """What a group is given that the inspector explains and gestures may be made with."""

    about: str
    outline: d.Shape
    touch: str
    lit: bool
    why: str | None


class BomarzoKit(d.Kit):
    """The table of one view; a spectator looks over the shoulder of the first seat, without its secrets."""

    def __init__(
        self, view: BomarzoView, speaker: Speaker, choices: Choices = NO_CHOICES, narrow: bool = False
    ) -> None:
        assert isinstance(speaker.edition, BomarzoEdition)
        super().__init__(speaker, choices, narrow, Gestures(view, narrow).path)
        self.view = view
        self.edition = speaker.edition
        self.me = max(view.viewer, 0)
        self.seats = len(view.cubes)
        self.worth_now: list[int] = []
        """Every seat's points if the game ended now, once somebody has asked."""

    def piece(self, key: str, outline: d.Shape, about: str = "") -> Piece:
        """For the group that is this piece; it can be touched while the question in hand concerns it."""
        if not self.concerns(key):
            return Piece(about=about or key)
        touch = self.touch(key)
        return Piece(about=about or key, outline=outline, touch=key, lit=touch["lit"], why=touch["why"])

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise from the viewer's."""
        return [(self.me + offset) % self.seats for offset in range(1, self.seats)]

    @property
    def order(self) -> tuple[int, ...]:
        """The divinities by place: those of the pantheon as soon as it is known."""
        return self.view.pantheon or self.view.order

    def fields_of(self, card: int) -> tuple[int, ...]:
        return tuple([field for field in range(len(FIELDS)) if self.edition.fields[card] >> field & 1])

    def cubes_in_words(self, cubes: tuple[int, ...], noun: str = "kind") -> str:
        """Numbers of food, coins and wine (or anything) as words."""
        named = [
            f"{number} {self.noun(noun if number == 1 else f'{noun}s', kind)}"
            for kind, number in enumerate(cubes)
            if number
        ]
        return " + ".join(named) if named else self.say("free")

    def temples_of(self, seat: int) -> set[int]:
        """The different temple symbols on the cards of a seat."""
        return {self.edition.temple[card] for card in self.view.first_level[seat]}
