"""Balance reports: the same matches as ever, counted right, on a page that needs nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import SingleProcess
from ludoteca.lab.balance import (
    DATA,
    PAGE,
    Balance,
    MatchObserver,
    balance,
    leader,
    play_batch,
    variants,
    weigh,
)
from ludoteca.lab.balance_notes import write_notes
from ludoteca.lab.balance_page import balance_page
from ludoteca.lab.charts import dot_plot, histogram, percent, scale
from ludoteca.lab.counters import PARTS, Counters
from ludoteca.lab.plan import Outcome, Plan
from ludoteca.lab.run_folder import FINISHED
from ludoteca.lab.shipped import KINDS, REPORTS, shortened
from ludoteca.lab.simulation import play_batch as simulate_batch


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["balance", *words], catch_exceptions=False)


@pytest.fixture(scope="module")
def bologna(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("balance") / "bologna"
    answer = run("bologna", "--players", "3", "--games", "40", "--seed", "2", "--out", str(folder))
    assert answer.exit_code == 0, answer.output
    assert str(folder / PAGE) in answer.stdout
    return folder


@pytest.fixture(scope="module")
def data(bologna: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((bologna / DATA).read_text(encoding="utf-8"))
    return found


def test_looking_over_the_shoulder_changes_no_match() -> None:
    plan = Plan("bologna", ["greedy:1"] * 3, seed=2)
    watched = Counters(play_batch([plan], 0, 4))
    plain = simulate_batch(plan, 0, 4)[1]
    for branch in ("wins", "reasons"):
        assert watched.under(branch) == plain.under(branch)
    assert watched.at("decisions") == plain.at("decisions")
    assert watched.under("facets", "role") == plain.under("facets", "role")


def test_counts_add_up(data: dict[str, Any]) -> None:
    (way,) = data["variants"]
    assert way["matches"] == 40
    assert sum(way["reasons"].values()) == 40
    assert sum(one["rate"] for one in way["win_rate_by_seat"]) == pytest.approx(1, abs=1e-3)
    assert way["average_win_rate"]["rate"] == pytest.approx(1 / 3, abs=1e-4)
    assert way["won_by_anybody"]["rate"] == 1.0 and not way["together"]
    assert way["lengths"]["number"] == way["lead"]["changes"]["number"] == 40
    verbs = [one for one in way["choices"] if one["option"] == one["verb"]]
    chosen = sum(one["chosen"] for one in verbs)
    assert chosen == round(way["decisions_a_match"] * 40)
    for verb in verbs:
        kinds = [one for one in way["choices"] if one["verb"] == verb["verb"] and one is not verb]
        if kinds:
            assert sum(kind["chosen"] for kind in kinds) == verb["chosen"]
            assert max(kind["offered"] for kind in kinds) <= verb["offered"]
        assert verb["offered"] > 0 and verb["chosen"] <= verb["offered"]
        assert verb["chosen_by_winners"] <= verb["chosen"]
    order = way["facets"]["turn order"]
    assert list(order) == ["1", "2", "3"] and all(one["seats"] == 40 for one in order.values())
    assert sum(one["seats"] for one in way["facets"]["role"].values()) == 120


def test_interruptions_and_workers_leave_no_trace(bologna: Path, tmp_path: Path) -> None:
    def stop(matches: int) -> None:
        raise KeyboardInterrupt

    ways = variants("bologna", "greedy:1", [3], seed=2)
    with pytest.raises(KeyboardInterrupt):
        Balance(ways, 40, tmp_path / "again").run(SingleProcess(), stop)
    words = ("bologna", "--players", "3", "--games", "40", "--seed", "2", "--out", str(tmp_path / "again"))
    answer = run(*words, "--workers", "2")
    assert "of 40 matches were finished before" in answer.stderr
    for name in (DATA, PAGE, FINISHED):
        assert (tmp_path / "again" / name).read_bytes() == (bologna / name).read_bytes(), name
    fewer = run("bologna", "--players", "3", "--games", "10", "--seed", "2", "--out", str(tmp_path / "again"))
    assert fewer.exit_code == 1 and "holds 40 matches" in fewer.stderr


class Reader(HTMLParser):
    """Checks that a page is whole: tags closed, ids unique, nothing fetched from elsewhere."""

    VOID = frozenset({"meta", "br", "img", "link", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            assert name not in ("src", "href", "onclick"), f"{tag} {name}"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert all(number == 1 for number in reader.ids.values())
    assert "url(http" not in page and "@import" not in page
    return reader


def test_the_page_is_whole_and_needs_nothing_else(bologna: Path, data: dict[str, Any]) -> None:
    page = (bologna / PAGE).read_text(encoding="utf-8")
    reader = read(page)
    assert reader.seen["script"] == reader.seen["link"] == 0
    assert reader.seen["svg"] >= 5
    words = " ".join(reader.words)
    assert "Balance of The Throne of Bologna" in words
    assert "ludoteca balance bologna --bot greedy:1 --games 40 --seed 2 --players 3 --out" in words
    assert "Soldier of Fortune" in words and "Changes of the lead" in words
    assert page == balance_page(data)


def test_notes_show_every_picture_they_write(data: dict[str, Any], tmp_path: Path) -> None:
    page = write_notes(data, tmp_path)
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert len(shown) >= 5
    assert {path.name for path in tmp_path.iterdir()} == {"bologna.md", *shown}
    for name in shown:
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<svg")
    assert "| Soldier of Fortune |" in text and data["command"] in text


DOCUMENTS = Path(__file__).parents[2] / "docs" / "balance"


@pytest.mark.parametrize("game", ["bello_divorum", "bologna", "bomarzo", "bosa", "manticore"])
def test_the_pages_about_balance_say_what_the_shipped_figures_say(game: str, tmp_path: Path) -> None:
    figures = json.loads((REPORTS / f"{game}.json").read_text(encoding="utf-8"))
    write_notes(figures, tmp_path)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    ours = [path for path in DOCUMENTS.iterdir() if re.fullmatch(rf"{game}(-.*)?\.(md|svg)", path.name)]
    assert {path.name: path.read_text(encoding="utf-8") for path in ours} == written


def test_shipped_reports_are_small_and_shortening_them_again_changes_nothing() -> None:
    assert sum(path.stat().st_size for path in REPORTS.iterdir()) <= 300_000
    for path in REPORTS.iterdir():
        figures = json.loads(path.read_text(encoding="utf-8"))
        assert shortened(figures) == figures
        read(balance_page(figures))


def test_a_shortened_report_says_what_it_leaves_out(data: dict[str, Any]) -> None:
    whole = " ".join(read(balance_page(data)).words)
    short = " ".join(read(balance_page(shortened(data))).words)
    kinds = [
        one for one in data["variants"][0]["choices"] if one["verb"] == "choose" and one["option"] != "choose"
    ]
    assert len(kinds) > KINDS
    assert f"choose: {len(kinds)} kinds" in whole and "shortened" not in whole
    assert f"choose: the {KINDS} most chosen of {len(kinds)} kinds" in short
    assert "This report is shortened" in short


def test_strange_names_cannot_break_the_page(data: dict[str, Any]) -> None:
    copy = json.loads(json.dumps(data))
    copy["title"] = "</title><script>alert(1)</script>"
    copy["variants"][0]["facets"]["role"]["<b>&"] = copy["variants"][0]["facets"]["role"].pop("High Dean")
    copy["variants"][0]["choices"][0]["label"] = "<i>"
    reader = read(balance_page(copy))
    assert reader.seen["script"] == reader.seen["b"] == reader.seen["i"] == 0


def test_presets_and_numbers_of_players_side_by_side(tmp_path: Path) -> None:
    answer = run("manticore", "--bot", "random", "--preset", "printed,rivals", "--players", "2,3",
                 "--games", "3", "--out", str(tmp_path))  # fmt: skip
    assert answer.exit_code == 0, answer.output
    found = json.loads((tmp_path / DATA).read_text(encoding="utf-8"))
    names = [way["name"] for way in found["variants"]]
    assert names == [f"{preset}, {seats} players" for preset in ("printed", "rivals") for seats in (2, 3)]
    assert [way["together"] for way in found["variants"]] == [True, True, False, False]
    assert found["variants"][2]["options"] == {"mode": "semicoop"}
    for way in found["variants"]:
        parties = way["facets"]["party"]
        assert sum(one["matches"] for one in parties.values()) == 3
        assert all(party.count("+") == way["players"] - 1 for party in parties)
    words = " ".join(read((tmp_path / PAGE).read_text(encoding="utf-8")).words)
    assert "Variants side by side" in words and "Won by party in every variant" in words


@pytest.mark.parametrize(
    ("game", "options", "categories"),
    [
        ("bosa", {}, {"start card", "goal held", "card built"}),
        ("bomarzo", {"worship_promo": True}, {"card played"}),
        ("bello_divorum", {}, {"corner", "pantheon"}),
        ("manticore", {}, {"class", "party"}),
        ("bologna", {}, {"role"}),
    ],
)
def test_every_game_says_what_its_seats_can_be_sorted_by(
    game: str, options: dict[str, Any], categories: set[str]
) -> None:
    seats = load(game).least + 1
    found = balance(game, "random", 6, players=[seats], options=options)
    (way,) = found["variants"]
    assert set(way["facets"]) >= categories
    read(balance_page(found))


def test_breakdowns_of_bosa_and_bomarzo_name_every_card() -> None:
    found = balance("bosa", "random", 2, players=[2])["variants"][0]["facets"]
    assert sum(one["seats"] for one in found["card built"].values()) == 2 * 2 * 15
    assert not set(found["card built"]) & set(found["start card"])


def made_up(observer: MatchObserver, leaders: list[int], places: tuple[int, ...]) -> Counters:
    counters = Counters()
    observer._begin(len(places))
    observer.leaders = leaders
    payoffs = tuple(float(place == 1) for place in places)
    observer.enter(counters, Outcome(0, places, payoffs, (), tuple(range(len(places))), 10, 0, "goal"))
    return counters


def test_the_lead_by_hand() -> None:
    observer = MatchObserver(load("bologna"))
    counters = made_up(observer, [0, 0, -1, 1, 1, 0, 2, 2, 2, 2], (3, 2, 1))
    assert counters.under("lead", "changes") == {"3": 1}
    assert counters.under("lead", "decided") == {"6": 1}
    assert counters.under("lead", "half_time") == {"matches": 1, "kept": 0}
    counters = made_up(observer, [0, 2, -1, 2, -1], (3, 2, 1))
    assert counters.under("lead", "changes") == {"1": 1}
    assert counters.under("lead", "decided") == {"2": 1}
    counters = made_up(observer, [1, 1, 1, 1], (2, 1))
    assert counters.under("lead", "changes") == {"0": 1}
    assert counters.under("lead", "decided") == {"0": 1}
    assert counters.under("lead", "half_time") == {"matches": 1, "kept": 1}
    assert leader([0.2, 0.5, 0.3]) == 1
    assert leader([0.5, 0.2, 0.5]) == -1


def test_options_by_hand() -> None:
    """Seat 0 keeps twice and wins; seat 1 could keep once and rolls instead."""
    game = load("bologna")
    keep, roll = game.catalogue.parse("keep"), game.catalogue.parse("roll5")
    observer = MatchObserver(game)
    observer._begin(2)
    observer.rivals = False
    state = game.start(game.setup(2))
    for seat, options, choice in ((0, [keep, roll], keep), (0, [keep, roll], keep), (0, [roll], roll),
                                  (1, [keep, roll], roll)):  # fmt: skip
        observer.note(state, seat, options, choice)
    counters = Counters()
    outcome = Outcome(0, (1, 2), (1.0, 0.0), (), (0, 1), 4, 0, "goal")
    counters.enter(outcome, [])
    observer.enter(counters, outcome)
    (way,) = weigh(variants("bologna", "random", [2]), [counters], "")["variants"]
    kept, rolled = way["choices"]
    assert (kept["option"], kept["offered"], kept["chosen"], kept["chosen_by_winners"]) == ("keep", 3, 2, 2)
    assert kept["win_rate_of_those_who_did"]["rate"] == 1.0
    assert kept["win_rate_of_those_who_never_did"]["rate"] == 0.0
    assert (rolled["option"], rolled["offered"], rolled["chosen"]) == ("roll5", 4, 2)
    assert rolled["chosen_by_winners"] == 1
    assert rolled["win_rate_of_those_who_did"]["rate"] == 0.5
    assert rolled["win_rate_of_those_who_never_did"] is None


def test_shares_of_victory_are_whole_numbers() -> None:
    counters = Counters()
    for number in range(3):
        counters.enter(
            Outcome(number, (1, 1, 1), (1 / 3,) * 3, (), (0, 1, 2), 1, 0, "shared"), [(0, "role", "dean")]
        )
    assert [counters.at("wins", str(seat)) for seat in range(3)] == [PARTS] * 3
    assert counters.rates_by_category()["role"]["dean"]["win_rate"]["rate"] == 0.3333


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudotecaError, match="has no preset “odd”; it has printed, house, first, and all"):
        variants("bologna", "random", presets=["odd"])
    answer = run("bologna", "--players", "two", "--out", str(tmp_path))
    assert answer.exit_code == 2 and "should look like 3 or 2,3,4" in answer.output
    with pytest.raises(LudotecaError, match="at least one match"):
        balance("bologna", games=0)


def test_charts_say_in_words_what_they_show() -> None:
    from ludoteca.lab.charts import Row

    rows = [Row("Dean", 0.2, 0.15, 0.26, "of 100"), Row("Prince", 0.5, 0.4, 0.6)]
    told = dot_plot("Won by role", rows, 1 / 3).text()
    assert "Dean: 20.0 % (15.0 % to 26.0 %), of 100" in told
    bars = histogram("Scores", Counter({5: 3, 6: 1}), "scores").text()
    assert "5: 75.0 %" in bars and "mean 5.2, standard deviation 0.4, 4 scores" in bars
    assert percent(0.00004) == "<0.1 %"


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.31, 0.34), (0.5, 0.5), (0, 0), (1, 1), (0.02, 0.97)])
def test_axes_hold_what_they_show(low: float, high: float) -> None:
    start, end, ticks = scale(low, high)
    assert start <= low + 1e-9 and end >= high - 1e-9 and start < end
    assert 2 <= len(ticks) <= 7 and ticks[0] == start
