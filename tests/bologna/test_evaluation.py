"""The evaluation points the right way."""

from __future__ import annotations

import pytest

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.fallible import Fallible
from ludoteca.bots.greedy import Hasty
from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.bot.evaluation import NO_HUNCH, hunch
from ludoteca.games.bologna.bot.features import role_chance
from ludoteca.games.bologna.rules.actions import GUESSABLE
from ludoteca.games.bologna.rules.actions import ROLES as ALL
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bologna.table import NOTHING, Held, Position, lay

ROLES = ["prince", "dean", "silk"]
DEAN = ALL.index("dean")


def worth(table: Position, seat: int = 0) -> float:
    return GAME.bot.evaluate(table.state, seat)


@pytest.mark.parametrize(
    ("role", "steps"),
    [
        ("prince", [NOTHING, (1, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 3), (2, 2, 2, 4)]),
        ("silk", [(0, 0, 0, 3), (0, 0, 0, 0), (3, 3, 0, 0), (4, 5, 0, 0)]),
        ("soldier", [(0, 0, 2, 0), (0, 0, 1, 0), (4, 0, 1, 4), (5, 0, 1, 4)]),
        ("innkeeper", [(2, 3, 2, 3), (2, 2, 2, 3), (2, 2, 2, 2)]),
    ],
)
def test_nearer_to_the_goal_is_better(role: str, steps: list[Held]) -> None:
    values = [worth(lay(held, roles=[role], received="WR")) for held in steps]
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_a_brigand_likes_his_hoard() -> None:
    steps: list[Held] = [(2, 0, 0, 1), (3, 0, 0, 1), (3, 0, 0, 0), (6, 2, 0, 0)]
    values = [worth(lay(held, seats=7, roles=["brigand"])) for held in steps]
    assert values == sorted(values)


def test_the_end_is_what_it_is() -> None:
    table = lay((4, 5, 0, 0), roles=["silk"], chosen="TBB").play("use T")
    assert [worth(table, seat) for seat in range(3)] == [1.0, 0.0, 0.0]
    out = lay((7, 0, 0, 0), chosen="PPT").play("use P")
    assert worth(out, 0) == 0.0


def test_a_rival_near_a_goal_is_a_threat() -> None:
    calm = lay(NOTHING, (1, 0, 0, 0), roles=ROLES, received="WR")
    tense = lay(NOTHING, (4, 2, 4, 0), roles=ROLES, received="WR")
    assert worth(tense) < worth(calm)


def test_a_threat_that_is_ruled_out_is_none() -> None:
    table = lay(NOTHING, (4, 2, 4, 0), roles=["prince", "soldier", "silk"], received="WR")
    before = worth(table)
    table.state.players[1].ruled_out |= 1 << 1
    assert worth(table) > before


def test_the_evaluation_looks_at_no_secret() -> None:
    one = lay((1, 1, 1, 1), (4, 2, 4, 0), (2, 2, 0, 0), roles=["prince", "dean", "silk"], received="WR")
    other = lay(
        (1, 1, 1, 1), (4, 2, 4, 0), (2, 2, 0, 0), roles=["prince", "innkeeper", "dean"], received="WR"
    )
    assert worth(one) == worth(other)


def chances(*tokens: Held, seats: int = 0) -> dict[str, float]:
    """What seat 0, the Innkeeper, thinks of the role of seat 1."""
    table = lay(*tokens, seats=seats, roles=["innkeeper"], received="WR")
    return {role: role_chance(table.state, 0, 1, number) for number, role in enumerate(ALL[:GUESSABLE])}


def test_what_is_gathered_tells_the_role() -> None:
    assert set(chances(NOTHING, NOTHING).values()) == {0.2}
    found = chances(NOTHING, (4, 4, 0, 0))
    assert max(found, key=found.__getitem__) == "silk"
    assert sum(found.values()) == pytest.approx(1.0)


def test_a_role_that_needs_few_kinds_explains_them_best() -> None:
    found = chances(NOTHING, (2, 0, 0, 2))
    assert found["soldier"] > found["prince"] > 0.0


