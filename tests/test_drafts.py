"""Drafts of editions: every entry is a field, checked exactly as the file is, and no accepted end breaks."""

import pytest

from ludoteca.datafiles.draft import LONGEST, Draft, Field, with_value
from ludoteca.games import HOUSE_GAMES, load


def house_text(name: str) -> str:
    return load(name).library.house_file.read_text(encoding="utf-8")


def field(name: str, path: str) -> Field:
    (found,) = [one for one in Draft(house_text(name), load(name).read_edition).fields if one.path == path]
    return found


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_entry_of_the_houses_editions_is_a_field_that_can_be_written_again(name: str) -> None:
    game, text = load(name), house_text(name)
    draft = Draft(text, game.read_edition)
    assert draft.fault is None
    assert draft.edition is not None
    assert draft.edition.digest == game.edition().digest
    assert len(draft.fields) > 40
    for one in draft.fields[:: max(1, len(draft.fields) // 12)]:
        again = Draft(with_value(text, one, one.written), game.read_edition)
        assert again.fault is None, one.path
        written = {other.path: other.written for other in again.fields}
        assert written == {other.path: other.written for other in draft.fields}


def test_a_change_keeps_comments_and_changes_nothing_else() -> None:
    text = house_text("bosa")
    changed = with_value(text, field("bosa", "edition.start_coins"), "5")
    assert changed == text.replace("start_coins = 3", "start_coins = 5")


def test_what_does_not_fit_is_named_as_the_command_line_names_it() -> None:
    game, text = load("bosa"), house_text("bosa")
    for path, value, says in [
        ("edition.start_coins", "100", "found 100; expected a number from 0 to 99"),
        ("edition.start_coins", "many", "found 'many'; expected a number from 0 to 99"),
        ("cards.season_1[2].kind", "COINRESS", "found “COINRESS”; expected one of"),
        ("edition.start_coins", "3\nresource_cap = 4", "expected a number"),
    ]:
        fault = Draft(with_value(text, field("bosa", path), value), game.read_edition).fault
        assert fault is not None, value
        assert says in str(fault)
        assert fault.entry == path
        assert fault.line > 0


def test_a_text_that_is_too_long_or_no_toml_is_refused() -> None:
    read = load("bosa").read_edition
    assert "expected at most" in str(Draft("#" * (LONGEST + 1), read).fault)
    assert "expected TOML" in str(Draft("[edition", read).fault)


def test_a_manticore_has_no_more_life_than_the_bots_can_reckon_with() -> None:
    game, text = load("manticore"), house_text("manticore")
    life = field("manticore", "manticore.life")
    assert Draft(with_value(text, life, "[20, 20, 20, 20]"), game.read_edition).fault is None
    fault = Draft(with_value(text, life, "[10, 10, 20, 21]"), game.read_edition).fault
    assert "found [10, 10, 20, 21]; expected 4 numbers from 1 to 20" in str(fault)
    scaled = field("manticore", "manticore.rival")
    strong = "[[100, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]"
    assert "expected numbers from 0 to 99" in str(
        Draft(with_value(text, scaled, strong), game.read_edition).fault
    )
