"""The studio: an edition as pieces drawn with the art of the table, and a form for each of them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from ludoteca.datafiles.draft import Draft, Field, with_value
from ludoteca.datafiles.spreadsheet import lists_of
from ludoteca.games import load
from ludoteca.house.web.pages.box import as_title, picture_of
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup
from ludoteca.kernel.view import SPECTATOR
from ludoteca.kernel.words import read_words

_NUMBER: Final = re.compile(r"\[\d+\]$")
_WORD: Final = re.compile(r"[^.\[\]]+")
FIELDS: Final = Path(__file__).parent / "fields"
LONG: Final = 60
"""Letters from which a value gets a field as wide as the form."""


class Item(NamedTuple):
    """A piece, or a group of numbers, that has a form of its own."""

    path: str
    title: str
    picture: Markup
    changed: bool


class Difference(NamedTuple):
    """An entry that differs from the house's edition."""

    path: str
    before: str
    after: str


class Studio:
    """One text of an edition, as its writer sees it. If a change does not fit, `fault` says why, and all else
    shows the text before it.
    """

    def __init__(self, game: Game[Any], text: str, language: str, path: str = "", value: str = "") -> None:
        self.game = game
        self.draft = Draft(text, game.read_edition)
        self.fault: EditionError | None = self.draft.fault
        self.tried: tuple[str, str] | None = None
        field = next((one for one in self.draft.fields if one.path == path), None)
        if field is not None and self.fault is None:
            changed = Draft(with_value(text, field, value), game.read_edition)
            self.fault = changed.fault
            if changed.fault is None:
                self.draft = changed
            else:
                self.tried = (path, value)
        self.language = language
        self.own = {one.path: one.written for one in house_draft(game.name).fields}
        self._entries = self._read_entries()
        self._table = self._lay()

    @property
    def valid(self) -> bool:
        return self.fault is None

    @property
    def name(self) -> str:
        edition = self.draft.edition
        return edition.name if edition is not None else ""

    @property
    def text(self) -> str:
        return self.draft.text

    def lists(self) -> list[tuple[str, str, int]]:
        """The lists that a spreadsheet can hold: their paths, their names, how many pieces each has."""
        return [(path, self.named(path), count) for path, count in lists_of(self.draft).items()]

    # Pieces

    def _read_entries(self) -> dict[str, str]:
        entries = presentation_of(self.game).entries
        edition = self.draft.edition
        return dict(entries(edition)) if entries is not None and edition is not None else {}

    def _lay(self) -> Match | None:
        """An empty table with this edition, at which the inspector explains its pieces."""
        edition = self.draft.edition
        if edition is None:
            return None
        usual = self.game.setup(self.game.most)
        setup = Setup(usual.seats, usual.values, edition, usual.amendments)
        return Match(self.game, setup, Seeded(0), dealing=False)

    def item_of(self, path: str) -> str:
        """The piece, or else the section, that an entry belongs to."""
        found = path
        while found and found not in self._entries:
            found = found[: max(found.rfind("."), found.rfind("["), 0)]
        if found:
            return found
        within = path.rfind("[")
        return path[: path.find("]", within) + 1] if within >= 0 else path.partition(".")[0]

    def items(self) -> list[str]:
        """All pieces and sections, in the order of the file."""
        return list(dict.fromkeys([self.item_of(field.path) for field in self.draft.fields]))

    def section_of(self, item: str) -> str:
        """What a piece stands with: the cards of a season, the classes of heroes."""
        if item not in self._entries and not _NUMBER.search(item):
            return ""
        return _NUMBER.sub("", item) if _NUMBER.search(item) else item.rpartition(".")[0]

    def sections(self) -> list[str]:
        found = dict.fromkeys([self.section_of(item) for item in self.items()])
        return sorted(found, key=lambda section: section == "")

    def main_item(self) -> str:
        """Where a visit begins: the first piece of the largest section."""
        pieces = [item for item in self.items() if item in self._entries] or self.items()
        sections = [self.section_of(item) for item in pieces]
        largest = max(sections, key=sections.count)
        return next(item for item in pieces if self.section_of(item) == largest)

    def first_of(self, section: str) -> str:
        return next(item for item in self.items() if self.section_of(item) == section)

    def shown(self, item: str) -> Item:
        """A piece with its picture."""
        changed = any(
            self.own.get(field.path) != field.written
            for field in self.draft.fields
            if self.item_of(field.path) == item
        )
        key = self._entries.get(item, "")
        about = presentation_of(self.game).about
        if not key or about is None or self._table is None:
            return Item(item, as_title(self.named(item)), Markup(), changed)
        told = about(self._table.view(SPECTATOR), self._table.speaker(self.language), key)
        if told is None:
            return Item(item, item, Markup(), changed)
        anchor = re.sub(r"\W", "-", item)
        picture = picture_of(told.picture, f"s-{anchor}") if told.picture is not None else Markup()
        return Item(item, as_title(told.title), picture, changed)

    def key_of(self, item: str) -> str:
        """The inspector's key of a piece; empty for a group of numbers."""
        return self._entries.get(item, "")

    def changed_keys(self) -> list[str]:
        """The keys of all pieces that differ from the house's edition."""
        items = [self.item_of(one.path) for one in self.differences()]
        return [key for key in dict.fromkeys([self.key_of(item) for item in items]) if key]

    def gallery(self, section: str) -> list[Item]:
        return [self.shown(item) for item in self.items() if self.section_of(item) == section]

    def fields(self, item: str) -> list[Field]:
        return [field for field in self.draft.fields if self.item_of(field.path) == item]

    def label(self, field: Field, item: str) -> str:
        """What a field is called within its form."""
        return self.named(field.path.removeprefix(item).strip(".")) or self.named(field.name)

    def named(self, path: str) -> str:
        """What an entry is called in the reader's language: `cards.season_1` is “cards · season 1”."""
        words = field_words(self.language)
        told = _WORD.sub(lambda found: words.get(found[0], found[0].replace("_", " ")), path)
        return told.replace(".", " · ")

    def written(self, field: Field) -> str:
        """The value to show: what was just tried, even if it does not fit."""
        return self.tried[1] if self.tried is not None and self.tried[0] == field.path else field.written

    def differences(self) -> list[Difference]:
        """What differs from the house's edition."""
        return [
            Difference(field.path, self.own.get(field.path, ""), field.written)
            for field in self.draft.fields
            if self.own.get(field.path) != field.written and field.path != "edition.name"
        ]


@lru_cache(maxsize=8)
def field_words(language: str) -> dict[str, str]:
    """How entries are called in a language; nothing for one that takes the entries' own words."""
    if not (FIELDS / f"{language}.toml").is_file():
        return {}
    return dict(read_words(FIELDS, language, "the studio").sections["field"])


@lru_cache(maxsize=16)
def house_draft(name: str) -> Draft:
    """The house's own edition."""
    game = load(name)
    return Draft(game.library.house_file.read_text(encoding="utf-8"), game.read_edition)


def is_writable(game: Game[Any]) -> bool:
    """Whether the game has something to exchange."""
    return game.library.house_file.is_file() and game.presentation is not None
