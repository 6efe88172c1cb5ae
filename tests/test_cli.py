"""The `ludoteca` command, as a person types it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludoteca import __version__
from ludoteca.bots.bot import Random
from ludoteca.bots.playing import play_match
from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.kernel.croupier import Committed, Seeded
from ludoteca.kernel.match import Match


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed, catch_exceptions=False)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match of Bologna with committed luck."""
    game = load("bologna")
    match = Match(
        game, game.setup(3, {"round_cap": 4}), Committed("a secret", ["x", "", "z"]), ["Ada", "Bea", "Ciro"]
    )
    play_match(match, [Random(), Random(), Random()], seed=2)
    path = tmp_path_factory.mktemp("records") / "match.record"
    path.write_text(match.record().text(), encoding="utf-8")
    return path


def test_the_version_is_told_without_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", None)
    assert run("--version").output == f"ludoteca, version {__version__}\n"


def test_games_lists_what_can_be_played() -> None:
    answer = run("games")
    assert answer.exit_code == 0
    assert "The Throne of Bologna: 2-7 players" in answer.output


def test_games_as_json_tells_options_and_sizes() -> None:
    about = {game["name"]: game for game in json.loads(run("games", "--json").output)}
    bologna = about["bologna"]
    assert bologna["seats"] == [2, 7]
    assert bologna["decisions"] == 134
    assert {option["key"] for option in bologna["options"]} >= {"deadly_sins", "round_cap"}
    assert all(option["label"] != option["key"] for option in bologna["options"])


def test_games_tells_where_the_options_of_a_game_come_from() -> None:
    told = run("games", "bosa").output
    assert "As printed: as in the rulebook" in told
    for option in load("bosa").options:
        origin = load("bosa").rule_origins()[option.rule]
        assert f"  {option.key} = {str(option.default).lower()}  ({origin} {option.rule}" in told
    assert run("games", "chess").exit_code != 0


