"""Editions side by side: the same deals, what a change does, and one number over a range."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.lab.backends import make_backend
from ludoteca.lab.comparison import Comparison
from ludoteca.lab.intervals import clustered_mean
from ludoteca.lab.mirrored import MirroredRate


def richer(folder: Path) -> Path:
    text = load("bosa").library.house_file.read_text(encoding="utf-8")
    file = folder / "richer.toml"
    changed = text.replace("start_coins = 3", "start_coins = 9").replace("bosa-house-1", "richer")
    file.write_text(changed, encoding="utf-8")
    return file


def test_the_same_edition_twice_makes_no_difference_at_all() -> None:
    found = Comparison("bosa", [None, None], "random")
    found.run(6, make_backend("local", 1, None))
    assert found.seat_change(1, 0) == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert not any(one.apart for one in found.facets())


def test_mirrored_luck_falls_out_of_the_difference_of_two_rates() -> None:
    """Every deal decides alike with both editions, but for one in ten that the change turns."""
    mirrored, apart = MirroredRate(), MirroredRate()
    for deal in range(100):
        mirrored.add(deal % 2, 1, deal % 2 or deal % 10 == 0, 1)
        apart.add(deal % 2, 1, (deal + 1) % 2 or deal % 10 == 5, 1)
    assert mirrored.rates() == pytest.approx((0.5, 0.6))
    found = mirrored.change(100)
    assert found == pytest.approx(clustered_mean([1.0] * 10 + [0.0] * 90))
    assert apart.change(100)["low"] < 0 < found["low"]


def test_a_rate_counts_how_many_seats_had_the_card() -> None:
    rate = MirroredRate()
    for deal in range(40):
        rate.add(1, 2, 1, 1 + deal % 2)
    assert rate.seats() == (80, 60)
    assert rate.change(40)["mean"] == pytest.approx(1 / 6, abs=1e-4)
    assert rate.change(40)["low"] > 0


def test_two_editions_are_told_side_by_side(tmp_path: Path) -> None:
    named = f"house,{richer(tmp_path)}"
    done = CliRunner().invoke(
        main, ["balance", "bosa", "--edition", named, "--bot", "random", "--games", "20"]
    )
    assert done.exit_code == 0, done.output
    assert "→ richer" in done.output
    assert "20 deals played with each" in done.output
    assert "seat 2 wins" in done.output


def test_one_number_over_a_range_and_what_does_not_fit() -> None:
    asked = ["sweep", "bosa", "edition.start_coins", "2-4", "--bot", "random", "--games", "10"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert "Most even:" in done.output or "No value in 2 to 4" in done.output
    wide = CliRunner().invoke(main, [*asked[:3], "13-15", *asked[4:]])
    assert wide.exit_code == 0, wide.output
    assert "Left out: 15 (edition.coin_tokens: found 70; expected a number from 75 to 1000)" in wide.output
    refused = CliRunner().invoke(main, ["sweep", "bosa", "edition.start_coins", "3,100"])
    assert "found 100; expected a number from 0 to 99" in refused.output
    unknown = CliRunner().invoke(main, ["sweep", "bosa", "edition.coins", "1-2"])
    assert "has no entry “edition.coins”" in unknown.output


def test_a_report_still_needs_a_folder() -> None:
    done = CliRunner().invoke(main, ["balance", "bosa"])
    assert done.exit_code == 2
    assert "--out" in done.output
