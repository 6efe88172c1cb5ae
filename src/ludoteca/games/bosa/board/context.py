"""What every part of the picture needs to know."""

from __future__ import annotations

from typing import Any, Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import symbol
from ludoteca.games.bosa.board.spelling import resources
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import COLOURS, SIDE
from ludoteca.games.bosa.rules.edition import NOTHING, PLAIN, BosaEdition, Card
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

GAP: Final = 10


class Context:
    """A view with the words and choices that belong to it.

    `focus` is the seat whose townscape is drawn large: the viewer's, or whoever plays now for a spectator.
    `acting` is the place in the line of the card whose turn it is.
    """

    def __init__(self, view: BosaView, speaker: Speaker, choices: Choices, narrow: bool) -> None:
        self.view = view
        self.speaker = speaker
        self.choices = choices
        self.narrow = narrow
        edition = speaker.edition
        assert isinstance(edition, BosaEdition)
        self.edition = edition
        self.seats = len(view.grids)
        self.focus = view.viewer if view.viewer >= 0 else max(view.current, 0)
        self.acting = view.fired - 1 if view.phase in ("copyagain", "copypick") else view.fired

    # Words

    def say(self, key: str, **values: Any) -> str:
        """A phrase of the book with its values put in; what begins small in the book stays small."""
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        template = self.speaker.book.phrase("game", key)
        said = fill(template, {name: str(value) for name, value in values.items()}, numbers)
        return said[:1].lower() + said[1:] if template[:1].islower() else said

    def name(self, seat: int) -> str:
        return self.speaker.names[seat]

    def card(self, number: int) -> Card:
        return self.edition.cards[number]

    def called(self, number: int) -> str:
        """`Corallo Boat Hire (red), 1 coin → 2 fish`."""
        colour = self.speaker.spell("colour", self.card(number).colour)
        return f"{self.speaker.spell('card', number)} ({colour}), {self.speaker.spell('effect', number)}"

    # Numbers

    def counts(self, seat: int) -> list[int]:
        """The buildings of each colour in a townscape."""
        colours = self.colours(seat)
        return [colours.count(colour) for colour in range(COLOURS)]

    def count_with(self, card: Card) -> int | None:
        """What a counting card would count in the townscape in focus: itself too, if it has the colour."""
        if not card.per_colour:
            return None
        return self.counts(self.focus)[card.counted] + (card.colour == card.counted)

    def colours(self, seat: int) -> list[int]:
        return [
            NOTHING if number == NOTHING else self.card(number).colour for number in self.view.grids[seat]
        ]

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
        if self.view.coins[seat] < card.pay_coins or any(
            goods[kind] < amount for kind, amount in enumerate(paid)
        ):
            return ""
        coins = times * card.get_coins
        if self.view.tray != NOTHING:
            coins = min(coins, self.view.tray + card.pay_coins)
        parts = [f"−{self.say('coins', number=card.pay_coins)}"] if card.pay_coins else []
        parts += [f"−{self.resources(amount, kind)}" for kind, amount in enumerate(paid) if amount]
        if card.get_points:
            parts.append(f"+{self.say('points', number=times * card.get_points)}")
        if coins:
            parts.append(f"+{self.say('coins', number=coins)}")
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
        return self.speaker.spell("effect", number)

    def resources(self, amount: int, kind: int) -> str:
        return resources(amount, kind, self.speaker.book)

    # Signs

    def sign(self, seat: int, r: float, **place: Any) -> d.Group:
        return d.group(symbol(self.edition.symbols[seat], d.SEATS[seat], r), **place)

    def tone(self, seat: int) -> d.Colour:
        return d.SEATS[seat].colour


def at(cell: int) -> tuple[int, int]:
    """Row and column of a cell."""
    return divmod(cell, SIDE)
