"""The words of the pages: phrase books like those of the games."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from ludoteca.kernel.words import PhraseBook, fill, read_words

FOLDER: Final = Path(__file__).parent / "words"
LANGUAGES: Final = ("en", "it")
NAMES: Final = {"en": "English", "it": "Italiano"}


class Texts:
    """Says things in one language: `say("lobby.waiting", number=3)`."""

    def __init__(self, book: PhraseBook) -> None:
        self.book = book
        self.language = book.language

    def __call__(self, key: str, **values: str | int) -> str:
        section, _, name = key.partition(".")
        template = self.book.find(section, name)
        if template is None:
            raise KeyError(f"words/{self.language}.toml says nothing for “{key}”")
        numbers = {label: value for label, value in values.items() if isinstance(value, int)}
        return fill(template, {label: str(value) for label, value in values.items()}, numbers)

    def count(self, number: int) -> str:
        """A number in words while it is small, as sentences say it."""
        return self.book.find("number", str(number)) or str(number)

    def within(self, key: str, **values: str | int) -> str:
        """What stands within a sentence: without the capital letter."""
        text = self(key, **values)
        return text[:1].lower() + text[1:]

    def has(self, key: str) -> bool:
        section, _, name = key.partition(".")
        return self.book.find(section, name) is not None

    def decimal(self, number: float) -> str:
        """A number with one decimal: 22.5, or 22,5 where a comma is written."""
        return f"{number:.1f}".replace(".", self("site.decimal_point"))

    def signed(self, number: float) -> str:
        """A difference with one decimal and its sign: +22.5, −3.0, 0.0."""
        size = self.decimal(abs(number))
        sign = "" if not round(number, 1) else "+" if number > 0 else "−"
        return sign + size

    def date(self, milliseconds: int) -> str:
        """A day, as everybody in the world reads it alike: 16.11.2026."""
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%d.%m.%Y")

    def time(self, milliseconds: int, form: str) -> str:
        """A time in UTC, as `strftime` writes it."""
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime(form)

    def ago(self, seconds: float) -> str:
        """How long ago something was, roughly."""
        minutes = int(seconds // 60)
        if minutes < 1:
            return self("time.now")
        if minutes < 60:
            return self("time.minutes", number=minutes)
        hours = minutes // 60
        return self("time.hours", number=hours) if hours < 48 else self("time.days", number=hours // 24)


def as_sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ")")) else ".")


@lru_cache(maxsize=len(LANGUAGES))
def texts(language: str) -> Texts:
    """The words of a language, or of English if we do not speak it."""
    spoken = language if language in LANGUAGES else LANGUAGES[0]
    return Texts(read_words(FOLDER, spoken, "The house"))
