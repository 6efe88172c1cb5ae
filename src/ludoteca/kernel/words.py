"""Phrase books: the only place where rules become sentences.

A book is a file per language with the sections `event`, `question`, `action`, `objection`, `result`,
`option`, `noun` and `game`, `remark` where bots tell of their plans, and `short` for questions in few words.
A template names its values in braces, `{seat} gains a {symbol}`, and may choose by number,
`{count} {count|token|tokens}`. Parts in brackets that follow each other are a list,
`[{food} food][{wine} wine]`: those whose numbers are 0 are left out, and if all are, nothing is said.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ludoteca.kernel import files
from ludoteca.kernel.errors import LudotecaError

_LIST: Final = re.compile(r"\[[^\]]*\](?:\[[^\]]*\])*")
_HOLE: Final = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


@dataclass(eq=False)
class PhraseBook:
    """The sentences of one game in one language."""

    language: str
    sections: Mapping[str, Mapping[str, str]]
    nouns: Mapping[str, list[str]]

    def find(self, section: str, key: str) -> str | None:
        """The template of a key. `BOL-2.4/kept` falls back to `BOL-2.4`."""
        templates = self.sections.get(section, {})
        found = templates.get(key)
        if found is None and "/" in key:
            found = templates.get(key.partition("/")[0])
        return found

    def phrase(self, section: str, key: str) -> str:
        """A phrase without values; the key itself where the book is silent."""
        found = self.find(section, key)
        return key if found is None else found

    def noun(self, noun: str, value: int) -> str:
        """How a value is called: `noun("symbol", 2)`."""
        words = self.nouns.get(noun)
        return words[value] if words is not None and 0 <= value < len(words) else str(value)

    def join(self, words: Sequence[str]) -> str:
        """`one, two and three` in this language."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.phrase('game', 'and')} {words[-1]}"


def fill(template: str, texts: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    """The template with its holes filled."""
    if "[" in template:
        template = _without_nothing(template, texts, numbers)
    filled = ""
    for before, name, one, many, hole in _cut(template):
        filled += before
        if one is not None:
            filled += one if numbers.get(name) == 1 else many
        elif hole:
            filled += texts.get(name, hole)
    return filled[:1].upper() + filled[1:]


def _without_nothing(template: str, texts: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    """The template with its lists written out; empty if a list has nothing to say."""
    said = template
    for found in _LIST.findall(template):
        items = []
        for item in found[1:-1].split("]["):
            counted = [name for name in holes(item) if texts.get(name, "").isdigit()]
            if any([numbers.get(name) for name in counted]):
                items.append(item)
        if not items:
            return ""
        said = said.replace(found, ", ".join(items))
    return said


@lru_cache(maxsize=4096)
def _cut(template: str) -> list[tuple[str, str, str | None, str, str]]:
    """A template as what stands before each hole, with the hole's name, its two words and all of it."""
    found: list[tuple[str, str, str | None, str, str]] = []
    last = 0
    for hole in _HOLE.finditer(template):
        name, one, many = hole.groups()
        found.append((template[last : hole.start()], name, one, many or "", hole.group(0)))
        last = hole.end()
    return [*found, (template[last:], "", None, "", "")]


def holes(template: str) -> set[str]:
    """The names a template wants filled."""
    return {hole.group(1) for hole in _HOLE.finditer(template)}


def read_words(folder: Path, language: str, game: str) -> PhraseBook:
    """The phrase book `folder/language.toml`."""
    path = folder / f"{language}.toml"
    if not path.is_file():
        spoken = ", ".join([found.stem for found in files.toml_files(folder)])
        raise LudotecaError(f"{game} does not speak “{language}”; it speaks {spoken}")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LudotecaError(f"{folder.name}/{path.name} of {game} cannot be read: {error}") from error
    nouns = data.pop("noun", {})
    return PhraseBook(language, data, nouns)
