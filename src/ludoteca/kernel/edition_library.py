"""The editions of a game that can be played with: its own, those in a folder, those that came as texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.kernel import files
from ludoteca.kernel.edition import Edition, digest_of
from ludoteca.kernel.errors import SetupError


class EditionLibrary:
    """Finds editions by label, name or path, and reads each file once."""

    def __init__(
        self,
        game: str,
        title: str,
        house_file: Path,
        edition: Callable[[Path | None], Edition],
        reader: Callable[[Path], Edition],
    ) -> None:
        self.house_file = house_file
        self._game = game
        self._title = title
        self._edition = edition
        self._reader = reader
        self._house: Edition | None = None
        self._known: dict[Path, Edition] = {}
        self.texts: dict[str, str] = {}
        """The texts of editions that lie in no file, by their labels."""
        self._taken: dict[str, Edition] = {}

    def read(self, path: Path | None) -> Edition:
        """The edition in a file, or the house's own; a bare one for a game without component data."""
        if path is not None and path != self.house_file:
            return self._read_once(path) if path in self._known else self._reader(path)
        if self._house is None:
            bare = not self.house_file.is_file()
            self._house = Edition(f"{self._game}-house-1", "1") if bare else self._reader(self.house_file)
        return self._house

    def files(self) -> dict[str, Path]:
        """The files of all editions by label, the house's own first. Raises EditionError if one is unfit."""
        found = {self._edition(None).label: self.house_file}
        others = files.edition_files(self._game)
        if others and not self.house_file.is_file():
            raise SetupError(f"{self._title} has nothing to exchange; {others[0]} is of no use")
        for path in others:
            found.setdefault(self._read_once(path).label, path)
        return found

    def file(self, which: str) -> Path:
        """The file of an edition: one at hand by its label, or its name if no other has it; or a path."""
        house = self._edition(None)
        if which in (house.label, house.name):
            return self.house_file
        at_hand = self.files()
        found = [label for label in at_hand if which in (label, label.rpartition(" ")[0])]
        if len(found) == 1:
            return at_hand[found[0]]
        if found:
            raise SetupError(f"there are several editions “{which}”; say which: {', '.join(found)}")
        if Path(which).is_file():
            return Path(which)
        known = ", ".join(f"“{label}”" for label in at_hand)
        raise SetupError(
            f"{self._title} has no edition “{which}”: it is no file, and at hand is only {known}"
        )

    def take(self, edition: Edition, text: str) -> None:
        """Have an edition at hand that lies in no file. It never changes: the first of its label stays."""
        self.texts.setdefault(edition.label, text)
        self._taken.setdefault(edition.label, edition)

    def knows(self, label: str) -> bool:
        """Whether this is the house's own edition, or one that came as a text."""
        return label in self._taken or label == self._edition(None).label

    def played_with(self, label: str) -> Edition | None:
        """The edition that a record or a table names; None for the house's own."""
        house = self._edition(None).label
        if label == house:
            return None
        if label in self._taken:
            return self._taken[label]
        at_hand = self.files()
        if label not in at_hand:
            raise SetupError(
                f"played with the edition “{label}”, which is not at hand: name its file by --edition "
                f"or put it into the folder of {files.EDITIONS_FOLDER}; the house's own is “{house}”"
            )
        return self._edition(at_hand[label])

    @contextmanager
    def adopting(self, which: str) -> Iterator[Edition]:
        """For a while another edition takes the place of the house's own."""
        own, taken = self._edition(None), self._edition(self.file(which))
        self._house = taken
        try:
            yield taken
        finally:
            self._house = own

    def _read_once(self, path: Path) -> Edition:
        known = self._known.get(path)
        if known is None or not path.is_file() or digest_of(path.read_bytes()) != known.digest:
            known = self._known[path] = self._reader(path)
        return known
