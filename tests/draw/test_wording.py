import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import draw as d
from ludoteca.draw.wording import ident, num

LONG = "The Worshipful Company of Ropemakers & Netmenders of Bosa, founded 1443"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        (3.0, "3"),
        (12.5, "12.5"),
        (1 / 3, ".33"),
        (-1 / 3, "-.33"),
        (-0.001, "0"),
        (10.04, "10"),
        (1e7, "10000000"),
    ],
)
def test_numbers_are_trimmed(value: Any, shown: Any) -> None:
    assert num(value) == shown


def test_escaping() -> None:
    assert d.escape("""<a href="x">'&""") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;"
    assert d.escape("a\x00b\x1b[31m\x7f\u202ec\ud800d\uffff") == "ab[31mcd"
    assert d.clean("one\r\n\ttwo") == "one two"
    assert d.escape("Caffè 猫 🎲") == "Caffè 猫 🎲"
    assert ident('my "id"\n2') == "my-&quot;id&quot;-2"


@given(st.text())
def test_escaped_words_hold_nothing_dangerous(words: Any) -> None:
    out = d.escape(words)
    assert not set(out) & set("<>\"'\n\r\t")
    assert all(unicodedata.category(c) not in ("Cc", "Cs") for c in out)


def test_widths_grow_with_size_and_weight() -> None:
    assert d.width_of("iiii") < d.width_of("mmmm")
    assert d.width_of("Bosa", 20) == pytest.approx(2 * d.width_of("Bosa", 10))
    assert d.width_of("Bosa", bold=True) > d.width_of("Bosa")
    assert d.width_of("MILL", serif=True) > d.width_of("MILL", bold=True)
    assert d.width_of("è") == d.width_of("e") == d.width_of("e\u0301")


def test_fitting_prefers_breaking_then_shrinking_then_shortening() -> None:
    assert d.fit("short", 100, 14) == d.Fitted(("short",), 14)
    broken = d.fit("two words", 50, 14, 9, 2)
    assert broken == d.Fitted(("two", "words"), 14)
    shrunk = d.fit("two words", 60, 14, 9, 1)
    assert shrunk.lines == ("two words",) and 9 <= shrunk.size < 14
    cut = d.fit(LONG, 90, 14, 9, 2)
    assert cut.size == 9 and len(cut.lines) == 2 and cut.lines[-1].endswith(d.ELLIPSIS)
    assert d.fit("Donaudampfschifffahrt", 60, 12, 9, 3).lines[0] + "" in "Donaudampfschifffahrt"
    assert d.fit("", 100) == d.fit("   ", 100) == d.Fitted((), 14)
    assert d.fit("W", 1, 14, 9).lines == ()


def test_height_limits_lines() -> None:
    assert len(d.fit(LONG, 120, 14, 9, 9, height=40).lines) * 9 * 1.2 <= 40


@given(
    st.text(max_size=60),
    st.floats(1, 300),
    st.floats(6, 40),
    st.floats(4, 12),
    st.integers(1, 4),
    st.booleans(),
)
def test_fitted_words_stay_in_their_box(
    words: Any, width: Any, size: Any, least: Any, lines: Any, bold: Any
) -> None:
    made = d.fit(words, width, size, least, lines, bold=bold)
    assert len(made.lines) <= lines
    assert min(size, least) <= made.size <= size
    assert all(d.width_of(line, made.size, bold=bold) <= width for line in made.lines)


@pytest.mark.parametrize("letter", ["e\u0301", "👩🏽\u200d🚀", "🇮🇹", "❤\ufe0f", "o\u0308\u0304"])
@pytest.mark.parametrize("width", [30, 41, 77, 200])
def test_letters_are_not_torn_from_their_marks(letter: Any, width: Any) -> None:
    (line,) = d.fit(letter * 40, width, 12, 9).lines
    assert line == letter * line.count(letter) + d.ELLIPSIS
    broken = d.fit(letter * 3 + " " + letter * 40, width, 12, 9, 3).lines
    assert all(not part.replace(letter, "").strip(" " + d.ELLIPSIS) for part in broken)


def in_box(words: str, width: float, size: float, lines: int, bold: bool, covered: bool) -> d.Scene:
    scene = d.Scene(width + 200, 200, "", ground=d.Colour("#ffffff"))
    scene.add("table", d.fit_text(words, width, size, 8, lines, x=100 + width / 2, y=100, bold=bold))
    if covered:
        scene.add("pieces", d.rect(100, 0, width, 200, fill=d.Colour("#ffffff")))
    return scene


@pytest.fixture(scope="module")
def fonts() -> None:
    if in_box("words", 100, 14, 1, False, False).png() == in_box("", 100, 14, 1, False, False).png():
        pytest.skip("this machine has no fonts: apt-get install fonts-dejavu-core")


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize(
    "words",
    [
        LONG,
        "WWWWWWWWWWMMMM",
        "@@@@%%%%mmmm",
        "0123456789 +5 → ★★",
        "Perché città Œuvre Ærø ß",
        "Жизнь Щука αβγ",
    ],
)
def test_nothing_is_seen_outside_the_box(fonts: Any, words: Any, lines: Any, bold: Any) -> None:
    for width in (60, 117, 240):
        blank = in_box("", width, 20, lines, bold, True).png()
        assert in_box(words, width, 20, lines, bold, True).png() == blank
        assert in_box(words, width, 20, lines, bold, False).png() != blank


@settings(max_examples=25, deadline=None)
@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=0x24F), min_size=1, max_size=30))
def test_any_latin_words_stay_in_the_picture_of_their_box(fonts: Any, words: Any) -> None:
    assert in_box(words, 120, 18, 2, True, True).png() == in_box("", 120, 18, 2, True, True).png()
