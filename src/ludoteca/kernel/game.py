"""What a game must have: the only thing the rest of the house sees of it is its one instance, `GAME`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.kernel import files
from ludoteca.kernel.actions import Catalogue
from ludoteca.kernel.contracts import BotKnowledge, Breakdown, Encoding, Presentation
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.edition_library import EditionLibrary
from ludoteca.kernel.errors import LudotecaError, SetupError
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.options import Option, Setup, read_options
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View
from ludoteca.kernel.words import PhraseBook, read_words

S = TypeVar("S", bound=State)

_RULE: Final = re.compile(r"^- \*\*([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\*\* (?:\*(printed|ruling|house)\* )?(.*)")
AS_PRINTED: Final = "printed"
AS_THE_HOUSE_PREFERS: Final = "house"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A game: subclass it, write `read_edition`, `start`, `bound`, `view`, `imagine` and `secrets`, and make
    one instance called GAME. Its parts `bot`, `encoding` and `presentation` are optional.

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
        self.presets = {**standard_presets(options), **(presets or {})}
        self.version = version
        self.amendments = amendments
        self.minutes = minutes
        self.library = EditionLibrary(name, title, folder / "edition.toml", self.edition, self.read_edition)
        self._rules: dict[str, str] = {}
        self._origins: dict[str, str] = {}
        self._words: dict[str, PhraseBook] = {}
        self._languages: list[str] = []

    # Parts

    @property
    def bot(self) -> BotKnowledge[S] | None:
        """What bots may know of the game; without it only `random` can play."""
        return None

    @property
    def encoding(self) -> Encoding | None:
        """How views become vectors; without it learners cannot use the game."""
        return None

    @property
    def presentation(self) -> Presentation | None:
        """What people see of the game; without it there is no table to sit at."""
        return None

    # Before the match

    def setup(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        edition: Edition | Path | str | None = None,
        amendments: tuple[str, ...] | None = None,
    ) -> Setup:
        """A checked set-up. The edition may be named as `EditionLibrary.file` says. `amendments` is
        for records of older matches; new ones adopt them all.
        """
        if not self.least <= seats <= self.most:
            raise SetupError(f"{self.title} is for {self.least} to {self.most} players, not {seats}")
        given = dict(options or {})
        values = read_options(self.title, self.options, given)
        adopted = self.amendments if amendments is None else amendments
        for name in adopted:
            if name not in self.amendments:
                raise SetupError(f"{self.title} knows no amendment “{name}”; install a newer version")
        found = self.library.file(edition) if isinstance(edition, str) else edition
        setup = Setup(seats, values, found if isinstance(found, Edition) else self.edition(found), adopted)
        contradiction = self.contradiction(setup, set(setup.chosen(self.options)))
        if contradiction is not None:
            raise SetupError(self.words().phrase("contradiction", contradiction), contradiction)
        return setup

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        """The key of a sentence in the phrase book's section `contradiction` if the options chosen (those off
        their defaults) do not go together.
        """
        return None

    def edition(self, path: Path | None = None) -> Edition:
        """The components: those of a file, or the house's own, read once."""
        return self.library.read(path)

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

    def imagine(self, state: S, seat: int, source: Source) -> S:
        """A made-up state that the seat cannot tell from the real one. Its journal is closed."""
        raise NotImplementedError

    def secrets(self, state: S, seat: int) -> list[tuple[str, str]]:
        """The places whose content is hidden from the seat, each with what really lies there: for the
        examiner. Bots only ask whether there are any.
        """
        raise NotImplementedError

    # For the examiner and the laboratory

    def faults(self, state: S) -> list[str]:
        """The invariants of the game that this state breaks."""
        return []

    def breakdowns(self, state: S, language: str = "en") -> list[Breakdown]:
        """What a finished match can be sorted by; values are named in this language."""
        return []

    # Words

    def rules(self) -> dict[str, str]:
        """Every rule of `rules.md` by its id, in order."""
        if not self._rules:
            self._rules, self._origins = read_rules((self.folder / "rules.md").read_text(encoding="utf-8"))
        return self._rules

    def rule_origins(self) -> dict[str, str]:
        """Where each rule comes from: `printed`, `house`, or a `ruling` where the print is not clear."""
        self.rules()
        return self._origins

    def words(self, language: str = "en") -> PhraseBook:
        """The phrase book in one of the game's languages."""
        if language not in self._words:
            self._words[language] = read_words(self.folder / "words", language, self.title)
        return self._words[language]

    def answer_in_english(self, language: str) -> None:
        """Where a house asks in a language that the game does not speak."""
        if language not in self.languages():
            self._words[language] = self.words()

    def questions(self) -> list[str]:
        """The names of all decisions, as the phrase book lists what is asked."""
        return sorted(self.words().sections.get("question", {}))

    def languages(self) -> list[str]:
        """The languages the game speaks, by its phrase books."""
        if not self._languages:
            self._languages = [path.stem for path in files.toml_files(self.folder / "words")]
        return self._languages

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def presentation_of(game: Game[Any]) -> Presentation:
    """The presentation of a game that has to be shown."""
    presentation = game.presentation
    if presentation is None:
        raise LudotecaError(f"{game.title} cannot be shown: write Game.presentation")
    return presentation


def standard_presets(options: tuple[Option, ...]) -> dict[str, Mapping[str, Any]]:
    """As printed, which changes no option, and as the house prefers."""
    house = {option.key: option.house for option in options if option.house is not None}
    return {AS_PRINTED: {}, AS_THE_HOUSE_PREFERS: house} if house else {AS_PRINTED: {}}


def read_rules(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The numbered rules of a rulebook in Markdown and their origins: `- **BOL-2.3** *printed* …`, continued
    by indented lines.
    """
    rules: dict[str, str] = {}
    origins: dict[str, str] = {}
    current = ""
    for line in text.splitlines():
        found = _RULE.match(line)
        if found:
            current = found.group(1)
            origins[current] = found.group(2) or AS_PRINTED
            rules[current] = found.group(3).strip()
        elif current and line.startswith("  "):
            rules[current] += " " + line.strip()
        else:
            current = ""
    return rules, origins
