"""Plans: which match has which number, who sits where, and whose luck it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games import load, names
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.state import CHANCE
from ludoteca.lab.plan import MatchRunner, Outcome, Plan, fingerprint, line_up, period


def mirrored(*lineup: str, game: str = "bologna", seed: int = 1) -> Plan:
    return Plan(game, lineup, seed=seed, mirrored=True)


def test_every_bot_sits_once_in_every_seat_of_a_deal() -> None:
    plan = mirrored("greedy:1", "greedy:2", "random")
    assert plan.rotations == 3
    for deal in range(4):
        seatings = [plan.seating(3 * deal + rotation) for rotation in range(3)]
        for bot in plan.lineup:
            assert sorted(seating.index(bot) for seating in seatings) == [0, 1, 2]
        assert len({plan.luck(3 * deal + rotation) for rotation in range(3)}) == 1
    assert len({plan.luck(number) for number in range(30)}) == 10
    assert plan.whole_deals(100) == 102


@pytest.mark.parametrize(
    ("lineup", "rotations"),
    [("a", 1), ("aa", 1), ("ab", 2), ("abb", 3), ("abab", 2), ("aabaab", 3), ("abcabd", 6)],
)
def test_rotations_that_would_repeat_a_seating_are_left_out(lineup: str, rotations: int) -> None:
    assert period(lineup) == rotations


def test_bots_sit_down_again_in_order_until_every_seat_is_taken() -> None:
    assert line_up("greedy, random", None, 4) == ["greedy", "random", "greedy", "random"]
    assert line_up("greedy,random", 3, 2) == ["greedy", "random", "greedy"]
    assert line_up(["random"], None, 2) == ["random", "random"]
    with pytest.raises(LudotecaError, match="3 bots for 2 seats; name at most one for each seat"):
        line_up("a,b,c", 2, 2)
    with pytest.raises(LudotecaError, match="a seat has no bot"):
        line_up("greedy,,random", None, 2)


@pytest.mark.parametrize("game", names())
def test_all_matches_of_a_deal_have_the_same_luck(game: str) -> None:
    """With the same bots in all seats, the same deal is the same match; another deal is another one."""
    seats = max(2, load(game).least)
    plan = Plan(game, ["random"] * seats, seed=3)
    doubled = Plan(game, ["random"] * seats, seed=3)
    doubled.rotations = 2
    one, other = MatchRunner(plan), MatchRunner(doubled)
    played = [one.play(number)[0][1:] for number in range(3)]
    assert [other.play(number)[0][1:] for number in (0, 1, 2, 4)] == [
        played[0],
        played[0],
        played[1],
        played[2],
    ]
    assert played[0] != played[1] or played[1] != played[2]


def test_the_first_cards_fall_the_same_way_whoever_sits_there() -> None:
    """Bosa deals start cards and goals by chance before anybody decides."""
    plan = mirrored("greedy:1", "random", game="bosa")

    def dealt(number: int) -> list[list[str]]:
        game = load("bosa")
        state = MatchRunner(plan).play(number)[1]
        kept = [found for found in game.breakdowns(state) if found[1] in ("start card", "goal held")]
        return [[value for owner, _, value in kept if owner == seat] for seat in range(2)]

    assert dealt(0) == dealt(1)
    assert dealt(0) != dealt(2)


def test_options_are_part_of_the_plan_however_they_are_spelt() -> None:
    one = Plan("bologna", ["random"] * 3, options={"round_cap": "20", "deadly_sins": "true"})
    assert one.options == {"round_cap": 20}
    assert one.about() == Plan("bologna", ["random"] * 3, options={"round_cap": 20}).about()
    assert one.about() != Plan("bologna", ["random"] * 3).about()


def test_an_outcome_survives_being_written_down() -> None:
    outcome = MatchRunner(mirrored("random", "random")).play(0)[0]
    assert Outcome.read([list(part) if isinstance(part, tuple) else part for part in outcome]) == outcome


def test_changed_rules_have_another_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "steps.py").write_text("x = 1\n")
    before = fingerprint([tmp_path])
    (tmp_path / "words" / "en.toml").write_text("a = 'b'\n")
    (tmp_path / "rules.md").write_text("words\n")
    assert fingerprint([tmp_path]) == before
    (tmp_path / "steps.py").write_text("x = 2\n")
    assert fingerprint([tmp_path]) != before


def test_rooms_leave_no_chance_unsettled() -> None:
    outcome, state = MatchRunner(mirrored("random", "random", "random")).play(7)
    assert state.over and state.actor != CHANCE
    assert sum(outcome.payoffs) == pytest.approx(1)
    assert outcome.number == 7 and outcome.decisions > 0
