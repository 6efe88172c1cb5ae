"""Analysis of finished matches: paired comparisons, honest errors, the same result however it is computed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from markupsafe import Markup

from ludoteca.analysis import Analysis, Effort, analyse
from ludoteca.analysis.calibration import MOMENTS, SAID, corrected, looked_up
from ludoteca.analysis.chart import chances_chart
from ludoteca.analysis.futures import Futures, Outcome
from ludoteca.analysis.judge import BEYOND, Alternative, Judge, Judgement, mean_and_error, mean_of
from ludoteca.analysis.moments import moments, turns_of
from ludoteca.analysis.page import analysis_page, charts, costly_turns, turning_points
from ludoteca.analysis.report import CostlyTurn, accuracy_of, compile_analysis, grade_of
from ludoteca.analysis.teller import Teller, deed, percent
from ludoteca.bots.bot import Perspective, Random
from ludoteca.bots.lookahead import Lookahead
from ludoteca.bots.playing import play_match
from ludoteca.cli import main
from ludoteca.draw import SEATS
from ludoteca.examiner.canonical import canonical
from ludoteca.games import load
from ludoteca.house.web.pages.lesson import lesson_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State
from ludoteca.kernel.view import SPECTATOR
from tests.manticore.table import T1, WARRIOR, hero, invasion, turn_of

LITTLE = Effort(options=6, trials=2, candidates=2, worlds=6, turns=0, glances=2)
RECORDS = Path(__file__).parent.parent / "bologna" / "records"


@cache
def bologna() -> Match:
    game = load("bologna")
    match = Match(game, game.setup(3, {"round_cap": 3}), Seeded(4), ["Ada", "Bea", "Ciro"])
    play_match(match, [Random(), Random(), Random()], seed=6)
    return match


@cache
def analysis() -> Analysis:
    return analyse(bologna(), LITTLE)


def test_every_decision_that_counts_is_judged() -> None:
    match = bologna()
    decided = [entry for entry in match.entries if entry.seat >= 0]
    judged = analysis().judgements
    assert [judgement.action for judgement in judged] == [entry.action.text for entry in decided]
    for judgement in judged:
        part = match.story[judgement.line]
        assert isinstance(part, Entry) and part.seat == judgement.seat
        for chances in (judgement.known, judgement.truth, judgement.decided):
            assert len(chances) == 3 and all(0.0 <= chance <= 1.0 for chance in chances)
        assert judgement.action not in [rival.action for rival in judgement.alternatives]
        assert not judgement.alternatives or judgement.options > 1
        assert judgement.turn >= 0


def test_actions_taken_back_are_not_judged() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(1))
    while not match.undoable(match.actor):
        seat = match.actor
        match.play(seat, match.options[0])
    match.undo(match.actor)
    play_match(match, [Random(), Random()], seed=3)
    story = moments(match)
    assert len(story) == sum(entry.seat >= 0 for entry in match.entries)
    assert [moment.action.text for moment in story] == [e.action.text for e in match.entries if e.seat >= 0]


def test_the_same_seed_gives_the_same_analysis_with_any_number_of_workers() -> None:
    assert analyse(bologna(), LITTLE, workers=2).data() == analysis().data()
    assert analyse(bologna(), LITTLE, seed=2).data() != analysis().data()


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    analyse(bologna(), LITTLE, progress=lambda done, total: told.append((done, total)))
    total = len(analysis().judgements)
    assert told[0] == (0, total) and told[-1] == (total, total)
    assert told == sorted(set(told)) and len(told) == 1 + len(turns_of(moments(bologna())))


def test_judging_leaves_the_match_as_it_was() -> None:
    match = bologna()
    story = moments(match)
    before = [canonical(moment.before) for moment in story[:3]]
    judge = Judge(match.game, LITTLE, 1)
    judge.judge_turn(story[:3])
    assert [canonical(moment.before) for moment in story[:3]] == before


def test_what_is_known_does_not_depend_on_what_is_hidden() -> None:
    """A seat's own chance, and the comparison of its options, come from its knowledge alone."""
    match = bologna()
    judge = Judge(match.game, LITTLE, 1)
    for moment in [moment for moment in moments(match) if len(moment.before.choices) > 1][:4]:
        swapped = match.game.imagine(moment.before, moment.seat, Stream(9, "other truth"))
        [one], [other] = judge.judge_turn([moment]), judge.judge_turn([replace(moment, before=swapped)])
        assert one.alternatives == other.alternatives


