"""What every part of one picture has at hand: the view, the edition, the words, and how choices are made."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board import geography
from ludoteca.games.bello_divorum.board.art import colour_of
from ludoteca.games.bello_divorum.board.gestures import Gestures
from ludoteca.games.bello_divorum.board.spelling import place_name, power_name
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import ATTACK, CATALOGUE, POWERS
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, Pantheon, Power
from ludoteca.kernel.choices import NO_CHOICES, Choices
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import PhraseBook, fill

WIDE_MIDDLE = (368.0, 374.0)
NARROW_MIDDLE = (195.0, 274.0)
NARROW_SCALE = 0.575
UNTOUCHED: d.Touch = {"touch": "", "lit": False, "why": None}


class BelloKit(d.Kit):
    """The table of one view. `middle` and `scale` say where the island lies on the picture."""

    def __init__(
        self, view: BelloView, speaker: Speaker, choices: Choices = NO_CHOICES, narrow: bool = False
    ) -> None:
        assert isinstance(speaker.edition, BelloEdition)
        super().__init__(speaker, choices, narrow, Gestures(view, speaker.edition.board).path)
        self.view = view
        self._attacked = {
            speaker.edition.board.slot_end[CATALOGUE.parse(choice.text).a]
            for choice in choices.offered
            if choice.text.startswith(f"{ATTACK.name} ")
        }
        self._touched = {key for gesture in self.gestures for key in gesture.keys}
        self.edition = speaker.edition
        self.board = speaker.edition.board
        self.turn = geography.turn_of(view)
        self.lands = geography.lands(view)
        self.middle = NARROW_MIDDLE if narrow else WIDE_MIDDLE
        self.scale = NARROW_SCALE if narrow else 1.0

    def is_touched(self, key: str) -> bool:
        """Whether any choice is made with this piece."""
        return key in self._touched

    def can_be_attacked(self, place: int) -> bool:
        """Whether whoever is asked may attack a location now."""
        return place in self._attacked

    def touch_if_asked(self, key: str) -> d.Touch:
        """For pieces that can be touched only while a question concerns them."""
        return self.touch(key) if self.concerns(key) else UNTOUCHED

    def at(self, place: int) -> d.Point:
        """Where a location lies on the picture."""
        return self.on_picture(geography.points(self.board, self.turn)[place])

    def on_picture(self, point: d.Point) -> d.Point:
        """A point of the island on the picture."""
        return self.middle[0] + self.scale * point[0], self.middle[1] + self.scale * point[1]

    def place(self, place: int) -> str:
        return place_name(self.board, place, self.speaker.book)

    def pantheon(self, seat: int) -> Pantheon:
        return self.edition.pantheons[self.view.pantheon[seat]]

    def tone(self, seat: int) -> d.Colour:
        """The colour of a seat's pantheon; that of paper lines before it has one."""
        return colour_of(self.pantheon(seat)) if self.view.pantheon[seat] >= 0 else d.LINE

    def people(self, seat: int, number: int = 2) -> str:
        """How a seat's followers are called: by its pantheon, or by its player before that is known."""
        pantheon = self.view.pantheon[seat]
        if pantheon < 0:
            return self.name(seat)
        return self.speaker.book.noun("one_follower" if number == 1 else "pantheon", pantheon)

    def titled(self, seat: int) -> str:
        """Who sits there and for whom: “Ada, Aztecs”."""
        known = self.view.pantheon[seat] >= 0
        return f"{self.name(seat)}, {self.people(seat)}" if known else self.name(seat)

    def seats_around(self) -> tuple[int, ...]:
        """Everybody in turn order, beginning with the viewer."""
        order = self.view.order or tuple(range(len(self.view.supply)))
        here = order.index(self.view.viewer) if self.view.viewer in order else 0
        return order[here:] + order[:here]

    def card_shown(self) -> int:
        """Whose power card is spread out: the viewer's own, or else that of whoever has the turn; or -1."""
        seat = self.view.viewer if self.view.viewer >= 0 else self.view.active
        return seat if 0 <= seat < len(self.view.pantheon) and self.view.pantheon[seat] >= 0 else -1

    def in_use(self, seat: int, number: int) -> bool:
        """Whether a seat has called upon its power just now."""
        return seat == self.view.active and self.view.power == number and not self.view.over

    def power_name(self, pantheon: int, number: int) -> str:
        return power_name(self.edition, POWERS * pantheon + number - 1, self.speaker.book)

    def power_text(self, power: Power) -> str:
        return power_text(power, self.speaker.book)

    def power_told(self, pantheon: int, number: int) -> str:
        """A power in words: its name, its price and what it does."""
        power = self.edition.pantheons[pantheon].powers[number - 1]
        key = "power_row_free" if not power.cost else "power_row_doom" if power.doom else "power_row"
        name, text = self.power_name(pantheon, number), self.power_text(power)
        return self.say(key, power=name, text=text, cost=power.cost, doom=power.doom)


def power_text(power: Power, book: PhraseBook) -> str:
    """What a power does, in the words of the phrase book with the numbers of the edition."""
    numbers = {
        "count": power.count,
        "most": power.most,
        "loses": power.loses,
        "near": power.near,
        "penalty": power.penalty,
        "least": power.least,
    }
    parts = [fill(book.phrase("power", power.key), {key: str(n) for key, n in numbers.items()}, numbers)]
    for key, number in (("actions", power.actions), ("moves", power.moves)):
        if number:
            parts.append(fill(book.phrase("power", key), {"number": str(number)}, {"number": number}))
    return " ".join(part for part in parts if part)
