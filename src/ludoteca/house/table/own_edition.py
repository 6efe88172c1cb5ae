"""Editions that visitors have written, brought from the store before a table is made that needs one."""

from __future__ import annotations

import msgspec

from ludoteca import games
from ludoteca.datafiles.draft import read_text
from ludoteca.house.refusals import Broken
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.own_editions import text_of
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.store.store import load
from ludoteca.kernel.errors import EditionError, LudotecaError


class _Laid(msgspec.Struct):
    """What the first event of a table says of its edition."""

    edition: str = ""


def load_with_edition(connection: Connection, table: str) -> tuple[TableRow, list[EventRow]] | None:
    """A table and all its events; its edition is at hand then. Raises Broken if that cannot be read."""
    found = load(connection, table)
    if found is not None and found[1]:
        row, rows = found
        try:
            bring(connection, row.game, msgspec.json.decode(rows[0].body, type=_Laid).edition)
        except EditionError as error:
            raise Broken(table, str(error)) from error
        except (LudotecaError, msgspec.DecodeError):
            return found  # whoever rebuilds it says what is wrong
    return found


def bring(connection: Connection, game: str, label: str) -> None:
    """Have an edition at hand that a visitor has written, if the house keeps it."""
    if label and not games.load(game).library.knows(label):
        text = text_of(connection, game, label.rpartition(" ")[2])
        if text is not None:
            take(game, text)


def take(game: str, text: str) -> None:
    """Have the edition at hand that a text describes."""
    found = games.load(game)
    found.library.take(read_text(text, found.read_edition), text)


def edition_text(game: str, label: str) -> str:
    """The text of an edition at hand by its label, which a stranger may have sent: never that of a file which
    lies elsewhere. Empty for the house's own. Raises SetupError.
    """
    library = games.load(game).library
    if library.played_with(label) is None:
        return ""
    return library.texts.get(label) or library.files()[label].read_bytes().decode()
