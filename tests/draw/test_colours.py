from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import draw as d

SHADES = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")


def both(one: d.Colour, other: d.Colour) -> list[float]:
    return [d.contrast(one.light, other.light), d.contrast(one.dark, other.dark)]


def test_contrast_of_known_pairs() -> None:
    assert d.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert d.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert d.contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("ground", d.GROUNDS, ids=lambda c: c.name)
@pytest.mark.parametrize("ink", d.WORDS, ids=lambda c: c.name)
def test_words_can_be_read_on_every_ground(ink: Any, ground: Any) -> None:
    assert min(both(ink, ground)) >= d.READABLE


@pytest.mark.parametrize("ground", d.GROUNDS, ids=lambda c: c.name)
@pytest.mark.parametrize("edge", [d.ACCENT, d.GLOW], ids=lambda c: c.name)
def test_edges_of_choices_and_glows_stand_out(edge: Any, ground: Any) -> None:
    assert min(both(edge, ground)) >= 3


@pytest.mark.parametrize("ground", [*d.PALETTE, *d.ROLES], ids=lambda c: c.name)
def test_ink_on_every_named_colour(ground: Any) -> None:
    assert min(both(d.ink_on(ground), ground)) >= d.READABLE


@given(SHADES, SHADES)
def test_ink_on_any_colour(light: Any, dark: Any) -> None:
    ground = d.Colour(light, dark)
    assert min(both(d.ink_on(ground), ground)) >= d.READABLE


def test_a_colour_is_checked() -> None:
    for wrong in ("red", "#fff", "#12345g", "#123456;x"):
        with pytest.raises(ValueError, match="#rrggbb"):
            d.Colour(wrong)
    with pytest.raises(ValueError, match="name"):
        d.Colour("#000000", name='x"')


def test_a_colour_in_each_theme() -> None:
    plain, pair, named = d.Colour("#C8443E"), d.Colour("#c8443e", "#e06a60"), d.INK
    assert plain.auto == plain.light == plain.dark == "#c8443e"
    assert pair.auto == "light-dark(#c8443e,#e06a60)"
    assert named.auto == "var(--ink)"
    assert eval(repr(pair), {"Colour": d.Colour}) == pair


def test_mixing() -> None:
    assert d.mix(d.Colour("#000000"), d.Colour("#ffffff"), 0.5).light == "#808080"
    assert d.mix(d.INK, d.PAPER, 0) == d.Colour(d.INK.light, d.INK.dark)


def test_names_are_unlike() -> None:
    names = [c.name for c in (*d.ROLES, *d.PALETTE)]
    assert len(set(names)) == len(names) and all(names)


def test_seats_differ_in_colour_shape_and_letter() -> None:
    assert len(d.SEATS) == 7
    for what in ("colour", "shape", "letter", "index"):
        assert len({getattr(seat, what) for seat in d.SEATS}) == 7


@pytest.mark.parametrize("seat", d.SEATS, ids=lambda s: s.letter)
def test_a_seat_is_never_colour_alone(seat: Any) -> None:
    scene = d.Scene(40, 40, "seat")
    scene.add("table", d.seat_mark(seat, x=20, y=20))
    svg = scene.svg(d.LIGHT)
    assert f">{seat.letter}</text>" in svg
    assert ("<circle" in svg) == (seat.shape == "circle")
    assert d.SEATS[2].dressed(letter="W").letter == "W" and d.SEATS[2].dressed(d.BLUE).shape == "triangle"