def test_futures_with_the_same_luck_differ_only_by_the_action() -> None:
    match = bologna()
    moment = next(moment for moment in moments(match) if moment.action.text == "keep")
    lookahead = Lookahead(match.game, 3)
    first = lookahead.after(moment.before, moment.action, 5)
    assert lookahead.after(moment.before, moment.action, 5) == first
    lucks = {tuple(lookahead.after(moment.before, moment.action, luck)) for luck in range(20)}
    assert len(lucks) > 1


def test_futures_follow_the_reply_of_the_game() -> None:
    """Two decisions ahead, a hero beside the boots has taken them by habit; without them it looks worse."""
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H12")
    turn_of(state, 0)
    game = load("manticore")
    assert Lookahead(game, 2).ahead(state, 1)[0] > Lookahead(game, 0).ahead(state, 1)[0]


def test_a_lost_victory_is_a_blunder() -> None:
    """In this match of Bosa the first seat gave its victory away when it skipped its last house."""
    record = read_record((RECORDS.parent.parent / "bosa/records/first-game-3.record").read_text())
    match = replay(load("bosa"), record)
    last = [moment for moment in moments(match) if moment.seat == 0 and moment.action.text == "skip"][-1]
    [judgement] = Judge(match.game, LITTLE, 1).judge_turn([last])
    assert judgement.best is not None and judgement.best.action == "do"
    assert judgement.loss == pytest.approx(1.0)
    assert grade_of(judgement) == "blunder"


def test_what_could_still_be_had_is_not_charged() -> None:
    """The decision before the house was skipped did not give the victory away: it could still be built."""
    record = read_record((RECORDS.parent.parent / "bosa/records/first-game-3.record").read_text())
    match = replay(load("bosa"), record)
    before, skip = [turn for turn in turns_of(moments(match)) if turn[0].seat == 0][-1][-2:]
    judge = Judge(match.game, LITTLE, 1)
    given_up = judge.compare(skip, Stream(1, "skip"))
    assert given_up.best[0].text == "do" and given_up.regret > 0.0
    kept = judge.compare(before, Stream(1, "before"), given_up.best)
    assert kept.best[0] is before.action and kept.regret == 0.0


@pytest.mark.parametrize(
    ("gain", "error", "grade"),
    [
        (0.3, 0.01, "blunder"),
        (0.12, 0.01, "mistake"),
        (0.06, 0.01, "inaccuracy"),
        (0.04, 0.001, ""),
        (0.3, 0.2, ""),
        (-0.2, 0.01, ""),
    ],
)
def test_only_what_is_beyond_the_error_is_judged(gain: float, error: float, grade: str) -> None:
    rival = Alternative("do", gain, error)
    judgement = Judgement(0, 0, "skip", (0.5,), (0.5,), (0.5,), 2, (rival,))
    assert grade_of(judgement) == grade
    assert (judgement.best is rival) == (gain > BEYOND * error)
    assert judgement.loss == (gain if gain > BEYOND * error else 0.0)


@pytest.mark.parametrize(
    ("gain", "points", "sureness"),
    [(0.03, 0.0, 3.0), (0.01, 4.0, 2.0), (-0.005, 4.0, 2.0), (-0.03, 4.0, -3.0), (0.0, 0.0, 0.0)],
)
def test_how_sure_it_is_that_an_alternative_is_better(gain: float, points: float, sureness: float) -> None:
    assert Alternative("a", gain, 0.01, points, 2.0).sureness == pytest.approx(sureness)
    assert Alternative("a", 0.02, 0.0).sureness > BEYOND


def test_means_and_errors() -> None:
    assert mean_of([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]) == pytest.approx((0.5, 0.5))
    assert mean_of([[1.0], [0.0]], [3.0, 1.0]) == pytest.approx((0.75,))
    assert mean_of([[1.0], [0.0]], [0.0, 0.0]) == pytest.approx((0.5,))
    assert mean_and_error([1.0, 2.0, 3.0], [1.0, 1.0, 1.0]) == pytest.approx((2.0, (1 / 3) ** 0.5))
    assert mean_and_error([1.0, 3.0], [0.0, 0.0]) == pytest.approx((2.0, 1.0))


