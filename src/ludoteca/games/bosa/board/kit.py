"""What every part of the picture has at hand."""

from __future__ import annotations

from typing import Final, TypedDict

from ludoteca import draw as d
from ludoteca.games.bosa.board.gestures import path
from ludoteca.games.bosa.board.houses import SMALLEST, SMALLEST_NARROW
from ludoteca.games.bosa.board.spelling import resources
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import COLOURS, SIDE
from ludoteca.games.bosa.rules.edition import NOTHING, PLAIN, BosaEdition, Card
from ludoteca.kernel.choices import NO_CHOICES, Choices
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

WORKING: Final = ("act", "copyagain", "copypick")


class Handle(TypedDict, total=False):
    """What a group is given if a gesture can be made with it now."""

    touch: str
    lit: bool
    why: str | None


class BosaKit(d.Kit):
    """A view with the words and choices that belong to it.

    `focus` is the seat whose hill is drawn large: the viewer's, or whoever plays now for a spectator.
    `working` is the place in the line of the card whose turn it is, -1 while no line works.
    """

    def __init__(
        self, view: BosaView, speaker: Speaker, choices: Choices = NO_CHOICES, narrow: bool = False
    ) -> None:
        super().__init__(speaker, choices, narrow, path(view))
        edition = speaker.edition
        assert isinstance(edition, BosaEdition)
        self.view = view
        self.edition = edition
        self.seats = len(view.grids)
        self.focus = view.viewer if view.viewer >= 0 else max(view.current, 0)
        self.least = SMALLEST_NARROW if narrow else SMALLEST
        again = view.phase in ("copyagain", "copypick")
        self.working = view.fired - again if view.phase in WORKING else NOTHING

    def handle(self, key: str) -> Handle:
        """As `touch`, but nothing for a piece that the question in hand does not concern."""
        return {**self.touch(key)} if self.concerns(key) else {}

    # Words

    def say(self, key: str, section: str = "board", **values: int | str) -> str:
        """A phrase of the book with its values put in; what begins small in the book stays small."""
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        template = self.speaker.book.phrase(section, key)
        said = fill(template, {name: str(value) for name, value in values.items()}, numbers)
        return said[:1].lower() + said[1:] if template[:1].islower() else said

    def called(self, number: int) -> str:
        """`Corallo Boat Hire (red), 1 coin → 2 fish`."""
        colour = self.noun("colour", self.card(number).colour)
        return f"{self.noun('card', number)} ({colour}), {self.noun('effect', number)}"

    # Numbers

    @property
    def rivals(self) -> list[int]:
        """The other seats, clockwise from the one in focus."""
        return [(self.focus + offset) % self.seats for offset in range(1, self.seats)]

    def card(self, number: int) -> Card:
        return self.edition.cards[number]

    def colours(self, seat: int) -> list[int]:
        """The colours of a townscape by cell."""
        return [
            NOTHING if number == NOTHING else self.card(number).colour for number in self.view.grids[seat]
        ]

    def counts(self, seat: int) -> list[int]:
        """The houses of each colour in a townscape."""
        colours = self.colours(seat)
        return [colours.count(colour) for colour in range(COLOURS)]

    def count(self, seat: int, number: int) -> int | None:
        """How many houses a card finds in a townscape; None for a card that counts none."""
        card = self.card(number)
        return self.counts(seat)[card.counted] if card.per_colour else None

    def count_with(self, card: Card) -> int | None:
        """What a counting card would count on the hill in focus: itself too, if it has the colour."""
        if not card.per_colour:
            return None
        return self.counts(self.focus)[card.counted] + (card.colour == card.counted)

    def outcome(self, seat: int, number: int, chosen: int = NOTHING) -> str:
        """What doing a card would bring a seat now: `−1 coin, +2 fish`, or an empty text; `chosen` is
        the type picked.
        """
        card, goods = self.card(number), self.view.goods[seat]
        times = self.counts(seat)[card.counted] if card.per_colour else 1
        paid, got = list(card.pay_goods), [times * amount for amount in card.get_goods]
        if chosen != NOTHING:
            paid[chosen] += card.pay_any
            got[chosen] += times * card.get_any
        short = any([goods[kind] < amount for kind, amount in enumerate(paid)])
        if short or self.view.coins[seat] < card.pay_coins:
            return ""
        coins = times * card.get_coins
        if self.view.tray != NOTHING:
            coins = min(coins, self.view.tray + card.pay_coins)
        parts = [f"−{self.say('coins', 'game', number=card.pay_coins)}"] if card.pay_coins else []
        parts += [f"−{self.resources(amount, kind)}" for kind, amount in enumerate(paid) if amount]
        if card.get_points:
            parts.append(f"+{self.say('points', 'game', number=times * card.get_points)}")
        if coins:
            parts.append(f"+{self.say('coins', 'game', number=coins)}")
        for kind, amount in enumerate(got):
            room = self.edition.cap - goods[kind] + paid[kind]
            if amount and (room or parts):
                parts.append(f"+{self.resources(min(amount, room), kind)}")
        return ", ".join(parts)

    def copying(self, seat: int, number: int) -> str:
        """What copying a card would bring a seat now."""
        card = self.card(number)
        if card.form == PLAIN:
            return self.outcome(seat, number) or self.say("nothing")
        if card.pay_any > max(self.view.goods[seat]):
            return self.say("nothing")
        return self.noun("effect", number)

    def resources(self, amount: int, kind: int) -> str:
        return resources(amount, kind, self.speaker.book)


def at(cell: int) -> tuple[int, int]:
    """Row and column of a cell."""
    return divmod(cell, SIDE)
