"""Print and play: sheets at their true size, backs behind their fronts, every game, language and paper."""

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from ludoteca import draw as d
from ludoteca.cli import main
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.printing.arrangement import PAPERS, arranged, grid_of, in_parts
from ludoteca.printing.contents import block_of, contents_of, phrases, words_of
from ludoteca.printing.pdf import printed

MM = 72 / 25.4
PATH, FORM = 2, 5
"""Kinds of objects on a page: lines and areas; drawings placed as a whole."""


def opened(body: bytes) -> Any:
    return pypdfium2.PdfDocument(body)


def lines_of(page: Any) -> list[tuple[float, float, float, float]]:
    """The bare lines of a page in millimetres from its left and bottom: the marks for the knife."""
    found = []
    for one in page.get_objects(filter=[PATH], max_depth=1):
        left, bottom, right, top = (edge / MM for edge in one.get_bounds())
        if min(right - left, top - bottom) < 0.3 and max(right - left, top - bottom) < 4:
            found.append((left, bottom, right, top))
    return found


def test_a_card_is_63_by_88_millimetres_to_the_tenth_and_its_page_is_a4() -> None:
    page = opened(printed(load("bosa"), only=["card 24"]))[0]
    assert [edge / MM for edge in page.get_size()] == pytest.approx([210, 297], abs=0.05)
    upright = sorted({round((left + right) / 2, 2) for left, _, right, _ in marks(page, upright=True)})
    level = sorted({round((bottom + top) / 2, 2) for _, bottom, _, top in marks(page, upright=False)})
    assert upright[-1] - upright[0] == pytest.approx(63, abs=0.05)
    assert level[-1] - level[0] == pytest.approx(88, abs=0.05)


def marks(page: Any, upright: bool) -> list[tuple[float, float, float, float]]:
    return [one for one in lines_of(page) if (one[3] - one[1] > one[2] - one[0]) == upright]