def test_chances_are_corrected_towards_what_comes_true() -> None:
    assert corrected([0.8, 0.2], [1.0, 0.5], 0.0) == pytest.approx([0.8, 0.2])
    assert corrected([0.8, 0.2], [1.0, 0.5], 1.0) == pytest.approx([2 / 3, 1 / 3])
    assert corrected([1.0, 0.0, 0.0], [0.5, 0.5], 0.5) == [1.0, 0.0, 0.0]


def test_chances_of_a_team_are_looked_up_between_the_cells_of_a_table() -> None:
    odds = [[0.0] * len(SAID) for _ in MOMENTS]
    odds[1][2], odds[1][3] = log(3.0), log(9.0)
    assert looked_up(0.8, odds, 0.25) == pytest.approx(0.75)
    assert looked_up(0.85, odds, 0.25) == pytest.approx(27**0.5 / (1 + 27**0.5))
    assert looked_up(0.9, odds, 0.125) == pytest.approx(0.75)
    assert looked_up(1.0, odds, 1.0) == looked_up(0.0, odds, 0.0) == 0.5


def test_turns_of_a_hero_alone_end_with_the_round() -> None:
    """Even if all points are spent, so that nobody has to say that a turn ends."""
    game = load("manticore")
    match = Match(game, game.setup(1), Seeded(3))
    play_match(match, [Random()], seed=3)
    rounds: list[set[int]] = []
    for turn in turns_of(moments(match)):
        states: list[Any] = [moment.before for moment in turn]
        rounds.append({state.round for state in states})
    assert all(len(found) == 1 for found in rounds)
    assert len(set.union(*rounds)) > 2


def test_skill_and_luck_are_told_apart() -> None:
    """Two decisions: the first loses by choice, then luck gives it back."""
    judgements = [
        Judgement(0, 0, "a", (0.5, 0.5), (0.5, 0.5), (0.3, 0.7), 2, (Alternative("b", 0.2, 0.01),), 0.3, 0.4),
        Judgement(2, 1, "c", (0.6, 0.4), (0.6, 0.4), (0.6, 0.4), 1, ()),
    ]
    found = compile_analysis(judgements, [1.0, 0.0])
    first, second = found.reports
    assert first.skill == pytest.approx(-0.2)
    assert first.luck == pytest.approx(0.3 + 0.4)
    assert second.luck == pytest.approx(-0.7)
    assert (first.decisions, second.decisions) == (1, 0)
    assert second.accuracy == 100.0 > first.accuracy > 0.0
    assert [(point.line, point.by_luck) for point in found.turning_points] == [(0, True), (2, True)]
    assert found.errors() == [judgements[0]]
    assert (first.turns, first.lost_a_turn, first.accuracy) == pytest.approx((1, 0.3, 100 * 0.25 ** (2 / 3)))


def test_accuracy_is_what_was_kept_of_what_was_at_stake() -> None:
    assert accuracy_of(0.0, 2.0) == 100.0
    assert accuracy_of(1.75, 2.0) == pytest.approx(25.0)
    assert accuracy_of(3.0, 2.0) == 0.0
    assert accuracy_of(-0.1, 2.0) == 100.0
    assert accuracy_of(0.0, 0.0) == 100.0


def test_points_count_when_a_match_is_decided() -> None:
    """Eight points thrown away in a lost match cost no chance, but what they would cost in an even one."""
    rival = Alternative("do", 0.0, 0.0, 8.0, 1.0, 0.12)
    judgement = Judgement(0, 0, "skip", (0.0,), (0.0,), (0.0,), 2, (rival,))
    assert (judgement.loss, judgement.points_lost, judgement.severity) == (0.0, 8.0, 0.12)
    assert grade_of(judgement) == "mistake"
    doubtful = Judgement(0, 0, "skip", (0.0,), (0.0,), (0.0,), 2, (replace(rival, points_error=5.0),))
    assert doubtful.best is None and grade_of(doubtful) == ""


def test_an_alternative_that_wins_points_and_loses_the_match_is_not_better() -> None:
    assert not Alternative("do", -0.3, 0.01, 8.0, 1.0, 0.12).better


def test_a_turn_is_what_a_seat_decides_in_a_row() -> None:
    story = moments(bologna())
    for one, other in pairwise(story):
        assert (one.turn == other.turn) <= (one.seat == other.seat)
        if one.turn == other.turn:
            assert one.rest[:1] == (other.action,)
        else:
            assert one.rest == () and other.turn == one.turn + 1


