"""Evaluation: every feature moves the value the right way, and greedy heroes play better than random ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.bots.bot import Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_out
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.battle_odds import (
    MOST_ATTACKS,
    MOST_LIFE,
    Arms,
    Leads,
    foe_arms,
    hero_arms,
    place_of,
)
from ludoteca.games.manticore.bot.boss_fight import WIDTH, BossFight, delay, duel_for, meeting_step
from ludoteca.games.manticore.bot.evaluation import played_on
from ludoteca.games.manticore.bot.standing import Standing, bout_for
from ludoteca.games.manticore.bot.walking import rounds_home
from ludoteca.games.manticore.bot.weights import FILE, read_weights
from ludoteca.games.manticore.rules.paths import FAR, ways_from
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.source import Stream
from tests.manticore.table import (
    MAGE,
    T1,
    WARRIOR,
    cell,
    hero,
    invasion,
    manticore,
    monster,
    power,
    turn_of,
    worn,
)

Change = Callable[[ManticoreState], object]


def nothing(state: ManticoreState) -> None:
    """The quiet table as it is."""


def value(change: Change) -> float:
    """What seat 0 thinks at the start of its turn, after a change to a quiet table with some roads."""
    state = invasion(WARRIOR, MAGE, roads=T1)
    change(state)
    return GAME.bot.win_chances(turn_of(state, 0))[0]


BETTER_AND_WORSE: list[tuple[str, Change, Change]] = [
    ("an artifact", lambda s: hero(s, 0, sword=3), nothing),
    ("a higher level", lambda s: hero(s, 0, sword=3), lambda s: hero(s, 0, sword=2)),
    ("a spell", lambda s: hero(s, 1, fire=3), nothing),
    ("a Power point", lambda s: power(s, 0, attack=1), nothing),
    ("no wound", nothing, lambda s: hero(s, 0, life=4)),
    ("no burden", lambda s: hero(s, 0, boots=3), lambda s: hero(s, 0, boots=[3, 2])),
    ("near the boots", lambda s: hero(s, 0, where="H11"), lambda s: hero(s, 0, where="H10")),
    ("no monster", nothing, lambda s: monster(s, 1, "K12")),
    ("a monster far away", lambda s: monster(s, 5, "K12"), lambda s: monster(s, 5, "J10")),
    ("a wounded Manticore", lambda s: manticore(s, 3, life=4), lambda s: manticore(s, 3)),
    ("a Manticore farther up", lambda s: manticore(s, 6), lambda s: manticore(s, 8)),
]


@pytest.mark.parametrize(
    ("better", "worse"), [pytest.param(b, w, id=name) for name, b, w in BETTER_AND_WORSE]
)
def test_what_is_better_is_worth_more(better: Change, worse: Change) -> None:
    assert value(better) > value(worse)


def test_a_team_sees_with_the_same_eyes_and_rivals_do_not() -> None:
    team = turn_of(invasion(WARRIOR, MAGE), 0)
    assert GAME.bot.win_chances(team)[0] == GAME.bot.win_chances(team)[1]
    rivals = invasion(WARRIOR, MAGE, mode="semicoop")
    hero(rivals, 0, sword=3)
    turn_of(rivals, 0)
    assert GAME.bot.win_chances(rivals)[0] > GAME.bot.win_chances(rivals)[1]


def test_a_turn_that_has_only_begun_is_finished_before_it_is_judged() -> None:
    """Two steps from the boots a hero counts on having them; the look at the board alone does not."""
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H11")
    turn_of(state, 0)
    after = played_on(state, 0)
    assert worn(state, 0, "boots") == 0 and worn(after, 0, "boots") == 3
    assert GAME.bot.evaluate(state, 0) == GAME.bot.win_chances(after)[0] > GAME.bot.win_chances(state)[0]


def test_a_lonely_hero_looks_no_further_than_its_own_turn() -> None:
    """Nobody else acts, so the next turn follows at once; it is not played as well."""
    state = turn_of(invasion(WARRIOR, roads=T1), 0)
    after = played_on(state, 0)
    assert (state.round, after.round) == (1, 2)


def test_boots_bring_a_monster_home_sooner() -> None:
    state = invasion(WARRIOR)
    monster(state, 1, "O8")
    slow = rounds_home(state, 0)
    monster(state, 1, "O8", boots=2)
    assert rounds_home(state, 0) == (slow + 2) // 3
    state = invasion(WARRIOR, monster_boots="ignored")
    monster(state, 1, "O8", boots=2)
    assert rounds_home(state, 0) == slow


def test_few_heroes_rather_do_without_the_slow_dwarf() -> None:
    state = GAME.start(GAME.setup(2))
    state.settle()
    source = Stream(1, "bot")
    for _ in range(12):
        assert str(make_bot("greedy").choose(Perspective(GAME, state, 0, source), source)) != "<class dwarf>"


def test_a_bout_is_counted_out_to_the_last_die() -> None:
    """A lead of nine kills a level 3 monster at once; without points nothing happens."""
    state = invasion(WARRIOR)
    foe = monster(state, 1, "K12")
    hero(state, 0, sword=3)
    power(state, 0, attack=5)
    bout = bout_for(Leads(hero_arms(state, 0), foe_arms(state, foe)))
    assert bout.fresh_kill[place_of(1, 3, 10)] == pytest.approx(1.0)
    assert bout.fresh_kill[place_of(0, 3, 10)] == 0.0
    kills = [bout.carded_kill[place_of(attacks, 3, 10)] for attacks in range(MOST_ATTACKS + 1)]
    assert kills == sorted(kills) and kills[1] < 1.0  # a card may say magic


def test_the_team_counts_on_those_who_live() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, sword=3)
    hero(state, 1, amulet=3)
    manticore(state, 5)
    standing = Standing(turn_of(state, 0))
    both = BossFight(standing, 3)
    assert both.chance(10, 0, 0.0) > BossFight(standing, 1).chance(10, 0, 0.0)
    assert both.chance(2, 0, 0.0) > both.chance(10, 0, 0.0)
    assert both.chance(10, 0, 0.0) > both.chance(10, 3, 4.0)
    assert both.chance(0, 0, 0.0) == 1.0


def test_a_duel_is_counted_out_to_the_last_die() -> None:
    """A lead of nine in everything takes 4 to 14 life a blow; a hopeless one never takes any."""
    strong = Arms(20, 20, 20, 20, 20)
    weak = Arms(11, 11, 11, 11, 11)
    sure = duel_for(Leads(strong, weak))
    assert sure.attack[WIDTH * 4 + 1] == pytest.approx(1.0)
    assert duel_for(Leads(weak, strong)).attack[WIDTH * 4 + 10] == 0.0
    even = duel_for(Leads(weak, weak))
    chances = [even.attack[WIDTH * 10 + life] for life in range(1, MOST_LIFE + 1)]
    assert chances == sorted(chances) and 0.0 < chances[0] < chances[-1] < 1.0


def test_who_can_strike_now_is_beside_it_and_has_points() -> None:
    """The Manticore stands on G10: the hero in turn may walk there, the other one must be there already."""
    state = invasion(WARRIOR, MAGE, roads=T1)
    manticore(state, 7)
    hero(state, 0, where="H9")
    hero(state, 1, where="H12")
    assert BossFight(Standing(turn_of(state, 0)), 3).strikers == 1
    hero(state, 1, where="G11")
    assert BossFight(Standing(turn_of(state, 0)), 3).strikers == 3
    state.pool = 0
    assert BossFight(Standing(state), 3).strikers == 2


def test_a_hero_goes_around_others() -> None:
    """MAN-4.7: with both ways out of its corner taken, a hero walks farther than the roads alone tell."""
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="H10")
    assert walks(state, "H10")[cell("H12")] == 2
    hero(state, 1, where="H11")
    assert walks(state, "H10")[cell("H12")] > 2
    assert walks(state, "H10")[cell("H11")] == FAR


def test_whoever_is_late_is_drawn_to_the_meeting_place() -> None:
    """The Manticore comes to F10 next: the way there costs the more, the less time is left."""
    state = invasion(WARRIOR, MAGE, roads=T1)
    manticore(state, 5)
    standing = Standing(turn_of(state, 0))
    assert meeting_step(standing) == 6
    assert delay(standing, 0, 0) == 0.0
    assert delay(standing, 0, 9) > delay(standing, 0, 7) > 0.0
    manticore(state, 2)
    assert delay(Standing(state), 0, 9) == 0.0


def test_a_hero_in_its_way_keeps_the_team_where_it_is() -> None:
    """MAN-10.4: with a hero on G9 the Manticore stays on G10, and a round is won."""
    state = invasion(WARRIOR, MAGE, roads=T1)
    manticore(state, 7)
    free = Standing(turn_of(state, 0))
    assert meeting_step(free) == 8
    hero(state, 1, where="G9")
    blocked = Standing(state)
    assert meeting_step(blocked) == 7
    assert blocked.slack == free.slack + 1.0


def test_a_hero_beside_a_dying_manticore_strikes() -> None:
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H10", sword=3)
    power(state, 0, attack=3)
    manticore(state, 7, life=1)
    turn_of(state, 0)
    source = Stream(1, "bot")
    chosen = make_bot("greedy:2").choose(Perspective(GAME, state, 0, source), source)
    assert str(chosen) == "<attack ne>"


def test_a_weight_that_is_missing_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "evaluation.toml"
    broken.write_text(FILE.read_text(encoding="utf-8").replace("dread =", "dreads ="), encoding="utf-8")
    with pytest.raises(EditionError, match=r"monsters\.dread"):
        read_weights(broken)


@pytest.mark.long
def test_greedy_heroes_do_better_than_random_ones() -> None:
    """Twelve matches of one hero with the same luck: random heroes win none and hardly slay a monster."""
    won, points = outcome("random")
    greedy_won, greedy_points = outcome("greedy:3")
    assert won == 0
    assert greedy_won > 0
    assert greedy_points > 3 * points


def walks(state: ManticoreState, start: str) -> list[int]:
    """What it costs to walk from a cell to every other."""
    return ways_from(cell(start), state.roads, state.occupant, FAR)[0]


def outcome(bot: str) -> tuple[int, int]:
    """Matches won and Power points earned."""
    won = points = 0
    for seed in range(12):
        state = GAME.start(GAME.setup(1))
        state.settle()
        play_out(GAME, state, [make_bot(bot)], Seeded(seed), seed)
        assert state.result is not None
        won += len(state.result.winners)
        points += sum(state.heroes[0].power)
    return won, points
