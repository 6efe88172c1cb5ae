"""How things are called on the board: phrases and names of one edition in one language, remembered."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.games.bologna.board import goals
from ludoteca.games.bologna.board.spelling import spell
from ludoteca.games.bologna.rules.actions import BRIGAND, ROLES
from ludoteca.games.bologna.rules.dice import KINDS, LETTERS, SYMBOLS, WINE
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.words import PhraseBook, fill


class Lexicon:
    """The words of one edition in one language. There is only one such: see `lexicon`."""

    def __init__(self, edition: Edition, book: PhraseBook) -> None:
        assert isinstance(edition, BolognaEdition)
        self.edition = edition
        self.book = book
        self.symbols = tuple([spell("symbol", face, edition, book) for face in range(SYMBOLS)])
        self.roles = tuple([spell("role", role, edition, book) for role in range(len(ROLES))])

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few lexicons, and they stay
    def say(self, key: str, section: str = "board", **values: str | int) -> str:
        """A phrase with its values filled in, to stand by itself."""
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        texts = {name: str(value) for name, value in values.items()}
        return fill(self.book.phrase(section, key), texts, numbers)

    def short(self, key: str, **values: str | int) -> str:
        """A phrase for the middle of a sentence: it begins as the phrase book has it."""
        said = self.say(key, **values)
        return said[0].lower() + said[1:] if self.book.phrase("board", key)[0].islower() else said

    def effect(self, face: int) -> str:
        """What one die does, in a word or two."""
        return self.say(f"use_{LETTERS[face]}") if face >= WINE else f"+1 {self.symbols[face]}"

    @lru_cache(maxsize=256)  # noqa: B019
    def goal(self, role: int, guess_required: bool) -> str:
        """What a role asks for, in words."""
        if role == BRIGAND:
            kinds = ", ".join(self.symbols[kind] for kind in self.edition.hoarded)
            return self.say("goal_brigand", number=self.edition.hoard, kinds=kinds)
        wanted = goals.demands(self.edition, role, (0,) * KINDS, False)
        told = [
            f"{self.symbols[kind]} {self.short('any') if demand.idle else demand.code}"
            for kind, demand in enumerate(wanted)
        ]
        if goals.needs_guess(role, guess_required):
            told.append(self.short("also_guess"))
        return ", ".join(told)

    def goal_line(self, role: int, guess_required: bool) -> str:
        return self.say("goal_line", role=self.roles[role], goal=self.goal(role, guess_required))

    @lru_cache(maxsize=64)  # noqa: B019
    def wanted(self, role: int) -> tuple[tuple[int, str], ...]:
        """What stands on a role card: every kind that matters, with its number. The Brigand has words."""
        if role == BRIGAND:
            return ()
        wanted = goals.demands(self.edition, role, (0,) * KINDS, False)
        return tuple([(kind, demand.code) for kind, demand in enumerate(wanted) if not demand.idle])


@lru_cache(maxsize=16)
def lexicon(edition: Edition, book: PhraseBook) -> Lexicon:
    """The one lexicon of an edition in a language."""
    return Lexicon(edition, book)
