"""Colours that can be told apart: on pages by day and night, on boards by whoever sees fewer colours too."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

import ludoteca
from ludoteca import draw as d
from ludoteca.draw.colours import GROUNDS, ROLES
from ludoteca.draw.sheets import literal
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.game import presentation_of

READ = 4.5
TOLD_APART = 3.0
STYLES = Path(ludoteca.__file__).parent / "house" / "web" / "pages" / "static"
HEX = re.compile(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b")

# What somebody sees who lacks one kind of cone, by linear red, green and blue: Machado, Oliveira, Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deuteranopia": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
EMBLEMS = {
    "bello_divorum": [
        f"chip-{people}" for people in ("aztec", "mesopotamian", "egyptian", "shinto", "norse", "greek")
    ],
    "bologna": [f"emblem-{seat}" for seat in range(7)],
    "bomarzo": [f"disc-{shape}" for shape in ("circle", "square", "triangle", "diamond")],
    "bosa": ["pawn-0-camera", "pawn-1-seashell", "pawn-2-sun", "pawn-3-scooter", "pawn-4-palette"],
    "manticore": [f"emblem-{klass}" for klass in range(4)],
}
"""The symbols by which seats are told apart on a board, each with its emblem."""


def seen(colour: str, sight: str) -> str:
    """A colour as somebody sees it."""
    colour = colour if len(colour) == 7 else "#" + "".join(letter * 2 for letter in colour[1:])
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    mixed = [min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in SIGHTS[sight]]
    return "#" + "".join(
        f"{round(255 * (c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)):02x}" for c in mixed
    )


def themed(colour: d.Colour) -> list[str]:
    return [colour.light, colour.dark]


# Pages


def table_colours() -> dict[str, d.Colour]:
    """The colours of a page, with those that the page of a table has of its own."""
    found = {colour.name: colour for colour in ROLES}
    for style in ("style.css", "table.css"):
        text = (STYLES / style).read_text(encoding="utf-8")
        for name, day, night in re.findall(r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", text):
            found[name] = d.Colour(day, night)
    return found


@pytest.mark.parametrize("theme", [0, 1])
def test_words_of_a_table_can_be_read_on_all_its_grounds(theme: int) -> None:
    colours = table_colours()
    for word in ("ink", "faint", "accent", "warn", "good"):
        for ground in ("paper", "card", "wash"):
            pair = themed(colours[word])[theme], themed(colours[ground])[theme]
            assert d.contrast(*pair) >= READ, (word, ground)


@pytest.mark.parametrize("style", ["style.css", "pages.css", "table.css", "setup.css"])
def test_words_on_coloured_buttons_can_be_read(style: str) -> None:
    """Wherever a style gives both the colour of words and of the ground."""
    colours = table_colours()
    for rule in re.findall(r"\{([^{}]*)\}", (STYLES / style).read_text(encoding="utf-8")):
        given = dict(re.findall(r"(?:^|;)\s*(color|background): ([^;]+)", rule))
        pair = [both(given.get(what, ""), colours) for what in ("color", "background")]
        if pair[0] and pair[1]:
            for word, ground in zip(*pair, strict=True):
                assert d.contrast(word, ground) >= READ, rule.strip()


def both(value: str, colours: dict[str, d.Colour]) -> list[str]:
    """A plain colour by day and by night; nothing for mixed ones."""
    value = value.strip()
    if found := re.fullmatch(r"var\(--([a-z]+)\)", value):
        return themed(colours[found[1]]) if found[1] in colours else []
    if found := re.fullmatch(r"light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)", value):
        return [seen(found[1], "all"), seen(found[2], "all")]
    return [seen(value, "all")] * 2 if HEX.fullmatch(value) else []


def test_what_can_be_touched_stands_out_from_the_paper() -> None:
    for edge in (d.GLOW, d.ACCENT):
        for ground in GROUNDS:
            for pair in zip(themed(edge), themed(ground), strict=True):
                assert d.contrast(*pair) >= TOLD_APART


# Seats


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_seats_differ_in_shape_and_not_in_colour_alone(name: str) -> None:
    sheet = presentation_of(load(name)).sheets[0]
    shapes = {one: HEX.sub("", drawn_shape(sheet, one)) for one in EMBLEMS[name]}
    assert len(set(shapes.values())) == len(shapes)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_the_emblem_of_a_seat_stands_out_whatever_colours_one_sees(name: str, sight: str) -> None:
    sheet = presentation_of(load(name)).sheets[0]
    for number, symbol in enumerate(EMBLEMS[name]):
        tone = d.SEATS[number].colour
        for theme in (d.LIGHT, d.DARK):
            markup = "".join(sheet.definitions(symbol, theme, tone, "").values())
            shown = {seen(colour, sight) for colour in HEX.findall(markup)}
            best = max(d.contrast(one, other) for one, other in combinations(shown, 2))
            assert best >= TOLD_APART, (symbol, theme)


def drawn_shape(sheet: d.Sheet, symbol: str) -> str:
    """All that a symbol consists of, without names."""
    text = "".join(sheet.definitions(symbol, d.LIGHT, d.INK, "").values())
    return re.sub(r'(?:id|href)="[^"]*"', "", literal(text, d.LIGHT, d.INK))
