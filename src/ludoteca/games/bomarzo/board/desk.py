"""What every part of the picture needs at hand: the view, the words, and choices still without a place."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

COLOURS = (d.VERMILION, d.BLUE, d.GREEN, d.PINK)
SEATS = tuple(d.SEATS[seat].dressed(colour) for seat, colour in enumerate(COLOURS))


class Desk:
    """Keeps track of which options already have an element, so that the rest become buttons."""

    def __init__(self, view: BomarzoView, speaker: Speaker, choices: Choices, narrow: bool) -> None:
        assert isinstance(speaker.edition, BomarzoEdition)
        self.view = view
        self.speaker = speaker
        self.choices = choices
        self.narrow = narrow
        self.edition = speaker.edition
        self.shown: set[str] = set()
        self.me = max(view.viewer, 0)

    def say(self, key: str, **numbers: int | str) -> str:
        """A phrase of the board, with its values."""
        template = self.speaker.book.phrase("board", key)
        texts = {name: str(value) for name, value in numbers.items()}
        return fill(template, texts, {n: v for n, v in numbers.items() if isinstance(v, int)})

    def noun(self, noun: str, value: int) -> str:
        return self.speaker.spell(noun, value)

    def option(self, *texts: str) -> tuple[str | None, str | None]:
        """Action and refusal of the first of these texts that is asked about now."""
        for text in texts:
            choice = self.choices.get(text)
            if choice is not None:
                self.shown.add(text)
                return self.choices.action(text), self.choices.why(text)
        return None, None

    def name(self, seat: int) -> str:
        return self.speaker.names[seat]
