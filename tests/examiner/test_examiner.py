"""The examiner at work: what it plays, what it reports, and that it accuses nobody who is innocent."""

from collections import Counter

import pytest
from click.testing import CliRunner

from ludoteca import games
from ludoteca.cli import main
from ludoteca.examiner import LAWS, LawsBroken, examine, reproduces
from ludoteca.examiner.cases import cases
from ludoteca.examiner.statistics import SURE, against_odds, between, deviate
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.options import Setup, choice, number, switch
from ludoteca.kernel.record import read_record
from ludoteca.kernel.source import Stream
from tests.examiner.magpie import AsksOnlyWhoHasAChoice, Magpie, Psychologist, Unobservant, magpie
from tests.examiner.test_broken_games import NoWayOut, TooHopeful
from tests.examiner.variants import owl
from tests.toys.owl import GAME, Draw, Owl, OwlState, Turn

# Innocent games


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_owl_obeys_every_law(seed: int) -> None:
    report = examine(GAME, matches=60, seed=seed)
    report.raise_if_broken()
    assert report.counts["matches"] == 60
    assert report.counts["posteriors with not enough samples"] == 0
    assert set(report.checks) == set(LAWS) - {"posterior"}
    assert "Owl: 60 matches at 3 set-ups" in str(report)
    assert "all laws hold" in str(report)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hidden_decisions_are_understood(seed: int) -> None:
    report = examine(magpie(Magpie), matches=60, seed=seed)
    report.raise_if_broken()
    assert report.counts["posteriors with not enough samples"] == 0


@pytest.mark.parametrize(
    ("game", "law", "says"),
    [
        (Psychologist, "posterior", "does not follow the true odds"),
        (Unobservant, "secrecy", "who has nothing to decide there"),
        (AsksOnlyWhoHasAChoice, "secrecy", "comes next in one and"),
    ],
)
def test_wrong_conclusions_from_hidden_decisions(game: type[Magpie], law: str, says: str) -> None:
    report = examine(magpie(game), matches=100, most=1)
    assert report.laws == [law], str(report)
    assert says in report.breaches[0].sentence
    assert reproduces(magpie(game), report.breaches[0])


# Reports


def test_a_report_names_law_seat_seed_and_the_shortest_record() -> None:
    game = owl(turn=NoWayOut)
    report = examine(game)
    assert not report.ok
    breach = report.breaches[0]
    assert (breach.law, breach.seats, breach.lines) == ("progress", 2, 5)
    assert breach.action.startswith("card ")
    with pytest.raises(LawsBroken) as raised:
        report.raise_if_broken()
    text = str(raised.value)
    assert "broken laws: progress" in text
    assert "The law of progress is broken: RulesError: dead end: seat 0 has no option" in text
    assert f"(2 seats, seed {breach.seed}, after 5 lines)" in text
    assert breach.record.rstrip() in text
    assert text.endswith(f"and then “{breach.action}”")


class LateFault(Owl):
    """Breaks a law late in long matches only."""

    def faults(self, state: OwlState) -> list[str]:
        late = len(state.cards[-1]) == 4
        return ["the last row is full"] if late else []


def test_the_record_is_made_as_short_as_can_be() -> None:
    (breach,) = examine(owl(LateFault), seats=[3, 4], most=1).breaches
    assert breach.lines <= 12
    assert read_record(breach.record).lines[-1].who == "*"


def test_a_mended_game_does_not_reproduce_the_breach() -> None:
    (breach,) = examine(owl(TooHopeful)).breaches
    assert reproduces(owl(TooHopeful), breach)
    assert not reproduces(GAME, breach)


