"""The cards of an edition as a spreadsheet: out and in again, with errors that name the sheet's line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.datafiles.spreadsheet import as_csv, with_csv
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


def test_the_command_writes_and_reads_spreadsheets(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text(CliRunner().invoke(main, ["edition", "bosa", "--csv", "out"]).stdout, encoding="utf-8")
    answer = CliRunner().invoke(main, ["edition", "bosa", "--csv", "in", str(sheet), "--name", "my-box"])
    assert answer.exit_code == 0, answer.output
    assert answer.stdout == house_text("bosa").replace("bosa-house-1", "my-box")
    assert CliRunner().invoke(main, ["edition", "bosa", "--csv", "in"]).exit_code == 1