def test_tokens_from_the_start_tell_nothing() -> None:
    """With six players everybody begins with 1 People and 1 Bologna (BOL-6.1)."""
    start: Held = (1, 0, 0, 1)
    assert set(chances(start, start, seats=6).values()) == {0.2}


def test_a_guess_is_worth_what_its_speaker_may_know() -> None:
    """Right or wrong in truth, it looks the same; what is no guess is no matter for a hunch."""
    one, other = (
        lay((2, 2, 2, 2), (2, 1, 3, 0), roles=roles, seats=3, received="WR")
        for roles in (["innkeeper", "dean", "silk"], ["innkeeper", "silk", "dean"])
    )
    guess, keep = (GAME.catalogue.parse(text) for text in ("guess +1 dean", "keep"))
    assert hunch(one.state, guess) == hunch(other.state, guess)
    assert hunch(one.state, guess) == role_chance(one.state, 0, 1, DEAN)
    assert hunch(one.state, keep) == NO_HUNCH


@pytest.mark.parametrize("bot", [Fallible(0.6, hurries=1.0), Hasty(0.01)])
def test_whoever_is_in_haste_knows_no_more_of_a_role_than_others(bot: Bot) -> None:
    """A single imagined world tells a single role, which is not known because of that."""
    table = lay((2, 2, 2, 2), (1, 0, 1, 1), roles=["innkeeper", "dean", "silk"], seats=3, received="WR")
    assert max(hunch(table.state, option) for option in table.state.choices) < 0.5
    for seed in range(20):
        chosen = bot.choose(Perspective(GAME, table.state, 0, Stream(seed)), Stream(seed))
        assert hunch(table.state, chosen) == NO_HUNCH


def test_who_guesses_wrong_in_a_duel_is_still_in_the_match() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=["silk"], received="WR")
    right = role_chance(table.state, 0, 1, DEAN)
    assert hunch(table.state, GAME.catalogue.parse("guess +1 dean")) > right


def test_sleep_and_a_seventh_token_weigh() -> None:
    assert worth(lay((1, 0, 0, 0), asleep=[0], active=1, received="WR")) < worth(
        lay((1, 0, 0, 0), active=1, received="WR")
    )
    seven, sins = lay((7, 2, 1, 0), roles=["dean"], deadly_sins=False), lay((7, 2, 1, 0), roles=["dean"])
    assert worth(sins) < worth(seven)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_deus_ex_machina_is_worth_having(seats: int) -> None:
    assert worth(lay(seats=seats, deus=0, received="WR")) > worth(lay(seats=seats, deus=1, received="WR"))


def test_wanted_dice_are_better_than_unwanted_ones() -> None:
    good = lay(roles=["silk"], chosen="PTT")
    bad = lay(roles=["silk"], chosen="BBR")
    assert worth(good) > worth(bad)
    rolled_good = lay(roles=["silk"], received="WR").play("roll5").roll("PPTTT")
    rolled_bad = lay(roles=["silk"], received="WR").play("roll5").roll("BBBRR")
    assert worth(rolled_good) > worth(rolled_bad)


def test_all_values_are_chances() -> None:
    for seats in (2, 7):
        state = GAME.start(GAME.setup(seats))
        state.settle()
        croupier, source = Seeded(3), Stream(3)
        while not state.over:
            for seat in range(seats):
                assert 0.0 <= GAME.bot.evaluate(state, seat) <= 1.0
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
            else:
                state.play(state.choices[source.below(len(state.choices))])


def test_looking_one_step_ahead_beats_chance() -> None:
    won = 0
    for seed in range(12):
        state = GAME.start(GAME.setup(3))
        state.settle()
        croupier, source = Seeded(seed), Stream(seed)
        while state.result is None:
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
            elif state.actor == seed % 3:
                values = []
                for action in state.choices:
                    twin = GAME.imagine(state, state.actor, source)
                    twin.play(action)
                    values.append(GAME.bot.evaluate(twin, state.actor))
                state.play(state.choices[values.index(max(values))])
            else:
                state.play(state.choices[source.below(len(state.choices))])
        won += seed % 3 in state.result.winners
    assert won >= 9
