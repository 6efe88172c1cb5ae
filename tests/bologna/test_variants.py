"""What the worked examples leave out: the Brigand, the round cap, options and presets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.dice import PEOPLE
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bologna.table import NOTHING, Held, Position, dealt, lay, looking_at

# The Brigand


@pytest.mark.rule("BOL-7.1")
def test_the_brigand_lies_open_before_the_first_throw() -> None:
    table = dealt(7)
    assert table.asked == "throw -1"
    assert table.log[-1] == "showed_brigand 6"
    for viewer in range(-1, 7):
        assert GAME.view(table.state, viewer).roles[6] == BRIGAND


@pytest.mark.rule("BOL-7.2", "BOL-5.42")
def test_the_brigand_takes_nothing_from_the_pool_even_as_a_fool() -> None:
    table = lay(NOTHING, (1, 0, 0, 0), (1, 0, 0, 0), seats=7, roles=["brigand"], chosen="PTT", fools=True)
    table.play("use P")
    assert table.options == ["steal +1", "steal +2"]
    assert table.objection("from-pool") == "BOL-7.2"
    table.steal(2)
    assert table.tokens[:3] == [(1, 0, 0, 0), (1, 0, 0, 0), NOTHING]  # and no Towers for his two Tower dice


@pytest.mark.rule("BOL-7.2")
def test_the_brigand_robs_a_single_victim_unasked() -> None:
    table = lay(NOTHING, NOTHING, (1, 0, 0, 0), seats=7, roles=["brigand"], chosen="PTT").play("use P")
    assert table.tokens[0] == (1, 0, 0, 0)
    assert table.tokens[2] == NOTHING


@pytest.mark.rule("BOL-7.3")
def test_the_brigand_pours_wine_and_suffers_like_all() -> None:
    table = lay((2, 1, 1, 1), (2, 0, 0, 0), seats=7, roles=["brigand"], chosen="WRR", rest="PP")
    table.play("use W").aim(0)
    assert table.asked == "wine 0"
    table.play("suffer", "pair R 0", "discard T")
    assert table.tokens[:2] == [(1, 0, 1, 0), (1, 0, 0, 0)]
    table = lay(NOTHING, (0, 1, 1, 0), seats=7, roles={1: "brigand"}, chosen="PPT").play("pair P 0").aim(1)
    assert table.asked == "revolt 1"


@pytest.mark.rule("BOL-7.5", "BOL-7.6")
def test_the_brigand_and_his_towers() -> None:
    held: Held = (0, 1, 8, 0)
    assert lay(held, seats=7, roles=["brigand"]).won == ("goal", (0,))
    table = lay(held, seats=7, roles=["brigand"], brigand_towers="zero")
    assert table.won is None
    assert lay((0, 0, 8, 0), seats=7, roles=["brigand"], brigand_towers="zero").won == ("goal", (0,))
    assert lay((8, 0, 0, 8), seats=7, roles=["brigand"]).won is None


@pytest.mark.rule("BOL-7.6", "BOL-4.5")
def test_the_brigand_wins_in_anothers_turn() -> None:
    table = lay(NOTHING, NOTHING, (8, 0, 0, 1), seats=7, roles={2: "brigand"}, chosen="TRR", rest="PP")
    table.state.players[2].tokens[PEOPLE] += 1  # nine People, one of which the plague takes
    table.state.pool[PEOPLE] -= 1
    table.play("pair R 0")
    assert table.tokens[2] == (8, 0, 0, 0)
    assert table.won == ("goal", (2,))


@pytest.mark.rule("BOL-7.6", "BOL-4.11")
def test_the_active_player_goes_before_the_brigand() -> None:
    held: list[Held] = [(6, 0, 0, 5), NOTHING, (9, 0, 0, 1)]
    table = lay(*held, seats=7, roles={0: "soldier", 2: "brigand"}, chosen="TRR", rest="PP")
    assert table.won is None, "the chosen dice come first"
    assert table.play("pair R 0").won == ("goal", (0,))
    assert table.tokens[2] == (8, 0, 0, 0)


@pytest.mark.rule("BOL-7.6")
def test_the_brigand_is_looked_at_when_an_effect_is_complete() -> None:
    table = lay(
        (1, 1, 0, 0), NOTHING, (9, 0, 0, 1), (0, 0, 0, 1), seats=7, roles={2: "brigand"}, chosen="WTT"
    )
    table.play("use W").aim(2)
    assert table.asked == "wine 2"
    assert table.won is None
    assert table.play("cancel").won == ("goal", (2,))


@pytest.mark.rule("BOL-7.7", "BOL-5.21")
def test_the_brigands_share_of_a_feast_comes_from_the_pool() -> None:
    table = lay(NOTHING, (0, 0, 0, 3), seats=7, roles=["brigand"], received="PT").play("roll5").roll("PPPPP")
    assert [held[0] for held in table.tokens] == [1] * 7
    assert table.state.pool[0] == 17


# The round cap


def at_the_cap(*held: Held, roles: list[str], **options: Any) -> Position:
    """The last turn of round 1, in which nothing changes: three Wines for a player with nothing to lose."""
    seats = len(held)
    table = lay(
        *held, seats=seats, roles=roles, active=seats - 1, chosen="WWW", **{"round_cap": 1, **options}
    )
    return table.play("use W").aim(0).play("use W").aim(0).aim(0)


@pytest.mark.rule("BOL-8.2")
def test_equal_at_the_cap_is_a_shared_victory() -> None:
    table = at_the_cap((0, 5, 4, 0), (5, 0, 0, 3), (3, 6, 0, 0), roles=["cardinal", "soldier", "silk"])
    assert table.won == ("cap", (2,))  # equally near, and the most tokens
    table = at_the_cap((0, 0, 5, 0), (5, 3, 0, 3), (4, 6, 0, 1), roles=["cardinal", "soldier", "silk"])
    assert table.won == ("cap", (1, 2))


@pytest.mark.rule("BOL-8.2", "BOL-7.5")
@pytest.mark.parametrize(("towers", "winner"), [("ignored", 1), ("zero", 2)])
def test_the_brigands_distance_at_the_cap(towers: str, winner: int) -> None:
    held: list[Held] = [NOTHING, (6, 4, 0, 0), (2, 2, 2, 2), NOTHING, NOTHING, NOTHING, NOTHING]
    roles = ["dean", "brigand", "prince", "silk", "soldier", "cardinal", "innkeeper"]
    assert at_the_cap(*held, roles=roles, brigand_towers=towers).won == ("cap", (winner,))


@pytest.mark.rule("BOL-8.1")
def test_rounds_are_counted_at_the_first_seat_even_if_nobody_plays_there() -> None:
    table = lay(seats=4, active=0, first=1, out=[1], chosen="TTT", round_cap=2)
    assert table.state.round == 2
    assert table.state.active == 2
    table = lay(seats=4, active=0, first=1, asleep=[1], chosen="TTT", round_cap=2)
    assert table.state.round == 2
    assert lay(seats=4, active=0, first=1, asleep=[1], chosen="TTT", round_cap=1).won is not None


@pytest.mark.rule("BOL-8.1")
def test_the_technical_end_is_far_away() -> None:
    assert GAME.setup(3).number("round_cap") == 200
    assert lay(active=2, chosen="TTT", round_cap=2).won is None
    assert lay(active=2, chosen="TTT", round_cap=1).won is not None


@pytest.mark.rule("BOL-8.2")
def test_who_left_has_no_share_of_the_cap() -> None:
    table = lay(
        (2, 2, 2, 4), NOTHING, NOTHING, roles=["prince"], out=[0], active=2, chosen="TTT", round_cap=1
    )
    assert table.won is not None
    assert 0 not in table.won[1]


# Options and presets


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (
            3,
            {"duel_guess": "alternative"},
            "How a guess counts in a duel can only be chosen for two players",
        ),
        (4, {"duel_empty_deck": "keep_role"}, "when no role is left can only be chosen for two players"),
        (6, {"brigand_towers": "zero"}, "with fewer there is no Brigand"),
        (
            3,
            {"events_count_kept": False, "pork_feast": False, "earthquake": False, "feast_of_fools": False},
            "can only be chosen with a Salted Pork Feast, an Earthquake or a Feast of Fools",
        ),
        (3, {"round_cap": 201}, "option round_cap: “201” is not possible; expected a number from 1 to 200"),
        (3, {"pairs": "never"}, "option pairs: “never” is not possible; expected free or forced"),
        (
            3,
            {"earthquake": "perhaps"},
            "option earthquake: “perhaps” is not possible; expected true or false",
        ),
        (3, {"fog": True}, "The Throne of Bologna has no option “fog”"),
    ],
)
def test_options_that_cannot_be(seats: int, options: dict[str, str | bool | int], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        GAME.setup(seats, options)


def test_presets_lay_a_table() -> None:
    assert GAME.setup(3, GAME.presets["printed"]).chosen(GAME.options) == {}
    first = GAME.setup(3, GAME.presets["first"]).chosen(GAME.options)
    assert sorted(first) == ["deadly_sins", "deus_ex_machina", "earthquake", "feast_of_fools", "pork_feast"]
    assert set(first.values()) == {False}
    assert GAME.presets["house"] == {"rerolls": "once", "round_cap": 40}


def test_options_are_shown_where_they_matter() -> None:
    def shown(seats: int, **values: bool) -> set[str]:
        setup = GAME.setup(seats, values)
        return {option.key for option in GAME.options if option.concerns(seats, setup.values)}

    everything = {option.key for option in GAME.options}
    assert everything - shown(2) == {"brigand_towers"}
    assert everything - shown(4) == {"brigand_towers", "duel_guess", "duel_empty_deck"}
    assert everything - shown(7) == {"duel_guess", "duel_empty_deck"}
    plain = shown(7, deus_ex_machina=False, pork_feast=False, earthquake=False, feast_of_fools=False)
    assert shown(7) - plain == {"rerolls", "events_count_kept"}


def test_every_rule_says_where_it_comes_from() -> None:
    text = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    rules = [line for line in text.splitlines() if line.startswith("- **BOL-")]
    assert len(rules) == len(GAME.rules())
    unmarked = [
        line[:40] for line in rules if not re.match(r"- \*\*[^*]+\*\* \*(printed|ruling|house)\* ", line)
    ]
    assert unmarked == []


@pytest.mark.parametrize("seats", range(2, 8))
def test_no_match_outlasts_its_bound(seats: int) -> None:
    bounds = {2: 1040, 3: 1920, 4: 3040, 5: 4400, 6: 6000, 7: 7840}
    assert GAME.bound(GAME.setup(seats, GAME.presets["house"])) == bounds[seats] + 7
    assert GAME.bound(GAME.setup(seats)) == 200 * seats * (3 * seats + 26) + 7


def test_the_match_settles_what_needs_no_decision() -> None:
    chance = ["dealt innkeeper", "dealt dean", "dealt silk", "rolled TTTTT"]
    setup = GAME.setup(3, {"first_player": "seat0", "deus_ex_machina": False})
    match = Match(GAME, setup, Scripted([*chance, "rolled PPTKK"]))
    assert looking_at(match).roles[0] == "innkeeper"
    assert looking_at(match).tokens == [(0, 4, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)]
    assert match.actor == 1  # five Towers: feast, choice and uses were all forced


def test_random_matches_break_no_invariant() -> None:
    for seats in range(2, 8):
        for seed in range(3):
            state = GAME.start(GAME.setup(seats, {"round_cap": 20}))
            state.settle()
            source = Stream(seed, "players")
            while not state.over:
                assert GAME.faults(state) == []
                options = state.choices
                if state.actor == CHANCE:
                    state.play(state.step.sample(state, source))
                else:
                    state.play(options[source.below(len(options))])
            assert GAME.faults(state) == []


@pytest.mark.rule("BOL-7.5")
def test_the_table_of_seven_is_told_all_that_the_brigand_needs() -> None:
    for language, words in (("en", "none of the others"), ("it", "nessuno degli altri")):
        assert words in str(GAME.words(language).sections["players"]["7"])
