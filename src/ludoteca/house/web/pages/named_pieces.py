"""Names of pieces in sentences, marked with their keys: a page points from the name to the piece and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.kernel.contracts import Remark
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

NAME: Final = "\ue000"
IS: Final = "\ue001"
END: Final = "\ue002"
"""Around the name of a piece in a sentence: its key, and what it is called."""


def event_with_names(speaker: Speaker, event: Event) -> str:
    """The sentence of an event, with every name of a piece on the board marked by its key."""
    return _said(speaker, *speaker.event_phrase(event))


def remark_with_names(speaker: Speaker, remark: Remark) -> str:
    """What a bot says of its plans, likewise."""
    return _said(speaker, speaker.book.phrase("remark", remark.key), remark.details)


def _said(speaker: Speaker, template: str, fields: Sequence[tuple[str, str, int]]) -> str:
    texts = {label: _named(speaker, noun, value) for label, noun, value in fields}
    said = fill(template, texts, {label: value for label, _, value in fields})
    if not said.startswith(NAME):
        return said
    key, _, rest = said.partition(IS)
    return f"{key}{IS}{rest[:1].upper()}{rest[1:]}"


def names_in(sentence: str) -> list[tuple[str, str]]:
    """A sentence in parts: a name with the key of its piece, or other words with an empty key."""
    first, *rest = sentence.split(NAME)
    found = [("", first)] if first else []
    for part in rest:
        key, _, words = part.partition(IS)
        called, _, after = words.partition(END)
        found.append((key, called))
        if after:
            found.append(("", after))
    return found


def without_marks(sentence: str) -> str:
    """The sentence as it is read."""
    return "".join(words for _, words in names_in(sentence))


def _named(speaker: Speaker, noun: str, value: int) -> str:
    """What a value is called, marked if that is the name of a piece."""
    called = speaker.spell(noun, value)
    piece = presentation_of(speaker.game).piece
    key = piece(noun, value) if piece is not None and value >= 0 else ""
    return f"{NAME}{key}{IS}{called}{END}" if key else called
