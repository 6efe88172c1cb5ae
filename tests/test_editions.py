"""Editions of one's own: transcribed, checked, played with, recorded and found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ludoteca as lt
from ludoteca.cli import main
from ludoteca.datafiles.lines import Lines
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.errors import EditionError, LudotecaError, RecordError, SetupError
from ludoteca.kernel.files import EDITIONS_FOLDER
from ludoteca.kernel.record import read_record

CHANGES = [
    ('name = "bosa-house-1"', 'name = "my-bosa"'),
    ("{ coins = 15, points = 25 }", "{ coins = 16, points = 28 }"),
    ('colour = "red", kind = "RES1", resource = "pottery"', 'colour = "red", kind = "SELL3"'),
]
"""A transcribed Bosa: another name, another last step of the patronage chart, another card."""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def changed(game: str, *changes: tuple[str, str]) -> str:
    """The house's edition with a few changes, from the first place where each can be made."""
    text = run("edition", game).output
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(changed("bosa", *CHANGES), encoding="utf-8")
    return path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of editions at hand."""
    folder = tmp_path / "editions"
    folder.mkdir()
    monkeypatch.setenv(EDITIONS_FOLDER, str(folder))
    return folder


def put(shelf: Path, game: str, file: str, text: str) -> Path:
    (shelf / game).mkdir(exist_ok=True)
    path = shelf / game / file
    path.write_text(text, encoding="utf-8")
    return path


# The worked example of docs/editions.md


def test_a_transcribed_bosa_is_checked_played_recorded_and_verified(mine: Path, tmp_path: Path) -> None:
    label = load("bosa").edition(mine).label
    assert label.startswith("my-bosa ")
    assert label in run("edition", "bosa", str(mine)).output

    record = tmp_path / "match.record"
    played = run("play", "bosa", "--people", "0", "--bot", "random", "--seed", "5",
                 "--edition", str(mine), "--save", str(record))  # fmt: skip
    assert played.exit_code == 0, played.output
    assert f"edition: {label}\n" in record.read_text()

    for command in ("verify", "replay", "analyse"):
        alone = run(command, str(record))
        assert alone.exit_code == 1
        assert f"line 3: played with the edition “{label}”, which is not at hand" in alone.output
        assert "--edition" in alone.output and EDITIONS_FOLDER in alone.output
    assert run("verify", str(record), "--edition", str(mine)).exit_code == 0
    assert run("replay", str(record), "--at", "9", "--edition", str(mine)).exit_code == 0


def test_an_edition_in_the_folder_is_at_hand_by_its_name(mine: Path, shelf: Path, tmp_path: Path) -> None:
    match = lt.match("bosa", seed=1, edition=str(mine)).play_out("random")
    path = match.save(tmp_path / "match.record")
    with pytest.raises(RecordError, match="not at hand"):
        lt.verify(path)
    put(shelf, "bosa", "transcribed.toml", mine.read_text())
    assert lt.verify(path).derived
    assert lt.replay(path).record() == match.record()
    assert run("verify", str(path)).exit_code == 0
    assert lt.match("bosa", seed=1, edition="my-bosa").play_out("random").record() == match.record()
    assert run("simulate", "bosa", "--games", "1", "--edition", "my-bosa").exit_code == 0


def test_a_changed_card_list_and_board_are_what_is_played(mine: Path) -> None:
    inner = lt.match("bosa", seed=1, edition=mine).inner
    edition = inner.setup.edition
    assert edition.chart[-1] == (16, 28)  # type: ignore[attr-defined]
    own = load("bosa").edition()
    kinds = [(a.form, b.form) for a, b in zip(own.cards, edition.cards, strict=True)]  # type: ignore[attr-defined]
    assert sum(a != b for a, b in kinds) == 1


def test_a_file_may_be_examined(mine: Path) -> None:
    answer = run("examine", "bosa", "--matches", "2", "--edition", str(mine))
    assert (answer.exit_code, "all laws hold" in answer.output) == (0, True), answer.output
    assert load("bosa").edition().name == "bosa-house-1", "only while it is examined"


# What is refused, and how it is said


def test_the_wrong_edition_for_a_record(mine: Path, tmp_path: Path) -> None:
    path = lt.match("bosa", seed=1, edition=mine).save(tmp_path / "match.record")
    other = tmp_path / "other.toml"
    other.write_text(mine.read_text() + "# another comment is another file\n", encoding="utf-8")
    with pytest.raises(
        RecordError, match=r"line 3: played with the edition “my-bosa .*other\.toml” is “my-bosa "
    ):
        lt.verify(path, edition=other)


def test_names_that_say_too_little_or_nothing(mine: Path, shelf: Path) -> None:
    put(shelf, "bosa", "a.toml", mine.read_text())
    put(shelf, "bosa", "b.toml", mine.read_text() + "# a second printing\n")
    labels = list(load("bosa").library.files())
    assert [label.split()[0] for label in labels] == ["bosa-house-1", "my-bosa", "my-bosa"]
    with pytest.raises(SetupError, match="there are several editions “my-bosa”; say which"):
        lt.match("bosa", edition="my-bosa")
    assert lt.match("bosa", edition=labels[2]).inner.setup.edition.label == labels[2]
    assert lt.match("bosa", edition="bosa-house-1").inner.setup.edition is load("bosa").edition()
    with pytest.raises(
        SetupError, match="Bosa has no edition “yours”: it is no file, and at hand is only “bosa-ho"
    ):
        lt.match("bosa", edition="yours")


def test_a_changed_file_is_read_again(mine: Path, shelf: Path) -> None:
    path = put(shelf, "bosa", "mine.toml", mine.read_text())
    before = lt.match("bosa", edition="my-bosa").inner.setup.edition
    assert lt.match("bosa", edition="my-bosa").inner.setup.edition is before
    path.write_text(mine.read_text().replace("coins = 16", "coins = 17"), encoding="utf-8")
    assert lt.match("bosa", edition="my-bosa").inner.setup.edition.label != before.label
    path.unlink()
    assert len(load("bosa").library.files()) == 1


WRONG = {
    "bello_divorum": ("base_actions = 3", "base_actions = -3", "limits.base_actions", "found -3"),
    "bologna": ('tower = "6+"', 'tower = "six"', "roles.silk.goal.tower", "found “six”; expected “3+”"),
    "bomarzo": ("dormant_at = 2", "dormant_at = 0", "wine.dormant_at", "found 0"),
    "bosa": ('"s2-blue-4", colour = "blue"', '"s2-blue-4", colour = "blu"', "cards.season_2[24].colour",
             "found “blu”"),
    "manticore": ('"B8", "C8"', '"B8", "Z8"', "board.fireway", "Z8"),
}  # fmt: skip


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_wrong_file_is_refused_with_its_line_and_the_reason(game: str, tmp_path: Path, shelf: Path) -> None:
    old, new, entry, reason = WRONG[game]
    text = changed(game, (old, new))
    line = text[: text.index(new)].count("\n") + 1
    path = put(shelf, game, "mine.toml", text)
    answer = run("edition", game, str(path))
    assert answer.exit_code == 1
    assert answer.output.startswith(f"ludoteca: mine.toml: line {line}: {entry}"), answer.output
    assert reason in answer.output
    with pytest.raises(EditionError) as caught:
        load(game).library.files()
    assert caught.value.line == line


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_what_is_missing_unreadable_or_misspelt_has_a_line(game: str, tmp_path: Path) -> None:
    text = changed(game)
    number = text[: text.index("\nname = ")].count("\n") + 2
    path = tmp_path / "mine.toml"
    for broken, line, reason in (
        (text.replace("\nname = ", "\nnaem = ", 1), number - 1, "edition.name: missing; expected a text"),
        (text.replace("\nname = ", "\nname ", 1), number, "expected TOML"),
        (
            text.replace("\nname = ", "\nyear = 2016\nname = ", 1),
            number,
            "edition.year: ",
        ),
    ):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(EditionError) as caught:
            load(game).edition(path)
        assert caught.value.line == line, str(caught.value)
        assert reason in str(caught.value)


def test_every_entry_of_every_house_edition_has_its_line() -> None:
    import tomllib

    def entries(value: object, path: str = "") -> list[str]:
        if isinstance(value, dict):
            inside = [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
        elif isinstance(value, list):
            inside = [(f"{path}[{number}]", each) for number, each in enumerate(value, 1)]
        else:
            return []
        return [name for at, each in inside for name in (at, *entries(each, at))]

    for game in HOUSE_GAMES:
        text = load(game).library.house_file.read_text(encoding="utf-8")
        assert sorted(Lines(text).found) == sorted(entries(tomllib.loads(text)))


def test_lines_in_every_way_of_writing() -> None:
    found = Lines(
        'a.b = 1\n"q r" = [1, # x ]\n { c = "}", d = [\n 2]}]\n[[x]]\ny = """\n [no]\n"""\n[x.z]\nk = \'v\'\n'
        "[[x]]\ny=1\n[[x.w]]\nm=1 # end"
    )
    expected = {"a.b": 1, "q r": 2, "q r[2].c": 3, "q r[2].d[1]": 4, "x[1].y": 6, "x[1].z.k": 10,
                "x[2].y": 12, "x[2].w[1].m": 14, "x[2].w[1].missing": 13, "nowhere.at.all": 1}  # fmt: skip
    assert {path: found.line(path) for path in expected} == expected


def test_records_of_the_house_need_no_file() -> None:
    record = read_record(lt.match("bosa", seed=1).record())
    assert load("bosa").library.played_with(record.edition) is None
    with pytest.raises(LudotecaError, match="not at hand"):
        load("bosa").library.played_with("bosa-house-1 000000000000")


def test_a_game_without_components_has_nothing_to_exchange(shelf: Path) -> None:
    from tests.toys import owl as toy

    owl = toy.GAME
    assert list(owl.library.files()) == ["owl-house-1 1"]
    put(shelf, owl.name, "mine.toml", "")
    with pytest.raises(SetupError, match="Owl has nothing to exchange"):
        owl.library.files()
