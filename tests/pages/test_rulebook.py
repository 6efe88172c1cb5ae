"""Rulebooks as pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from ludoteca.games import load, names
from ludoteca.house.web.pages.rulebook import inline, rulebook

VOID = ("br", "hr")


class Balance(HTMLParser):
    """Complains about tags that are not closed in order, and collects ids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


@pytest.mark.parametrize("name", names())
def test_every_rule_has_its_place_in_the_page(name: str) -> None:
    game = load(name)
    book = rulebook(game)
    page = Balance()
    page.feed(str(book.html))
    assert not page.open
    assert len(page.ids) == len(set(page.ids)), "an id is given twice"
    assert set(game.rules()) <= set(page.ids)
    assert book.title == game.title
    for heading in book.headings:
        assert heading.id in page.ids
    for target in re.findall(r'href="#([^"]+)"', str(book.html)):
        assert target in page.ids, f"a link leads to {target}, which is nowhere"


@pytest.mark.parametrize("name", names())
def test_objections_and_options_lead_to_a_rule_that_can_be_read(name: str) -> None:
    game = load(name)
    known = rulebook(game).rules
    for key in game.words("en").sections.get("objection", {}):
        assert key.partition("/")[0] in known
    for option in game.options:
        assert option.rule in known


def test_searching_finds_rules_that_say_all_the_words() -> None:
    book = rulebook(load("bologna"))
    found = book.search("wine bologna")
    assert found
    for rule, html in found:
        said = f"{rule} {book.rules[rule]}".lower()
        assert "wine" in said and "bologna" in said
        assert "<mark>" in html
    assert not book.search("zeppelin")
    assert not book.search("  ")


def test_words_are_escaped_and_emphasised() -> None:
    assert inline("a <b> & *c* **d** `e*f*`") == (
        "a &lt;b&gt; &amp; <em>c</em> <strong>d</strong> <code>e*f*</code>"
    )
    assert inline("see BOL-2.4 and XYZ-1", {"BOL-2.4": ""}) == 'see <a href="#BOL-2.4">BOL-2.4</a> and XYZ-1'
