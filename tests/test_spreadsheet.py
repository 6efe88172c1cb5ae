"""The cards of an edition as a spreadsheet: out and in again, with errors that name the sheet's line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.datafiles.draft import Draft
from ludoteca.datafiles.spreadsheet import as_csv, column_of, lists_of, with_csv
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.errors import EditionError


def house_text(name: str) -> str:
    return load(name).library.house_file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in HOUSE_GAMES if name != "bologna"])
def test_a_spreadsheet_that_nobody_changed_gives_the_same_edition(name: str) -> None:
    game, text = load(name), house_text(name)
    sheet = as_csv(text, game.read_edition)
    assert len(sheet.splitlines()) > 10
    assert with_csv(text, sheet, game.read_edition) == text


def test_a_card_gets_other_values_and_may_gain_or_lose_an_entry() -> None:
    game, text = load("bosa"), house_text("bosa")
    rows = as_csv(text, game.read_edition).splitlines()
    number = next(at for at, row in enumerate(rows) if row.startswith("cards.season_1[1],"))
    rows[number] = rows[number].replace("RES1,pottery", "SELL3,").replace("Corallo Clay Yard", "My Yard, red")
    rows[number] = rows[number].replace("My Yard, red", '"My Yard, red"')
    changed = with_csv(text, "\n".join(rows), game.read_edition)
    assert 'id = "s1-red-1", colour = "red", kind = "SELL3", en = "My Yard, red"' in changed
    assert len(changed.splitlines()) == len(text.splitlines())


def test_wrong_counts_columns_and_values_are_refused_with_their_line() -> None:
    game, text = load("bosa"), house_text("bosa")
    rows = as_csv(text, game.read_edition).splitlines()
    number = next(at for at, row in enumerate(rows) if row.startswith("cards.season_1[1],"))

    def refused(lines: list[str]) -> str:
        with pytest.raises(EditionError) as caught:
            with_csv(text, "\n".join(lines), game.read_edition)
        return str(caught.value)

    assert "cards.season_1[1] is the first that is missing" in refused(rows[:number] + rows[number + 1 :])
    twice = refused([*rows, rows[number]])
    assert f"line {len(rows) + 1}" in twice
    assert f"stands on line {number + 1} already" in twice
    assert "no such piece" in refused([*rows, rows[number].replace("[1]", "[31]")])
    wrong = refused([row.replace("RES1", "RES9") if at == number else row for at, row in enumerate(rows)])
    assert f"line {number + 1}" in wrong
    assert "expected one of RES1" in wrong
    assert "line 1" in refused([rows[0] + ",pockets", *rows[1:]])
    assert "line 1" in refused(["entry", *rows[1:]])


def test_a_list_alone_is_written_and_read_and_its_pieces_are_counted() -> None:
    game, text = load("bosa"), house_text("bosa")
    counts = lists_of(Draft(text, game.read_edition))
    assert (counts["cards.season_1"], counts["goals.cards"]) == (30, 20)
    for name, count in counts.items():
        rows = as_csv(text, game.read_edition, name).splitlines()
        assert len(rows) == count + 1
        assert with_csv(text, "\n".join(rows), game.read_edition, only=name) == text
        with pytest.raises(EditionError, match=f"found {count - 1} of {count} pieces"):
            with_csv(text, "\n".join(rows[:-1]), game.read_edition, only=name)


def test_sheets_of_other_programs_are_read_and_ragged_ones_refused_with_row_and_column() -> None:
    game, text = load("bosa"), house_text("bosa")
    rows = as_csv(text, game.read_edition, "cards.season_1").splitlines()
    named = [row.replace("Corallo Clay Yard", "=Yard") for row in rows]
    changed = with_csv(text, "\n".join(named), game.read_edition, only="cards.season_1")
    assert 'en = "=Yard"' in changed
    again = as_csv(changed, game.read_edition, "cards.season_1")
    assert ",'=Yard," in again
    assert with_csv(text, again, game.read_edition, only="cards.season_1") == changed
    for separator in ";\t":
        other = "\ufeff" + "\r\n".join([row.replace(",", separator) for row in named])
        assert with_csv(text, other, game.read_edition, only="cards.season_1") == changed

    def refused(lines: list[str]) -> EditionError:
        with pytest.raises(EditionError) as caught:
            with_csv(text, "\n".join(lines), game.read_edition, only="cards.season_1")
        return caught.value

    wrong = refused([rows[0], "", rows[1].replace("RES1", "RES9"), *rows[2:]])
    assert (wrong.line, column_of(wrong)) == (3, "kind")
    ragged = refused([rows[0], rows[1] + ",,x", *rows[2:]])
    assert (ragged.line, column_of(ragged)) == (2, "")
    assert "has 9 cells; expected 7" in ragged.expected
    with_csv(text, "\n".join([rows[0], rows[1] + ",,", *rows[2:]]), game.read_edition, only="cards.season_1")
    twice = refused([rows[0] + ",kind", *rows[1:]])
    assert (twice.line, column_of(twice)) == (1, "kind")


def test_the_command_writes_and_reads_spreadsheets(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text(CliRunner().invoke(main, ["edition", "bosa", "--csv", "out"]).stdout, encoding="utf-8")
    answer = CliRunner().invoke(main, ["edition", "bosa", "--csv", "in", str(sheet), "--name", "my-box"])
    assert answer.exit_code == 0, answer.output
    assert answer.stdout == house_text("bosa").replace("bosa-house-1", "my-box")
    assert CliRunner().invoke(main, ["edition", "bosa", "--csv", "in"]).exit_code == 1
