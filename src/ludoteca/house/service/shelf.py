"""The shelf: editions that visitors have written and shared, or opened a table with, by their digests."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any, Final

from ludoteca import games
from ludoteca.datafiles.draft import check_size, read_text
from ludoteca.house.refusals import Refused
from ludoteca.house.store.own_editions import KeptEdition, OwnEditionStore
from ludoteca.house.store.store import Store, driver_for
from ludoteca.house.table.own_edition import bring
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.errors import EditionError, LudotecaError
from ludoteca.kernel.game import Game

LOG: Final = logging.getLogger("ludoteca.house")

FROM_ONE_NETWORK: Final = 40
"""Editions that the house keeps in a day for one network, so that nobody fills the shelf alone."""
DAY: Final = 86_400.0
STUDIO: Final = "studio"
"""The folder in which editions of visitors lay before they were kept in the database."""


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


def checked(game: Game[Any], text: str) -> KeptEdition:
    """A text as it is kept. Raises Misfit if it is no edition of the game."""
    try:
        check_size(text)
        return _as_kept(game, text)
    except EditionError as error:
        raise Misfit(error) from None


def _as_kept(game: Game[Any], text: str) -> KeptEdition:
    edition = read_text(text, game.read_edition)
    return KeptEdition(game.name, edition.digest, edition.label, text)


class Shelf:
    """The editions that visitors of a house have written."""

    def __init__(self, store: Store) -> None:
        self.rows = OwnEditionStore(store)
        self._store = store

    async def is_new(self, game: Game[Any], text: str) -> bool:
        """Whether this text is not kept yet."""
        return await self.text_of(game, digest_of(text.encode())) is None

    async def text_of(self, game: Game[Any], digest: str) -> str | None:
        """The text of an edition that is kept, or None. It stays then for another while."""
        text = await self.rows.text(game.name, digest)
        if text is not None:
            await self.rows.use(game.name, digest)
        return text

    async def keep(self, edition: KeptEdition, person: str) -> str:
        """Keep an edition, and offer it to a person unless the id is empty; its label. The same text is kept
        once. If there is no room, what nobody uses makes some.
        """
        label = await self.rows.keep(edition, person)
        if label is None and await self.rows.make_room(edition.game):
            label = await self.rows.keep(edition, person)
        if label is None:
            raise ShelfFull
        return label

    async def use(self, game: str, label: str) -> None:
        """Have an edition at hand to open a table with it. If it has just made room, it is kept again."""
        await self.bring(game, label)
        text = games.load(game).library.texts.get(label) if game in games.names() else None
        digest = label.rpartition(" ")[2]
        if text is not None and not await self.rows.use(game, digest):
            await self.keep(KeptEdition(game, digest, label, text), "")

    async def bring(self, game: str, label: str) -> None:
        """Have an edition at hand, if the house keeps it: it is read from the store once in a process."""
        if not label or game not in games.names() or games.load(game).library.knows(label):
            return
        try:
            await self._store.read(lambda connection: bring(connection, game, label))
        except EditionError as error:
            LOG.warning("the edition %s cannot be read: %s", label, error)


async def take_in_files(where: str, data: Path) -> None:
    """Take the editions into the database of a house that an earlier version kept as files in its data
    folder. The folder gets another name then, so that nobody takes it for the place where they are kept.
    """
    folder = data / STUDIO
    files = sorted(folder.glob("*/*.toml"))
    if not files:
        return
    found = [one for one in map(_read_file, files) if one is not None]
    store = Store(driver_for(where))
    await store.start()
    try:
        new = await OwnEditionStore(store).keep_all(found)
    finally:
        await store.stop()
    name = f"{STUDIO}-taken-in-{time.strftime('%Y%m%d-%H%M%S')}"
    LOG.info("of %d editions in %s, %d were new and are in the database now", len(files), folder, new)
    try:
        folder.rename(folder.with_name(name))
        LOG.info("the house needs the files no longer; they lie in %s", folder.with_name(name))
    except OSError as error:
        if folder.exists():  # another server of this house may have been there first
            LOG.warning("%s is not needed any more, but cannot be renamed: %s", folder, error)


def _read_file(file: Path) -> KeptEdition | None:
    """The edition in a file that an earlier version named by its digest."""
    try:
        found = _as_kept(games.load(file.parent.name), file.read_bytes().decode())
        if found.digest == file.stem:
            return found
        LOG.warning("%s is not taken in: it was changed after it had been kept", file)
    except FileNotFoundError:
        return None  # another server of this house has taken it in
    except OSError as error:
        raise LudotecaError(f"an edition that a visitor wrote cannot be read: {error}") from None
    except (UnicodeDecodeError, LudotecaError) as error:
        LOG.warning("%s is not taken in: %s", file, error)
    return None