def test_the_art_fills_a_card_with_its_bleed_and_no_more() -> None:
    """What is drawn beyond the bleed is cut off: colours end 1.5 mm outside the marks."""
    page = opened(printed(load("bosa"), only=["card 24"]))[0]
    picture = page.render(scale=4).to_numpy()
    left = min(one[2] for one in marks(page, upright=False)) + 1.0
    row = picture[len(picture) * 80 // 297]
    coloured = [x for x, colour in enumerate(row) if min(colour) < 255]
    assert coloured[0] / 4 / MM == pytest.approx(left, abs=0.3)
    assert (coloured[-1] - coloured[0] + 1) / 4 / MM == pytest.approx(66, abs=0.3)


def test_letter_sheets_are_as_large_as_letter_paper() -> None:
    document = opened(printed(load("bosa"), paper="letter", only=["card 24", "rules"]))
    assert [edge / MM for edge in document[0].get_size()] == pytest.approx([279.4, 215.9], abs=0.05)
    assert [edge / MM for edge in document[len(document) - 1].get_size()] == pytest.approx(
        [215.9, 279.4], abs=0.05
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_every_back_lies_behind_its_front_if_the_sheet_is_turned_over_its_long_edge(paper: str) -> None:
    faces = [(number, 100 + number) for number in range(20)]
    for w, h in (d.CARD_SIZE, d.SMALL_CARD_SIZE, (88.0, 63.0)):
        pages = arranged(paper, w, h, faces)
        for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
            for one in fronts.placed:
                back = next(other for other in backs.placed if other.face == 100 + one.face)
                upside_down = fronts.w > fronts.h
                x = one.x if upside_down else fronts.w - one.x - one.w
                y = fronts.h - one.y - one.h if upside_down else one.y
                assert (back.x, back.y) == pytest.approx((x, y))
                assert back.turned == upside_down


def test_nine_cards_lie_on_a4_and_eight_on_letter() -> None:
    assert (grid_of("a4", *d.CARD_SIZE).columns, grid_of("a4", *d.CARD_SIZE).rows) == (3, 3)
    assert grid_of("letter", *d.CARD_SIZE).room == 8


def test_a_board_larger_than_the_paper_comes_in_parts_that_cover_it() -> None:
    pages = in_parts("a4", 368, 374, 0)
    assert len(pages) == 4
    assert {(one.from_x, one.from_y) for page in pages for one in page.placed} == {
        (0, 0), (184, 0), (0, 187), (184, 187),
    }  # fmt: skip
    assert all(one.w == 187 and one.x >= 5 and one.y >= 9 for page in pages for one in page.placed)


def test_in_a_file_with_backs_nothing_is_printed_behind_pieces_of_one_side() -> None:
    document = opened(printed(load("bologna"), only=["role 1", "dice", "aid"]))
    front, back, dice, behind, aid = [page.get_textpage().get_text_range() for page in document]
    assert "roles · 1 of 2" in front
    assert "roles · 2 of 2" in back
    assert "dice to fold · 1 of 1" in dice
    assert "both sides" in dice
    assert behind.strip() == "Left empty: the back of the page before"
    assert "player aid" in aid
    alone = opened(printed(load("bologna"), only=["dice"]))
    assert len(alone) == 1
    assert "one side" in alone[0].get_textpage().get_text_range()


def test_columns_of_a_wide_table_have_room_for_their_longest_words_and_more_for_long_texts() -> None:
    rows = [["| Option | What it decides |", "|---|---|", f"| `revolution_choice` | {'whose choice ' * 9} |"]]
    (table,) = [block_of(row) for row in rows]
    name, told = table.shares
    assert name == len("revolution_") + 2
    assert told > 1.5 * name
    assert not block_of(["| Piece | Count |", "|---|---|", "| Dice | 5 |"]).shares


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_game_has_sheets_with_names_in_both_languages(name: str, language: str) -> None:
    game = load(name)
    contents = contents_of(game, None, language)
    book = phrases(language)
    assert len(contents.sheets) >= 3
    assert len(contents.aid) >= 8
    assert len(contents.rules) >= 30
    for sheet in contents.sheets:
        assert book.find("print", sheet.name), sheet.name
        assert sheet.pieces
        assert all(piece.title and piece.copies > 0 for piece in sheet.pieces)


def test_the_pieces_are_as_many_as_the_box_holds() -> None:
    def count(name: str) -> dict[str, int]:
        sheets = contents_of(load(name), None, "en").sheets
        return {sheet.name: sum(piece.copies for piece in sheet.pieces) for sheet in sheets}

    assert count("bosa") | {"tokens": 0} == {
        "cards": 96, "goals": 20, "board": 1, "player_boards": 5, "tokens": 0,
    }  # fmt: skip
    assert count("bologna") == {"roles": 7, "tokens": 24 * 4 + 3 + 1, "dice": 5}
    assert count("manticore")["roads"] == 41
    assert count("manticore")["combat"] == 12
    assert count("bello_divorum")["tokens"] == 180 + 96 + 66 + 30 + 1
    assert count("bomarzo")["cards"] == 45


def test_cards_that_must_not_be_told_apart_have_the_same_backs() -> None:
    goals = next(sheet for sheet in contents_of(load("bosa"), None, "en").sheets if sheet.name == "goals")
    roles = contents_of(load("bologna"), None, "en").sheets[0]
    for sheet in (goals, roles):
        backs = set()
        for piece in sheet.pieces:
            scene = d.Scene(900, 900, "back", layers=("face",))
            scene.add("face", piece.back)
            backs.add(scene.svg(d.LIGHT, style=False))
        assert len(backs) == 1, sheet.name


def test_whoever_has_lost_a_card_prints_it_and_a_wrong_name_is_told() -> None:
    found = contents_of(load("bologna"), None, "en", only=["High Dean"])
    assert [[piece.key for piece in sheet.pieces] for sheet in found.sheets] == [["role 1"]]
    assert not found.rules and not found.aid
    with pytest.raises(
        LudotecaError, match="nothing called “queen” to print; it has pieces, aid, rules, roles"
    ):
        contents_of(load("bologna"), None, "en", only=["queen"])


def test_words_with_emphasis_become_runs() -> None:
    assert words_of("**BOS-1.1** *printed* take `one` of [four](#x)") == [
        ("strong", "BOS-1.1"), ("plain", " "), ("lean", "printed"), ("plain", " take "), ("code", "one"),
        ("plain", " of four"),
    ]  # fmt: skip


def test_the_command_writes_a_file_and_an_editions_name_cannot_break_the_sheets(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    text = load("bologna").library.house_file.read_text(encoding="utf-8")
    own.write_text(text.replace("bologna-house-1", '#let x = [\\" $ #read'), encoding="utf-8")
    out = tmp_path / "sheets.pdf"
    command = [
        "print",
        "bologna",
        "--edition",
        str(own),
        "--language",
        "it",
        "--only",
        "role 1",
        "--out",
        str(out),
    ]
    answer = CliRunner().invoke(main, command)
    assert answer.exit_code == 0, answer.output
    assert len(opened(out.read_bytes())) == 2
    words = opened(out.read_bytes())[0].get_textpage().get_text_range()
    assert "#let x" in words
    assert "misura prima di tagliare" in words
