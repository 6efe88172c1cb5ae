"""The face of a game: the only thing the rest of the house sees of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.bots.weights import Weights
from ludoteca.encoding.layout import EncodingError, Layout
from ludoteca.kernel.actions import Action, Catalogue
from ludoteca.kernel.edition import FOLDER, Edition, digest_of, files_at_hand
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.options import Option, Setup, read_options
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View
from ludoteca.kernel.words import PhraseBook, read_words

S = TypeVar("S", bound=State)

_RULE: Final = re.compile(r"^- \*\*([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\*\* (.*)")


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A set of rules. A game's folder makes one instance, called GAME.

    `version` is the version of the rules; it changes only when a stored record would replay differently.
    `amendments` are named corrections that new matches adopt and running ones do not.
    """

    def __init__(
        self,
        *,
        name: str,
        title: str,
        seats: tuple[int, int],
        folder: Path,
        catalogue: Catalogue,
        events: EventKinds,
        options: tuple[Option, ...] = (),
        presets: Mapping[str, Mapping[str, Any]] | None = None,
        version: int = 1,
        amendments: tuple[str, ...] = (),
        minutes: int = 30,
    ) -> None:
        self.name = name
        self.title = title
        self.least, self.most = seats
        self.folder = folder
        self.catalogue = catalogue
        self.events = events
        self.options = options
        self.presets = dict(presets or {})
        self.version = version
        self.amendments = amendments
        self.minutes = minutes
        self._house: Edition | None = None
        self._at_hand: dict[Path, Edition] = {}
        self._rules: dict[str, str] = {}
        self._words: dict[str, PhraseBook] = {}

    # Before the match

    def setup(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        edition: Path | str | None = None,
        amendments: tuple[str, ...] | None = None,
    ) -> Setup:
        """A checked set-up. The edition is a file, or named as `edition_file` says. `amendments` is for
        records of older matches; new ones adopt them all.
        """
        if not self.least <= seats <= self.most:
            raise SetupError(f"{self.title} is for {self.least} to {self.most} players, not {seats}")
        given = dict(options or {})
        values = read_options(self.title, self.options, given)
        adopted = self.amendments if amendments is None else amendments
        for name in adopted:
            if name not in self.amendments:
                raise SetupError(f"{self.title} knows no amendment “{name}”; install a newer version")
        file = self.edition_file(edition) if isinstance(edition, str) else edition
        setup = Setup(seats, values, self.edition(file), adopted)
        contradiction = self.contradiction(setup, set(setup.chosen(self.options)))
        if contradiction is not None:
            raise SetupError(contradiction)
        return setup

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        """A sentence if the options chosen (those off their defaults) do not go together."""
        return None

    def edition(self, path: Path | None = None) -> Edition:
        """The components: those of a file, or the house's own, read once."""
        if path is not None and path != self.house_file:
            return self._read_once(path) if path in self._at_hand else self.read_edition(path)
        if self._house is None:
            self._house = self.read_edition(self.house_file)
        return self._house

    @property
    def house_file(self) -> Path:
        """The file of the house's own edition."""
        return self.folder / "edition.toml"

    def editions(self) -> dict[str, Path]:
        """The files of all editions at hand by their labels: the house's own, then those in the subfolder
        with this game's name of the folder that LUDOTECA_EDITIONS names. Raises EditionError for one that
        does not fit.
        """
        found = {self.edition().label: self.house_file}
        files = files_at_hand(self.name)
        if files and not self.house_file.is_file():
            raise SetupError(f"{self.title} has nothing to exchange; {files[0]} is of no use")
        for path in files:
            found.setdefault(self._read_once(path).label, path)
        return found

    def edition_file(self, which: str) -> Path:
        """The file of an edition: one at hand by its label, or its name if no other has it; or a path."""
        house = self.edition()
        if which in (house.label, house.name):
            return self.house_file
        at_hand = self.editions()
        found = [label for label in at_hand if which in (label, label.rpartition(" ")[0])]
        if len(found) == 1:
            return at_hand[found[0]]
        if found:
            raise SetupError(f"there are several editions “{which}”; say which: {', '.join(found)}")
        if Path(which).is_file():
            return Path(which)
        known = ", ".join(f"“{label}”" for label in at_hand)
        raise SetupError(f"{self.title} has no edition “{which}”: it is no file, and at hand is only {known}")

    def played_with(self, label: str) -> Path | None:
        """The file of the edition that a record or a table names; None for the house's own."""
        if label == self.edition().label:
            return None
        at_hand = self.editions()
        if label not in at_hand:
            raise SetupError(
                f"played with the edition “{label}”, which is not at hand: name its file by --edition "
                f"or put it into the folder of {FOLDER}; the house's own is “{self.edition().label}”"
            )
        return at_hand[label]

    def _read_once(self, path: Path) -> Edition:
        known = self._at_hand.get(path)
        if known is None or not path.is_file() or digest_of(path.read_bytes()) != known.digest:
            known = self._at_hand[path] = self.read_edition(path)
        return known

    @contextmanager
    def adopting(self, which: str) -> Iterator[Edition]:
        """For a while these components take the place of the house's own."""
        own, taken = self.edition(), self.edition(self.edition_file(which))
        self._house = taken
        try:
            yield taken
        finally:
            self._house = own

    def read_edition(self, path: Path) -> Edition:
        """The components described in a file."""
        raise NotImplementedError

    def start(self, setup: Setup) -> S:
        """The table as it is laid, unsettled: call `settle` to let the set-up happen."""
        raise NotImplementedError

    def bound(self, setup: Setup) -> int:
        """No match takes more decisions than this."""
        raise NotImplementedError

    # Who may know what

    def view(self, state: S, seat: int) -> View:
        """What a seat, or SPECTATOR, may know."""
        raise NotImplementedError

    def facts(self, state: S, seat: int) -> list[Any]:
        """What the view holds, field by field in their order: the same, where nobody needs the view itself.

        Last fields that the encoding leaves out may be left out here.
        """
        view = self.view(state, seat)
        return [getattr(view, field.name) for field in fields(view)]

    def encoding(self, setup: Setup) -> Layout:
        """How views of this set-up become vectors for learners."""
        raise EncodingError(f"{self.title} does not say how its views become vectors: write Game.encoding")

    def imagine(self, state: S, seat: int, source: Source) -> S:
        """A made-up state that the seat cannot tell from the real one. Its journal is closed."""
        raise NotImplementedError

    def secrets(self, state: S, seat: int) -> list[tuple[str, str]]:
        """The places whose content is hidden from the seat, each with what really lies there: for the
        examiner. Bots only ask whether there are any.
        """
        raise NotImplementedError

    def faults(self, state: S) -> list[str]:
        """The invariants of the game that this state breaks: for the examiner."""
        return []

    # For bots

    def evaluate(self, state: S, seat: int) -> float:
        """How good the state looks for a seat, between 0 (lost) and 1 (won)."""
        raise NotImplementedError

    def outlook(self, state: S) -> list[float]:
        """How good the state looks for every seat; games that weigh all seats together do it in one go."""
        return [self.evaluate(state, seat) for seat in range(state.seats)]

    def prospects(self, state: S) -> list[float]:
        """What every seat may expect to score in the end; nothing where the insight does not count points."""
        return []

    def chances(self, state: S, prospects: list[float]) -> list[float]:
        """The chance of winning of each seat if such scores were expected at this moment; to be said by games
        that have prospects.
        """
        raise NotImplementedError

    def routine(self, state: S) -> Action | None:
        """What the seat that decides would do as a matter of course; None where there is something to think
        about.
        """
        return None

    def reply(self, state: S) -> list[Action]:
        """What a sensible player in the place of the seat that decides would do next, one decision or several
        in a row, found without much thought; nothing where the game knows no quicker way than its insight.
        """
        return []

    def weights(self) -> Weights | None:
        """What the features of the insight are worth; None for a game that weighs nothing."""
        return None

    def features(self, state: S, seat: int) -> list[float]:
        """What the insight counts for a seat, to fit weights on; nothing where a position teaches nothing."""
        return []

    def moment(self, state: S, seat: int) -> int:
        """How far the match has come for a seat, as its weights count it."""
        return 0

    def likelihood(self, world: S, seat: int) -> float:
        """How well an imagined world explains what the others have done, relative to other worlds."""
        return 1.0

    def facets(self, state: S) -> list[tuple[int, str, str]]:
        """What a finished match can be sorted by: a seat, a category and its value, such as `0, role,
        dean`.
        """
        return []

    # For people

    def board(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any:
        """The table drawn from a view: a `ludoteca.draw.Scene`.

        The speaker (`kernel.speaker`) knows names, language and edition; the choices (`kernel.choices`)
        tell which elements can be chosen and why others cannot. `narrow` asks for a layout that can be read
        on a phone.
        """
        raise NotImplementedError

    def cover(self) -> Any:
        """A picture of 640 by 360 made of the game's own components, a `ludoteca.draw.Scene`; or None."""
        return None

    def gallery(self, words: PhraseBook) -> Any:
        """Components worth knowing, for the rulebook: pairs of a name and a `ludoteca.draw.Group` that
        reaches 40 from its middle.
        """
        return []

    def chapter(self, view: Any, words: PhraseBook) -> str:
        """The part of the match a view belongs to, such as “Round 3”; empty where a game has none."""
        return ""

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        """How a value is called; games with dice, cards or places of their own say so here."""
        return words.noun(noun, value)

    def rules(self) -> dict[str, str]:
        """Every rule of `rules.md` by its id, in order."""
        if not self._rules:
            self._rules = read_rules((self.folder / "rules.md").read_text(encoding="utf-8"))
        return self._rules

    def words(self, language: str = "en") -> PhraseBook:
        """The phrase book in one of the game's languages."""
        if language not in self._words:
            self._words[language] = read_words(self.folder / "words", language, self.title)
        return self._words[language]

    def questions(self) -> list[str]:
        """The names of all decisions, as the phrase book lists what is asked."""
        return sorted(self.words().sections.get("question", {}))

    def languages(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "words").glob("*.toml"))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def read_rules(text: str) -> dict[str, str]:
    """The numbered rules of a rulebook in Markdown: `- **BOL-2.3** …`, continued by indented lines."""
    rules: dict[str, str] = {}
    current = ""
    for line in text.splitlines():
        found = _RULE.match(line)
        if found:
            current = found.group(1)
            rules[current] = found.group(2).strip()
        elif current and line.startswith("  "):
            rules[current] += " " + line.strip()
        else:
            current = ""
    return rules
