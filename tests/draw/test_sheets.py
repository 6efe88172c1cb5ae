"""Sheets of art: pages refer to their symbols, pictures of their own carry them."""

from __future__ import annotations

import pytest

from ludoteca import draw as d

SHEET = d.Sheet("wood", "tests.draw.art")
RED = d.Colour("#ff0000", "#800000")


def picture(*children: d.Child) -> d.Scene:
    scene = d.Scene(100, 100, "A wood")
    scene.add("table", d.group(*children))
    return scene


def test_a_page_refers_to_the_sheet_and_carries_none_of_it() -> None:
    scene = picture(d.use(SHEET, "tree", 20, 30, 0.5, tone=RED))
    scene.art = "/static/"
    drawn = "".join(piece.text for piece in scene.pieces(d.AUTO))
    assert f'<use href="/static/{SHEET.address}#tree" transform="translate(20 30)scale(.5)"' in drawn
    assert 'color="light-dark(#ff0000,#800000)"' in drawn
    assert "M-3 0V-40" not in drawn


def test_a_picture_of_its_own_carries_the_symbols_it_uses_and_no_others() -> None:
    drawn = picture(d.use(SHEET, "tree")).svg(d.LIGHT)
    assert '<g id="wood-tree">' in drawn
    assert '<use href="#wood-leaf" y="-50"/>' in drawn
    assert "#806040" in drawn
    assert "light-dark" not in drawn
    assert "lawn" not in drawn


def test_patterns_come_along_with_the_symbols_that_are_filled_with_them() -> None:
    drawn = picture(d.use(SHEET, "lawn")).svg(d.DARK)
    assert '<pattern id="wood-grass" width="6"' in drawn
    assert 'fill="url(#wood-grass)"' in drawn


def test_a_tone_is_written_out_where_a_renderer_knows_no_mixed_colours() -> None:
    drawn = picture(d.use(SHEET, "leaf", tone=RED), d.use(SHEET, "leaf", tone=d.Colour("#0000ff"))).svg(
        d.DARK
    )
    assert 'fill="#800000" stroke="#4d0000"' in drawn
    assert 'fill="#0000ff" stroke="#000099"' in drawn
    assert "currentColor" not in drawn


def test_the_address_changes_with_the_drawing() -> None:
    name, mark, ending = SHEET.address.split(".")
    assert (name, len(mark), ending) == ("wood", 8, "svg")


def test_an_unknown_symbol_is_named() -> None:
    with pytest.raises(ValueError, match="no symbol 'stone' in the sheet 'wood'"):
        d.use(SHEET, "stone")


def test_a_symbol_fills_its_box_wherever_it_lies() -> None:
    assert d.use(SHEET, "tree", 100, 100, 2).box() == d.Box(80, -20, 40, 120)
    assert d.use(SHEET, "lawn", 0, 0, flip=True).box() == d.Box(-40, 0, 40, 20)


def test_kept_parts_carry_their_symbols_too() -> None:
    @d.part
    def grove(trees: int) -> d.Group:
        return d.group([d.use(SHEET, "tree", 10 * n) for n in range(trees)])

    for _ in range(2):
        assert '<g id="wood-tree">' in picture(grove(3)).svg(d.LIGHT)


def test_a_page_shows_scenery_as_an_image_from_a_file_of_its_own() -> None:
    scene = picture(d.use(SHEET, "hills", 20, 30, 0.5))
    scene.art = "/static/"
    drawn = "".join(piece.text for piece in scene.pieces(d.AUTO))
    file = SHEET.pictures["hills"]
    assert f'<image href="/static/{file.address}" x="0" y="0" width="200" height="50"' in drawn
    assert 'transform="translate(20 30)scale(.5)"/>' in drawn
    assert SHEET.files == {SHEET.address: SHEET.served, file.address: file.served}
    assert '<g id="rock">' in file.served and '<g id="leaf">' in file.served
    assert 'id="hills"' not in SHEET.served and 'id="rock"' not in SHEET.served
    assert '<g id="leaf"' in SHEET.served


def test_a_picture_of_its_own_carries_its_scenery_as_symbols() -> None:
    drawn = picture(d.use(SHEET, "hills", 20, 30)).svg(d.DARK)
    assert '<use href="#wood-hills" x="20" y="30"/>' in drawn
    assert '<g id="wood-rock">' in drawn


def test_what_only_scenery_is_made_of_cannot_be_used_by_itself() -> None:
    with pytest.raises(ValueError, match="'rock' is only a part of pictures in the sheet 'wood'"):
        d.use(SHEET, "rock")
