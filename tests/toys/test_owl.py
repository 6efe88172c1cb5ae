"""The toy game and the page that explains it say the same."""

import contextlib
import io
import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.match import Match
from tests.toys.owl import GAME

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
SOURCE = GAME.folder / "__init__.py"
QUOTED = "# examples/"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_a_game_can_be_small() -> None:
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) < 120


def test_the_page_shows_the_whole_game() -> None:
    assert lines("\n".join(blocks("python"))) == lines(SOURCE.read_text(encoding="utf-8"))


def test_the_page_quotes_rules_and_words_as_they_are() -> None:
    (rules,) = blocks("markdown")
    assert rules in (GAME.folder / "rules.md").read_text(encoding="utf-8")
    words, _ = blocks("toml")
    assert words.strip() in (GAME.folder / "words" / "en.toml").read_text(encoding="utf-8")


def test_the_page_quotes_the_sixth_game_as_it_is() -> None:
    quotes = [block.partition("\n") for block in blocks("py") if block.startswith(QUOTED)]
    assert len(quotes) > 3
    for file, _, text in quotes:
        assert text in (ROOT / file.removeprefix("# ")).read_text(encoding="utf-8"), file


def test_the_examples_of_the_page_run_and_say_what_the_page_says() -> None:
    said = io.StringIO()
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(said):
        for block in blocks("py"):
            if block.startswith(QUOTED):
                continue
            exec(compile(block, str(PAGE), "exec"), names)
    (expected,) = blocks("text")
    assert said.getvalue() == expected


def test_a_game_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("owl", "tests.toys.owl:GAME", games.GROUP)
    monkeypatch.setattr(games, "entry_points", lambda group: [entry] if group == games.GROUP else [])
    assert games.names() == [*games.HOUSE_GAMES, "owl"]
    assert games.load("owl") is GAME


def test_a_match() -> None:
    cards = ["card 6", "card 2", "card 5", "card 1", "card 4", "card 6"]
    match = Match(GAME, GAME.setup(2), Scripted(cards))
    match.play(0, "fly 2")
    match.play(0, "fly 1")
    assert match.actor == 1, "a full row sleeps by itself"
    match.play(1, "fly 1")
    speaker = match.speaker()
    assert [speaker.event(event) for event in match.log(1)][:2] == ["Seat 0 draws a card", "Seat 1 draws a 2"]
    match.play(1, "sleep")
    assert match.result is not None
    assert match.result.text() == "score places 2 1 scores 0 8"
    assert speaker.result(match.result) == "Seat 1 wins"
