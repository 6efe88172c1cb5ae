"""Rulebooks as HTML, from the Markdown of our `rules.md`, with an anchor at every rule; links to rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.kernel.game import Game
from ludoteca.printing.markdown import blocks, items, rows

_RULE_ITEM: Final = re.compile(
    r"\*\*((?:[A-Z]{3}-\d+(?:\.\d+)?[a-z]?)|Q\d+[a-z]?)\*\*\s+(?:\*(printed|ruling|house)\*\s+)?(.*)", re.S
)
_RULE_ID: Final = re.compile(r"\b[A-Z]{3}-\d+(?:\.\d+)?[a-z]?\b")
_CODE: Final = re.compile(r"`([^`]+)`")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
_LEAN: Final = re.compile(r"(?<![*\w])\*(?!\s)(.+?)(?<!\s)\*(?![*\w])")
_LINK: Final = re.compile(r"\[([^\]]+)\]\((#[\w.-]+|https?://[^)\s]+)\)")
_WORD: Final = re.compile(r"\w+")
_CITED: Final = re.compile(r"\(([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\)")


def rule_link(game: str, rule: str) -> str:
    """The address of a rule."""
    return f"/games/{game}/rules#{rule}"


@lru_cache(maxsize=4096)
def with_rule_links(game: str, sentence: str) -> Markup:
    """The sentence with the ids of rules as links."""
    told = str(escape(sentence))
    return Markup(_CITED.sub(rf'(<a class="rule" href="{rule_link(game, "")}\1">\1</a>)', told))


@dataclass(slots=True)
class Heading:
    """An entry of the table of contents."""

    id: str
    text: str
    level: int


@dataclass(slots=True)
class Rulebook:
    """A rulebook as HTML."""

    title: str = ""
    html: Markup = field(default_factory=Markup)
    headings: list[Heading] = field(default_factory=list)
    rules: dict[str, str] = field(default_factory=dict)
    """Every rule and ruling by its id, as it is written."""

    def search(self, words: str) -> list[tuple[str, Markup]]:
        """The rules that contain every word, with the words marked."""
        wanted = words_in(words)
        if not wanted:
            return []
        found = []
        for rule, text in self.rules.items():
            said = f"{rule} {text}".lower()
            if all(word in said for word in wanted):
                found.append((rule, _marked(inline(text, self.rules), wanted)))
        return found


def words_in(text: str) -> list[str]:
    """What is searched for, word by word."""
    return [word.lower() for word in _WORD.findall(text)][:12]


def _marked(html: Markup, wanted: Sequence[str]) -> Markup:
    """The words marked wherever they stand outside of tags."""
    pattern = re.compile("|".join(re.escape(str(escape(word))) for word in wanted), re.I)
    pieces = re.split(r"(<[^>]+>)", str(html))
    return Markup("".join(p if p.startswith("<") else pattern.sub(r"<mark>\g<0></mark>", p) for p in pieces))


def inline(text: str, known: Any = ()) -> Markup:
    """Words with emphasis, code, links, and the ids of rules as links."""
    told = str(escape(text.replace("\\|", "|")))
    kept: list[str] = []

    def keep(html: str) -> str:
        kept.append(html)
        return f"\0{len(kept) - 1}\0"

    told = _CODE.sub(lambda m: keep(f"<code>{m.group(1)}</code>"), told)
    told = _LINK.sub(lambda m: keep(f'<a href="{m.group(2)}">') + m.group(1) + keep("</a>"), told)
    told = _RULE_ID.sub(
        lambda m: keep(f'<a href="#{m.group(0)}">{m.group(0)}</a>') if m.group(0) in known else m.group(0),
        told,
    )
    told = _LEAN.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", told))
    return Markup(re.sub("\0(\\d+)\0", lambda m: kept[int(m.group(1))], told))


class _Writer:
    """Turns blocks of Markdown into HTML, one after another."""

    def __init__(self, text: str, notes: Mapping[str, Markup]) -> None:
        self.notes = notes
        self.lines = text.splitlines()
        self.book = Rulebook()
        self.out: list[str] = []
        self.ids: set[str] = set()
        for line in self._joined_items():
            found = _RULE_ITEM.fullmatch(line)
            if found:
                self.book.rules[found.group(1)] = found.group(3)

    def _joined_items(self) -> Iterator[str]:
        for block in blocks(self.lines):
            if block[0].startswith("- "):
                yield from items(block)

    def write(self) -> Rulebook:
        for block in blocks(self.lines):
            first = block[0]
            if first.startswith("#"):
                self._heading(first)
            elif first.startswith("- "):
                self._list(items(block))
            elif first.startswith("|"):
                self._table(block)
            elif first.startswith(">"):
                said = " ".join(line.lstrip("> ") for line in block)
                self.out.append(f"<blockquote><p>{self._say(said)}</p></blockquote>")
            else:
                self.out.append(f"<p>{self._say(' '.join(block))}</p>")
        self.book.html = Markup("\n".join(self.out))
        return self.book

    def _say(self, text: str) -> Markup:
        return inline(text, self.book.rules)

    def _heading(self, line: str) -> None:
        level = len(line) - len(line.lstrip("#"))
        text = line[level:].strip()
        if level == 1:
            self.book.title = text
            return
        section = re.match(r"([A-Z]{3}-\d+)\s+(.*)", text)
        name = section.group(1) if section else "-".join(_WORD.findall(text.lower()))
        while name in self.ids:
            name += "-2"
        self.ids.add(name)
        shown = section.group(2) if section else text
        self.book.headings.append(Heading(name, shown, level))
        self.out.append(f'<h{level} id="{escape(name)}">{self._say(shown)}</h{level}>')

    def _list(self, told: list[str]) -> None:
        found = [_RULE_ITEM.fullmatch(item) for item in told]
        if not any(found):
            self.out.append("<ul>" + "".join(f"<li>{self._say(item)}</li>" for item in told) + "</ul>")
            return
        self.out.append('<ul class="rules">')
        for item, rule in zip(told, found, strict=True):
            if rule is None:
                self.out.append(f"<li><span></span><span>{self._say(item)}</span></li>")
            else:
                name, mark, text = rule.groups()
                tag = f'<span class="tag {mark}">{mark}</span> ' if mark else ""
                self.out.append(
                    f'<li id="{name}"><a class="id" href="#{name}">{name}</a>'
                    f"<span>{tag}{self._say(text)}{self.notes.get(name, '')}</span></li>"
                )
        self.out.append("</ul>")

    def _table(self, block: list[str]) -> None:
        found = rows(block)
        head, body = found[0], found[2:]
        self.out.append('<table tabindex="0">')
        if any(head):
            cells = "".join(f'<th scope="col">{self._say(cell)}</th>' for cell in head)
            self.out.append(f"<thead><tr>{cells}</tr></thead>")
        self.out.append("<tbody>")
        for row in body:
            cells = "".join(
                f'<th scope="row">{self._say(cell)}</th>'
                if place == 0 and not any(head)
                else f"<td>{self._say(cell)}</td>"
                for place, cell in enumerate(row)
            )
            self.out.append(f"<tr>{cells}</tr>")
        self.out.append("</tbody></table>")


@lru_cache(maxsize=16)
def rulebook(game: Game[Any]) -> Rulebook:
    """The rulebook of a game."""
    return written_rulebook(game, {})


def written_rulebook(game: Game[Any], notes: Mapping[str, Markup]) -> Rulebook:
    """The rulebook with a note under some of its rules."""
    return _Writer((game.folder / "rules.md").read_text(encoding="utf-8"), notes).write()
