"""The face of a game: the only thing the rest of the house sees of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.kernel.actions import Catalogue
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.encoding import EncodingError, Layout
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.insight import Weights
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
        self._rules: dict[str, str] = {}
        self._words: dict[str, PhraseBook] = {}

    # Before the match

    def setup(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        edition: Path | None = None,
        amendments: tuple[str, ...] | None = None,
    ) -> Setup:
        """A checked set-up. `amendments` is for records of older matches; new ones adopt them all."""
        if not self.least <= seats <= self.most:
            raise SetupError(f"{self.title} is for {self.least} to {self.most} players, not {seats}")
        given = dict(options or {})
        values = read_options(self.title, self.options, given)
        adopted = self.amendments if amendments is None else amendments
        for name in adopted:
            if name not in self.amendments:
                raise SetupError(f"{self.title} knows no amendment “{name}”; install a newer version")
        setup = Setup(seats, values, self.edition(edition), adopted)
        contradiction = self.contradiction(setup, set(setup.chosen(self.options)))
        if contradiction is not None:
            raise SetupError(contradiction)
        return setup

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        """A sentence if the options chosen (those off their defaults) do not go together."""
        return None

    def edition(self, path: Path | None = None) -> Edition:
        """The components: those of a file, or the house's own, read once."""
        house = self.folder / "edition.toml"
        if path is not None and path != house:
            return self.read_edition(path)
        if self._house is None:
            self._house = self.read_edition(house)
        return self._house

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

    def facts(self, state: S, seat: int) -> dict[str, Any]:
        """What the view holds, by the names of its fields: the same, where nobody needs the view itself."""
        view = self.view(state, seat)
        return {field.name: getattr(view, field.name) for field in fields(view)}

    def encoding(self, setup: Setup) -> Layout:
        """How views of this set-up become vectors for learners."""
        raise EncodingError(f"{self.title} does not say how its views become vectors: write Game.encoding")

    def imagine(self, state: S, seat: int, source: Source) -> S:
        """A made-up state that the seat cannot tell from the real one. Its journal is closed."""
        raise NotImplementedError

    def secrets(self, state: S, seat: int) -> list[tuple[str, str]]:
        """The places whose content is hidden from the seat, each with what really lies there: for the
        examiner.
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