def test_different_faults_are_reported_side_by_side() -> None:
    class Unlucky(Draw):
        def sample(self, state: OwlState, source: object) -> Action:
            return self.odds(state)[0][0]

    report = examine(owl(TooHopeful, draw=Unlucky), most=5)
    assert report.laws == ["evaluation", "odds"]
    assert len(examine(owl(TooHopeful, draw=Unlucky), most=1).breaches) == 1


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    examine(GAME, matches=5, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


# Tables


class Particular(Owl):
    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        return "dawn is for two" if "dawn" in chosen and setup.seats != 2 else None


PARTICULAR = owl(
    Particular, options=(switch("dawn", False), choice("moon", ["full", "new"]), number("stars", 5, 0, 9))
)


def test_every_player_count_and_every_option_is_tried() -> None:
    plan = list(cases(PARTICULAR, 60, 1, [2, 3, 4], None))
    tables = Counter(case.key for case in plan)
    assert len(plan) == 60
    singles = ["('moon', 'new')", "('stars', 0)", "('stars', 9)"]
    for seats in (2, 3, 4):
        assert tables[f"{seats} []"] >= 1
        assert all(tables[f"{seats} [{single}]"] >= 1 for single in singles)
    assert tables["2 [('dawn', True)]"] >= 1
    assert not any("dawn" in table and not table.startswith("2") for table in tables)
    assert any(table.count("(") > 1 for table in tables)
    assert len({case.seed for case in plan}) == 60


def test_tables_can_be_restricted() -> None:
    plan = list(cases(PARTICULAR, 4, 1, [2, 3], {"moon": "new"}))
    assert [case.key for case in plan] == ["2 [('moon', 'new')]", "3 [('moon', 'new')]"] * 2
    assert {case.setup.seats for case in cases(PARTICULAR, 4, 1, [2, 3], {"dawn": True})} == {2}
    with pytest.raises(SetupError, match="dawn is for two"):
        examine(PARTICULAR, seats=3, options={"dawn": True})
    with pytest.raises(SetupError, match="Owl is for 2 to 4 players, not 5"):
        examine(GAME, seats=5)


# The command


def test_command(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = {"owl": GAME, "stuck": owl(turn=NoWayOut)}
    real = games.load
    monkeypatch.setattr(games, "load", lambda name: shelf.get(name) or real(name))

    def said(*words: str) -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["examine", *words])
        return answer.exit_code, answer.output

    code, told = said("owl", "--matches", "20", "--players", "2")
    assert code == 0
    assert "20 matches at 1 set-ups" in told
    assert "all laws hold" in told
    code, told = said("stuck", "--most", "1")
    assert code == 1
    assert "broken laws: progress" in told
    assert said("owl", "--option", "snow=deep") == (1, "ludoteca: Owl has no option “snow”; it has none\n")
    code, told = said("goose")
    assert code == 1
    assert "there is no game “goose” here" in told


# Statistics


def test_deviates_follow_the_chi_square_distribution() -> None:
    assert deviate(3.84, 1) == pytest.approx(1.64, abs=0.05)
    assert deviate(18.31, 10) == pytest.approx(1.64, abs=0.01)
    assert deviate(100.0, 0) == 0.0


def test_loaded_dice_are_told_from_fair_ones() -> None:
    source = Stream(1, "dice")
    fair = Counter(str(source.below(6)) for _ in range(600))
    loaded = Counter(str(min(source.below(6), source.below(6))) for _ in range(600))
    odds = {str(face): 3 for face in range(6)}
    assert against_odds(fair, odds) < 3 < SURE < against_odds(loaded, odds)
    rare = {**odds, **{f"rare {n}": 1 for n in range(3)}}
    assert against_odds(fair, rare) > SURE  # none of the rare ones came, and together they should have
    shares = {face: count / 600 for face, count in fair.items()}
    twisted = {face: count / 600 for face, count in loaded.items()}
    assert between(shares, 600, dict.fromkeys(odds, 1 / 6), 300) < 3
    assert between(shares, 600, twisted, 300) > SURE


def test_turns_of_owl_are_what_the_rules_say() -> None:
    state = GAME.start(GAME.setup(2))
    state.cards[0] = [1, 2, 3]
    turn = Turn(0)
    assert [turn.objection(state, action) for action in turn.candidates(state)] == [None, "OWL-2.2", None]


def test_single_laws_and_checks_can_be_examined() -> None:
    assert set(examine(GAME, matches=4, laws=["odds"]).checks) == {"odds"}
    assert set(examine(GAME, matches=4, laws=["asking", "undo"]).checks) == {"secrecy", "undo"}
    wrong = CliRunner().invoke(main, ["examine", "bosa", "--law", "gravity"])
    assert wrong.exit_code != 0 and "there is no law “gravity”" in wrong.output
