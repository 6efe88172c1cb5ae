"""The shelf: editions that visitors have written and shared, or opened a table with, by their digests."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ludoteca.house.refusals import Refused
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.files import kept_edition
from ludoteca.kernel.game import Game

ROOM: Final = 500
"""Editions of one game that the house keeps."""
FROM_ONE_NETWORK: Final = 40
"""Editions that the house keeps in a day for one network, so that nobody fills the shelf alone."""
DAY: Final = 86_400.0


class ShelfFull(Refused):
    """There is no room for another edition of this game."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            "shelf-full", "the house keeps no more editions of this game; export yours as a file"
        )


class Misfit(Refused):
    """An edition that does not fit is not kept."""

    status = 422

    def __init__(self, error: EditionError) -> None:
        super().__init__("edition", str(error))


def is_new(game: Game[Any], text: str) -> bool:
    """Whether this text is not kept yet."""
    return kept_edition(game.name, digest_of(text.encode())) is None


def keep(folder: Path, game: Game[Any], text: str) -> str:
    """Keep an edition for good, under its digest; its label. The same text is kept once."""
    content = text.encode()
    digest = digest_of(content)
    file = folder / game.name / f"{digest}.toml"
    if kept_edition(game.name, digest) is None:
        file.parent.mkdir(parents=True, exist_ok=True)
        if len(list(file.parent.glob("*.toml"))) >= ROOM:
            raise ShelfFull
        fresh = file.with_suffix(".new")
        fresh.write_bytes(content)
        try:
            game.read_edition(fresh)
        except EditionError as error:
            fresh.unlink()
            raise Misfit(error) from None
        fresh.replace(file)
    return game.read_edition(file).label


def text_of(game: Game[Any], digest: str) -> str | None:
    """The text of an edition that is kept, or None."""
    file = kept_edition(game.name, digest)
    return None if file is None else file.read_text(encoding="utf-8")