def test_taking_all_is_the_same_as_taking_one_by_one() -> None:
    """“Take all” against taking the same places one by one: neither is an error, and neither is a rival."""
    game = load("bello_divorum")
    match = Match(game, game.setup(4), Seeded(16))
    play_match(match, [Random() for _ in range(4)], seed=16)
    found = [moment for moment in moments(match) if moment.action.text == "control-all"]
    moment = next(moment for moment in found if len(moment.before.choices) > 3)
    compared = Judge(game, LITTLE, 1).compare(moment, Stream(1, "a test"))
    assert [rival.action for rival in compared.alternatives] == ["control-done"]


class Told(Futures):
    """Futures in which a line is worth what the test says, at every horizon."""

    def __init__(self, game: Game[Any], worths: dict[tuple[Action, ...], float]) -> None:
        super().__init__(game, 0)
        self.worths = worths

    def after(self, state: State, line: Sequence[Action], luck: int, number: int) -> Outcome:
        worth = self.worths[tuple(line)]
        return Outcome(worth, 0.0, worth, ())


@pytest.mark.parametrize(("as_played", "holds"), [(0.8, False), (0.4, True)])
def test_a_claim_is_proved_against_the_turn_as_it_was_played(as_played: float, holds: bool) -> None:
    """What is better than the decision alone is no better choice if the turn that followed made it good."""
    match = bologna()
    moment = next(moment for moment in moments(match) if moment.rest and len(moment.before.choices) > 1)
    alone, whole = (moment.action,), (moment.action, *moment.rest)
    rival: Action = next(action for action in moment.before.choices if action is not moment.action)
    judge = Judge(match.game, LITTLE, 1)
    judge.far = Told(match.game, {alone: 0.3, whole: as_played, (rival,): 0.6})
    perspective = Perspective(match.game, moment.before, moment.seat, Stream(1, "a test"))
    claim = Alternative(rival.text, 0.3, 0.01)
    assert judge._proof(claim, [alone, whole], moment, perspective).holds is holds


def test_what_the_near_future_did_not_show_is_told_by_the_proof() -> None:
    match = bologna()
    moment = next(moment for moment in moments(match) if len(moment.before.choices) > 1)
    done = (moment.action,)
    rival: Action = next(action for action in moment.before.choices if action is not moment.action)
    judge = Judge(match.game, LITTLE, 1)
    judge.measure = replace(judge.measure, corrected=True)
    judge.futures = Told(match.game, {done: 0.5, (rival,): 0.9})
    judge.far = Told(match.game, {done: 0.5, (rival,): 0.4})
    perspective = Perspective(match.game, moment.before, moment.seat, Stream(1, "a test"))
    proof = judge._proof(Alternative(rival.text, 0.4, 0.01), [done], moment, perspective)
    assert not proof.holds and proof.unforeseen == pytest.approx(-0.5)


def test_a_running_match_is_refused() -> None:
    game = load("bosa")
    with pytest.raises(LudotecaError, match="finished"):
        analyse(Match(game, game.setup(2), Seeded(1)), LITTLE)


@pytest.mark.parametrize("language", ["en", "it"])
def test_told_in_words_and_pictures(language: str) -> None:
    teller = Teller(bologna(), analysis(), language)
    text = teller.text()
    for word in ("Ada", "Bea", "Ciro", teller.phrase("turning"), teller.phrase("errors")):
        assert word in text
    assert "{" not in text
    for narrow in (False, True):
        scene = chances_chart(teller, narrow)
        assert scene.width == (390 if narrow else 960)
        assert "Ada: " in scene.text()
    page = analysis_page(teller)
    assert page.count("<svg") == 2 and "http://" not in page.replace("http://www.w3.org", "")
    assert f'lang="{language}"' in page


@pytest.mark.parametrize(("language", "words"), [("en", "Ada takes {card}"), ("it", "Ada prende {card}")])
def test_an_option_is_called_by_the_card_it_takes(language: str, words: str) -> None:
    game = load("bosa")
    match = Match(game, game.setup(3), Seeded(1), ["Ada", "Bea", "Ciro"])
    play_match(match, [Random()] * 3, seed=1)
    first = next(moment for moment in moments(match) if moment.seat == 0)
    before: Any = first.before
    edition: Any = match.setup.edition
    cards = [card.names[language] for card in edition.cards]
    told = [deed(before, action, match.speaker(language)) for action in before.choices]
    assert told == [words.replace("{card}", cards[card]) for card in before.market]


