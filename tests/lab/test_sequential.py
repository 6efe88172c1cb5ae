"""The sequential test: verdicts on bots of known strength, the same whoever plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from ludoteca.lab.arena import RESULTS
from ludoteca.lab.plan import Plan
from ludoteca.lab.sequential import (
    CHART,
    LOWER,
    OPEN,
    UPPER,
    SequentialTest,
    evidence,
    expected_share,
    sequential_arena,
    verdict_of,
)


def toy_verdict(chance: float, low: float, high: float, seed: int, most: int = 3000) -> tuple[str, int]:
    """What the test says of a coin with this chance, in deals of two tosses; and after how many deals."""
    coin = Stream(seed, "coin")
    shares: list[float] = []
    while len(shares) < most:
        shares.append(sum(coin.below(1000) < 1000 * chance for _ in range(2)) / 2)
        if len(shares) % 4 == 0:
            said = verdict_of(evidence(shares, low, high, 2), len(shares))
            if said != OPEN:
                return said, len(shares)
    return OPEN, most


def test_shares_follow_from_elo() -> None:
    assert expected_share(0, 2) == 0.5 and expected_share(0, 4) == 0.25
    assert expected_share(400, 2) == pytest.approx(10 / 11)
    assert expected_share(70.4, 2) == pytest.approx(0.6, abs=1e-3)
    for seats in (2, 3, 7):
        share = expected_share(53.0, seats)
        assert share * (seats - 1) / (1 - share) == pytest.approx(10 ** (53.0 / 400))


def test_toys_of_known_strength_are_told_apart() -> None:
    low, high = expected_share(0, 2), expected_share(70, 2)
    fair = [toy_verdict(low, low, high, seed)[0] for seed in range(60)]
    strong = [toy_verdict(high, low, high, seed)[0] for seed in range(60)]
    assert fair.count(UPPER) <= 8 and fair.count(OPEN) == 0
    assert strong.count(LOWER) <= 8 and strong.count(OPEN) == 0


def test_what_is_clear_is_decided_sooner_and_more_surely() -> None:
    low, high = expected_share(0, 2), expected_share(70, 2)
    clear = [toy_verdict(0.85, low, high, seed) for seed in range(40)]
    close = [toy_verdict(high, low, high, seed) for seed in range(40)]
    assert {said for said, _ in clear} == {UPPER}
    assert sum(deals for _, deals in clear) < sum(deals for _, deals in close) / 3


def test_nothing_is_decided_by_a_handful_of_deals_or_by_none() -> None:
    assert evidence([], 0.5, 0.6, 2) == 0.0
    assert verdict_of(100.0, 3) == OPEN
    assert verdict_of(0.1, 1000) == OPEN
    assert evidence([1.0] * 20, 0.5, 0.6, 2) > 0 > evidence([0.0] * 20, 0.5, 0.6, 2)


def test_the_verdict_is_the_same_whoever_plays_and_is_kept_with_its_chart(tmp_path: Path) -> None:
    asked = ["arena", "bologna", "--seats", "greedy:1,random,random", "--sprt", "0,60", "--seed", "4"]
    alone = CliRunner().invoke(main, [*asked, "--out", str(tmp_path / "one")], catch_exceptions=False)
    pair = CliRunner().invoke(
        main, [*asked, "--out", str(tmp_path / "two"), "--workers", "2"], catch_exceptions=False
    )
    assert alone.exit_code == pair.exit_code == 0
    assert alone.stdout == pair.stdout
    assert "decided: greedy:1 is above +0 Elo (more than 33.3%)" in alone.stdout
    for name in (RESULTS, CHART):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    figures = json.loads((tmp_path / "one" / RESULTS).read_text())
    assert figures["sequential"]["verdict"] == UPPER and figures["sequential"]["candidate"] == "greedy:1"
    assert "evidence" in (tmp_path / "one" / CHART).read_text()
    again = CliRunner().invoke(main, [*asked, "--out", str(tmp_path / "one")], catch_exceptions=False)
    assert again.stdout == alone.stdout


def test_the_weaker_bot_is_found_out_and_a_short_test_stays_open() -> None:
    assert sequential_arena("bologna", "random,greedy:1", (0, 60), seed=2).verdict == LOWER
    short = sequential_arena("bologna", "random,greedy:1", (0, 60), seed=2, most=4)
    assert short.verdict == OPEN and "undecided between +0 and +60 Elo" in short.sentence()


@pytest.mark.parametrize(
    ("seats", "claims", "words"),
    [
        ("greedy:1,random", (50.0, 0.0), "the first of two strengths is the lower one"),
        ("greedy:1,random,greedy:1", (0.0, 50.0), "one bot with others of one kind"),
        ("random,random", (0.0, 50.0), "one bot with others of one kind"),
    ],
)
def test_tests_that_make_no_sense_are_refused(seats: str, claims: tuple[float, float], words: str) -> None:
    with pytest.raises(LudotecaError, match=words):
        SequentialTest(Plan("bologna", seats.split(","), mirrored=True), claims)


def test_the_command_refuses_strengths_it_cannot_read() -> None:
    found = CliRunner().invoke(main, ["arena", "bologna", "--seats", "greedy:1,random", "--sprt", "much"])
    assert found.exit_code == 2 and "should look like 0,50" in found.output