def test_rules_prints_one_rule_a_chapter_or_all() -> None:
    assert run("rules", "bologna", "bol-2.4").output.startswith("BOL-2.4  ")
    chapter = run("rules", "bologna", "BOL-2").output.splitlines()
    assert [line.split()[0] for line in chapter] == [f"BOL-2.{number}" for number in range(1, 10)]
    assert run("rules", "bologna").output.startswith("# ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules", "bologna", "BOL-99"], "has no rule “BOL-99”"),
        (["rules", "chess"], "there is no game “chess” here; there are bello_divorum"),
        (["simulate", "bologna", "--players", "9"], "is for 2 to 7 players, not 9"),
        (
            ["simulate", "bologna", "-o", "pairs=odd"],
            "option pairs: “odd” is not possible; expected free or forced",
        ),
        (
            ["simulate", "bologna", "--players", "3", "-o", "duel_guess=alternative"],
            "can only be chosen for two players",
        ),
        (["simulate", "bologna", "--bot", "clever"], "there is no bot “clever”"),
        (["simulate", "bologna", "--players", "3", "--bot", "random,random"], "2 bots for 3 seats"),
        (["play", "bologna", "--people", "9"], "is for 2 to 7 players, not 9"),
        (["play", "bologna", "--seats", "2", "--people", "3"], "3 people do not fit at a table of 2"),
        (["play", "bologna", "--preset", "odd"], "has no preset “odd”; it has printed, house, first"),
        (["play", "bologna", "--language", "tlh"], "does not speak “tlh”; it speaks"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_one(words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert answer.exit_code == 1
    assert sentence in answer.output
    assert answer.output.startswith("ludoteca: ") or words[0] == "play"


def test_a_malformed_option_is_a_usage_error() -> None:
    answer = run("simulate", "bologna", "-o", "pairs")
    assert answer.exit_code == 2
    assert "should look like round_cap=20" in answer.output


def test_simulate_counts_and_is_reproducible() -> None:
    words = ["simulate", "bologna", "--players", "3", "--games", "20", "--seed", "7", "--json"]
    first, second = json.loads(run(*words).output), json.loads(run(*words).output)
    for figures in (first, second):
        assert figures["decisions_per_second"] > 0
        for timing in ("seconds", "decisions_per_second"):
            del figures[timing]
    assert first == second
    assert first["matches"] == 20
    assert sum(first["reasons"].values()) == 20
    assert sum(found["rate"] for found in first["win_rate_by_seat"]) == pytest.approx(1, abs=1e-3)
    roles = {"Prince of Tortellini", "High Dean", "Lord of the Silk", "Soldier of Fortune", "Stern Cardinal"}
    assert set(first["facets"]["role"]) == {*roles, "Master Innkeeper"}
    assert run(*words[:-1]).output.startswith("20 matches of bologna with 3 players (random)")


def test_one_of_a_thing_is_not_called_like_several() -> None:
    alone = run("simulate", "manticore", "--players", "1", "--games", "1")
    assert alone.output.startswith("1 match of manticore with 1 player (random)")
    duel = run("arena", "bologna", "--seats", "greedy:1,random", "--games", "1")
    assert "2 matches of bologna with 2 players (greedy:1, random):\n1 deal, each played twice" in duel.output


def test_the_help_names_every_limit_that_can_be_changed() -> None:
    from ludoteca.house.settings import ADJUSTABLE

    told = run("host", "limit", "--help").output
    assert [name for name in ADJUSTABLE if name not in told] == []


def test_simulate_with_a_bot_for_each_seat() -> None:
    figures = json.loads(
        run(
            "simulate", "bologna", "--players", "2", "--bot", "greedy:2,random", "--games", "8", "--json"
        ).output
    )
    assert figures["bots"] == ["greedy:2", "random"]
    greedy, other = figures["win_rate_by_seat"]
    assert greedy["low"] <= greedy["rate"] <= greedy["high"]
    assert greedy["rate"] > other["rate"]


def test_simulate_in_two_processes_counts_the_same(tmp_path: Path) -> None:
    words = ["simulate", "bologna", "--players", "4", "--games", "120", "--seed", "3", "--json", "--workers"]
    alone, together = json.loads(run(*words, "1").output), json.loads(run(*words, "2").output)
    for figures in (alone, together):
        del figures["seconds"], figures["decisions_per_second"]
    assert alone == together
    chart = tmp_path / "scores.svg"
    assert run("simulate", "bologna", "--games", "2", "--chart", str(chart)).exit_code == 0
    assert "no scores" in chart.read_text(encoding="utf-8")


def test_replay_tells_the_story_and_draws(record: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "table.svg", tmp_path / "table.png"
    answer = run("replay", str(record), "--at", "12", "--svg", str(svg), "--png", str(png))
    assert answer.exit_code == 0
    assert "Ada draws a role" in answer.output
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_drawn_is_told_in_a_sentence(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    answer = run("replay", str(record), "--at", "3", "--png", str(tmp_path / "table.png"))
    assert answer.exit_code == 1
    assert answer.stderr == "ludoteca: PNG pictures need resvg: pip install ludoteca[png]\n"


def test_replay_as_a_seat_shows_only_what_it_knew(record: Path) -> None:
    lines = run("replay", str(record), "--at", "3", "--seat", "1").output.splitlines()
    assert sum("draws a role: " in line for line in lines) == 1
    assert any(line.startswith("Bea draws a role: ") for line in lines)
    assert run("replay", str(record), "--seat", "3").exit_code == 1


def test_verify_proves_a_whole_record_and_refuses_a_changed_one(record: Path, tmp_path: Path) -> None:
    answer = run("verify", str(record))
    assert answer.exit_code == 0
    assert "every outcome follows from the commitment" in answer.output.lower()
    text = record.read_text(encoding="utf-8")
    changed = tmp_path / "changed.record"
    old = next(line for line in text.splitlines() if line.startswith("* rolled"))
    new = "* rolled RRRRR" if old != "* rolled RRRRR" else "* rolled PPPPP"
    changed.write_text(text.replace(old, new, 1), encoding="utf-8")
    answer = run("verify", str(changed))
    assert answer.exit_code == 1
    assert f"the croupier owed “{old[2:]}”" in answer.output


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    odd = tmp_path / "odd.record"
    odd.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in run("verify", str(odd)).output
    odd.write_text("hello\n", encoding="utf-8")
    assert "line 1: expected “ludoteca record 1”" in run("verify", str(odd)).output
    assert run("verify", str(tmp_path / "none.record")).exit_code == 2


def test_a_person_plays_to_the_end_in_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "mine.record"
    words = [
        "play",
        "bologna",
        "--seats",
        "2",
        "--bot",
        "random",
        "--seed",
        "5",
        "--name",
        "Ada",
        "-o",
        "round_cap=2",
    ]
    answer = run(*words, "--save", str(saved), typed="1\n" * 60)
    assert answer.exit_code == 0
    assert "Ada" in answer.output
    assert "The record is in" in answer.output
    assert run("verify", str(saved)).exit_code == 0


def test_the_terminal_explains_refuses_undoes_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "part.record"
    typed = "\n".join(["?", "why", "rule BOL-2.4", "rule BOL-99", "log", "board", "nonsense", "99", "undo",
                       f"save {saved}", f"save {tmp_path}", "quit"])  # fmt: skip
    words = ["play", "bologna", "--seats", "3", "--seed", "5", "-o", "first_player=seat0"]
    answer = run(*words, typed=typed + "\n")
    assert answer.exit_code == 0
    for words_said in (
        "take the choice with this number",
        "BOL-2.4  ",
        "There is no rule “BOL-99”.",
        "“nonsense” is no action of The Throne of Bologna",
        "has nothing to take back",
        "cannot write",
        "The match stops here.",
    ):
        assert words_said in answer.output
    assert saved.exists()


def test_two_people_at_one_keyboard_do_not_see_each_others_roles() -> None:
    words = ["play", "bologna", "--seats", "2", "--people", "2", "--seed", "3", "--name", "Ada"]
    words += ["--name", "Bea", "-o", "round_cap=1", "-o", "deus_ex_machina=false"]
    answer = run(*words, typed="\n1\n" * 80)
    assert answer.exit_code == 0
    assert "Ada, it is your turn. Press Enter" in answer.output
    assert "Bea, it is your turn. Press Enter" in answer.output


def test_examine_reports_that_a_game_obeys_the_laws() -> None:
    answer = run("examine", "bologna", "--matches", "3", "--seed", "2")
    assert answer.exit_code == 0, answer.output


def test_a_seeded_record_is_verified_too(tmp_path: Path) -> None:
    game = load("bologna")
    match = Match(game, game.setup(2, {"round_cap": 1}), Seeded(9))
    play_match(match, [Random(), Random()], seed=1)
    path = tmp_path / "seeded.record"
    path.write_text(match.record().text(), encoding="utf-8")
    assert "Every outcome follows from the seed 9." in run("verify", str(path)).output