def test_goals_that_are_chosen_have_their_names() -> None:
    lesson = lesson_of(load("bosa"), "3-goals")
    assert lesson is not None
    at = next(at for at, step in enumerate(lesson.steps) if step.wanted.startswith("goals"))
    state = lesson.table(at)
    speaker = Speaker(lesson.game, lesson.setup.edition, lesson.setup.seats, lesson.names, "en")
    told = deed(state, lesson.game.catalogue.parse(lesson.steps[at].wanted), speaker)
    assert told == "Ada: Score Rainbow Streets and Mixed Quarters"


def test_an_analysis_can_be_kept_as_data_and_read_again() -> None:
    data = json.loads(json.dumps(analysis().data()))
    kept = Analysis.from_data(data)
    assert kept.data() == data
    teller = Teller(bologna(), kept)
    told = turning_points(teller, lambda line: f"/replay?at={line}")
    for point in kept.turning_points:
        assert f'href="/replay?at={point.line}"' in told
    marked = costly_turns(teller, lambda line: f"/replay?at={line}", lambda seat: Markup("<svg></svg>"))
    assert marked.count("<a href=") == len(kept.costly_turns())
    assert charts(teller).count("<svg") == 2


def test_everybody_has_the_colour_in_the_chart_that_they_have_on_the_board() -> None:
    game = load("bello_divorum")
    options = {"small_table": True, "pantheons": "random", "track_length": "12"}
    match = Match(game, game.setup(3, options), Seeded(2), ["Ada", "Bea", "Ciro"])
    play_match(match, [Random()] * 3, seed=2)
    lines = sorted(moment.line for moment in moments(match))
    judged = tuple([replace(one, line=at) for one, at in zip(analysis().judgements, lines, strict=False)])
    found = replace(analysis(), judgements=judged, turning_points=())
    chosen = presentation_of(game).seat_colours
    assert chosen is not None
    colours = list(chosen(match.view(SPECTATOR), match.setup.edition))
    assert colours != [one.colour for one in SEATS[:3]]
    drawn = chances_chart(Teller(match, found)).svg()
    assert all(f'stroke="{colour.light}"' in drawn for colour in colours)


def test_who_wins_and_loses_together_has_one_line_in_the_chart() -> None:
    judged = tuple([replace(one, truth=(0.4,) * 3, known=(0.4,) * 3) for one in analysis().judgements])
    alike = replace(analysis(), judgements=judged, turning_points=(), payoffs=(0.0,) * 3)
    drawn = [chances_chart(Teller(bologna(), found)).svg() for found in (analysis(), alike)]
    assert [one.count("<polyline") for one in drawn] == [6, 2]


def test_many_costly_turns_are_folded_away_after_the_first_few(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [CostlyTurn(judgement, ()) for judgement in analysis().judgements[:9]]
    monkeypatch.setattr(Analysis, "costly_turns", lambda found: turns)
    monkeypatch.setattr(Teller, "turn", lambda teller, turn: f"turn {turn.worst.line}")
    told = costly_turns(Teller(bologna(), analysis()))
    assert told.index("3 more turns") > told.index("</ul>")
    assert told.count("<li>") == 9


def test_both_languages_say_the_same_things() -> None:
    one, other = Teller(bologna(), analysis(), "en").book, Teller(bologna(), analysis(), "it").book
    assert one.sections["analysis"].keys() == other.sections["analysis"].keys()


def test_percent() -> None:
    assert [percent(0.123), percent(0.123, True), percent(-0.2), percent(0.001, True)] == [
        "12 %",
        "+12 %",
        "−20 %",
        "0 %",
    ]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    path.write_text(bologna().record().text(), encoding="utf-8")
    page, chart = tmp_path / "page.html", tmp_path / "chart.svg"
    words = ["analyse", str(path), "--effort", "quick", "--html", str(page), "--chart", str(chart), "--json"]
    answer = CliRunner().invoke(main, words, catch_exceptions=False)
    assert answer.exit_code == 0
    assert len(json.loads(answer.stdout)["decisions"]) == len(analysis().judgements)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert chart.read_text(encoding="utf-8").startswith("<svg")
