"""BOS-2.6, BOS-2.7, BOS-6 and BOS-7: the end of a season and of the game."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.actions import CATALOGUE
from ludoteca.games.bosa.rules.scoring import goals_in, hundred_tokens, marker, patronage
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.season import (
    end_game,
    end_season,
    pay_patronage,
    seat_with_fewest_points,
)
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import UndoRefused
from ludoteca.kernel.events import Event, only
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bosa.table import HOUSE, goal, laid, play_randomly, table


def finished(seats: int, seed: int = 1, **options: object) -> Match:
    match = Match(GAME, GAME.setup(seats, options), Seeded(seed))
    source = Stream(seed, "players")
    while match.result is None:
        match.play(match.actor, match.options[source.below(len(match.options))])
    return match


@pytest.mark.rule("BOS-6.1")
def test_eleven_coins_bring_twelve_points_and_leave_two() -> None:
    state = laid(2)
    town = state.towns[0]
    town.coins = 11
    pay_patronage(state, 0)
    assert (town.coins, town.score) == (2, 12)


@pytest.mark.rule("BOS-6.1", "BOS-6.2")
@pytest.mark.parametrize(
    ("coins", "paid", "points"),
    [(0, 0, 0), (2, 0, 0), (3, 3, 3), (8, 6, 7), (9, 9, 12), (14, 12, 18), (15, 15, 25), (22, 15, 25)],
)
def test_the_patronage_chart(coins: int, paid: int, points: int) -> None:
    assert patronage(HOUSE, coins) == (paid, points)
    state = laid(2)
    state.towns[1].coins = coins
    pay_patronage(state, 1)
    assert state.towns[1].coins == coins - paid
    assert state.towns[1].score == state.towns[1].patronage == points


def four(first: int, *points: int) -> BosaState:
    state = laid(4)
    state.first = first
    for town, score in zip(state.towns, points, strict=True):
        town.score = town.sold = score
        town.coins = 0
    return state


@pytest.mark.rule("BOS-6.5")
def test_a_tie_for_the_fewest_points_is_broken_clockwise() -> None:
    assert seat_with_fewest_points(four(2, 30, 28, 31, 28)) == 3


@pytest.mark.rule("BOS-6.5")
def test_the_previous_first_player_keeps_the_token() -> None:
    assert seat_with_fewest_points(four(1, 30, 28, 31, 28)) == 1


@pytest.mark.rule("BOS-6.5", "BOS-6.1")
def test_the_fewest_points_are_counted_after_patronage() -> None:
    state = four(0, 10, 12, 20, 20)
    state.towns[0].coins = 15
    end_season(state)
    assert state.first == 1


@pytest.mark.rule("BOS-6.5", "BOS-6.1")
def test_patronage_may_cost_another_player_the_first_turn() -> None:
    state = four(0, 14, 12, 20, 20)
    state.towns[1].coins = 15
    end_season(state)
    assert state.first == 0, "without its patronage seat 1 would have the fewest points"


@pytest.mark.rule("BOS-6.4")
@pytest.mark.parametrize("season", [1, 2])
def test_every_card_of_the_next_season_may_come(season: int) -> None:
    state = four(2, 30, 28, 31, 28)
    state.season = season
    state.agenda.clear()
    end_season(state)
    state.settle()
    outcomes = [action.text for action, weight in state.step.odds(state) if weight == 1]
    assert outcomes == [f"draw s{season + 1}-{number}" for number in range(1, 31)]


@pytest.mark.rule("BOS-2.6", "BOS-6.3", "BOS-6.4", "BOS-6.5")
def test_a_season_gives_way_to_the_next() -> None:
    state = four(2, 30, 28, 31, 28)
    old = set(state.market)
    state.agenda.clear()
    end_season(state)
    state.settle()
    assert (state.season, state.turn, state.first) == (2, 0, 3)
    assert state.actor == CHANCE
    croupier = Seeded(3)
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
    assert state.actor == 3
    assert not old & set(state.market)
    assert all(HOUSE.cards[number].season == 2 for number in state.market)
    assert state.stack == 19


@pytest.mark.rule("BOS-2.5", "BOS-2.6", "BOS-2.7", "BOS-6.3")
@pytest.mark.parametrize(("seats", "cards"), [(2, 13), (3, 18), (4, 23), (5, 28)])
def test_a_season_of_five_turns_each(seats: int, cards: int) -> None:
    match = finished(seats, seats)
    log = match.log(-1)
    for season in (1, 2, 3):
        events = []
        inside = False
        for event in log:
            if event.kind.name == "season_began":
                inside = event.value("season") == season
            if inside:
                events.append(event)
        names = Counter(event.kind.name for event in events)
        assert names["appeared"] == cards
        assert names["took"] == 5 * seats
        takers = Counter(event.value("seat") for event in events if event.kind.name == "took")
        assert set(takers.values()) == {5}
    assert [event.value("number") for event in log if event.kind.name == "market_cleared"] == [3, 3]
    assert sum(card != -1 for card in table(match).market) == 3


@pytest.mark.rule("BOS-6.6", "BOS-7.1", "BOS-1.12")
def test_without_goals_track_and_leftovers_are_all() -> None:
    match = finished(3, 6, goals=False)
    for town in table(match).towns:
        assert town.goals == town.goal_points == 0
        assert town.score == town.sold + town.patronage + sum(town.goods)
    names = Counter(event.kind.name for event in match.log(-1))
    assert names["season_ended"] == 3
    assert names["market_cleared"] == names["fewest_points"] == 2
    assert names["paid_patronage"] + names["no_patronage"] == 9
    assert names["scored_goal"] == names["got_goal"] == 0


def ended(*standing: tuple[int, int]) -> BosaState:
    """A game without goals that ends with these points and coins."""
    state = laid(len(standing), goals=False)
    state.season = 3
    for town, (score, coins) in zip(state.towns, standing, strict=True):
        town.score = town.sold = score
        town.coins = coins
        town.goods = vec[i64]([0, 0, 0])
    state.agenda.clear()
    end_game(state)
    state.settle()
    return state


@pytest.mark.rule("BOS-7.3")
def test_coins_break_a_tie() -> None:
    result = ended((150, 1), (150, 4), (140, 9)).result
    assert result is not None
    assert (result.reason, result.places, result.scores) == ("coins", (2, 1, 3), (150, 150, 140))


@pytest.mark.rule("BOS-7.3")
def test_equal_points_and_coins_share_the_victory() -> None:
    result = ended((150, 2), (150, 2)).result
    assert result is not None
    assert (result.reason, result.places) == ("shared", (1, 1))


@pytest.mark.rule("BOS-7.3")
def test_most_points_win() -> None:
    result = ended((150, 0), (151, 0), (20, 50)).result
    assert result is not None
    assert (result.reason, result.winners) == ("points", (1,))


@pytest.mark.rule("BOS-4.9")
def test_a_token_is_taken_for_each_hundred_passed() -> None:
    scores = (0, 99, 100, 101, 200, 201)
    assert [hundred_tokens(score) for score in scores] == [0, 0, 0, 1, 1, 2]
    assert [marker(score) for score in scores] == [0, 99, 100, 1, 100, 1]


@pytest.mark.rule("BOS-7.1", "BOS-4.11")
def test_leftovers_count_and_coins_do_not() -> None:
    state = laid(2, goals=False)
    state.season = 3
    state.towns[0].goods = vec[i64]([3, 0, 10])
    state.towns[0].coins = 2
    state.agenda.clear()
    end_game(state)
    assert state.towns[0].score == state.towns[0].leftovers == 13


def with_goals(choice: str, first: int = 0) -> BosaState:
    """The end of a game with two full townscapes; seat 0 holds the goals of C42."""
    state = laid(2, goal_choice=choice)
    state.first = first
    state.season = 3
    letters = "RYGB GROY BVRG YBVO".replace(" ", "")
    pools = {
        colour.letter: [card for card in HOUSE.cards if card.colour == number]
        for number, colour in enumerate(HOUSE.colours)
    }
    for town in state.towns:
        town.grid = vec[i64]([pools[letter].pop().number for letter in letters])
        town.filled = 0xFFFF
        town.goods = vec[i64]([0, 0, 0])
        town.coins = 0
    hands = [
        ["surround-red", "three", "rowdiff", "quarter"],
        ["coltwo", "group-2", "surround-green", "oneline-red"],
    ]
    for town, hand in zip(state.towns, hands, strict=True):
        town.goals = sum(1 << goal(id) for id in hand)
    state.agenda.clear()
    end_game(state)
    state.journal = []
    state.settle()
    return state


@pytest.mark.rule("BOS-7.2", "BOS-8.1", "BOS-9.4")
def test_the_two_best_of_four_goals_count() -> None:
    state = with_goals("auto")
    assert state.over
    assert state.towns[0].score == 32 + 28
    assert state.towns[1].score == 12 + 18
    assert state.journal is not None
    shown = [event for event in state.journal if event.kind.name == "showed_goal"]
    assert len(shown) == 8


@pytest.mark.rule("BOS-7.2", "BOS-9.4")
def test_goals_are_chosen_in_secret_and_scored_together() -> None:
    state = with_goals("ask")
    assert [action.text for action in state.choices] == [
        f"goals {pair}" for pair in ("2-3", "3-4", "1-3", "2-4", "1-2", "1-4")
    ], "the best two first"
    assert state.actor == state.first == 0
    state.play(CATALOGUE.parse("goals 1-2"))
    assert state.actor == 1
    assert state.towns[0].score == 0
    assert GAME.view(state, 1).chosen == (-2, -1)
    assert GAME.view(state, 0).chosen == (0, -1)
    assert GAME.view(state, -1).goals == ((-2,) * 4, (-2,) * 4)
    hand = [HOUSE.goals[number].id for number in goals_in(state.towns[0].goals)]
    assert hand == ["surround-red", "three", "rowdiff", "quarter"]
    state.play(CATALOGUE.parse("goals 1-4"))
    assert state.over
    assert state.towns[0].score == 12 + 28
    assert GAME.view(state, 1).chosen == (0, 2)


@pytest.mark.rule("BOS-9.4")
def test_the_first_player_chooses_goals_first_and_nobody_sees_which() -> None:
    state = with_goals("ask", first=1)
    assert state.actor == 1
    for seat in (1, 0):
        choice = state.choices[0]
        assert state.step.audience(state, choice) == only(seat)
        state.play(choice)
    assert state.over


@pytest.mark.rule("BOS-6.6")
def test_after_the_last_patronage_the_first_player_token_stays() -> None:
    state = four(2, 30, 28, 31, 28)
    state.season = 3
    left = list(state.market)
    state.towns[3].coins = 11
    state.agenda.clear()
    end_season(state)
    assert (state.season, state.first, state.market) == (3, 2, left)
    assert (state.towns[3].coins, state.towns[3].patronage) == (2, 12)


@pytest.mark.rule("BOS-2.7", "BOS-4.1", "BOS-4.2")
def test_every_seat_decides_as_often_as_the_rules_say() -> None:
    """15 cards taken, 15 lines chosen, 41 to 49 cards reached, 20 chances a seat and ten more."""
    for seats in (2, 5):
        match = finished(seats, 20 + seats, gain_prompts="always")
        for seat in range(seats):
            own = [entry.action.verb.name for entry in match.entries if entry.seat == seat]
            assert own.count("take") == 15
            assert own.count("line") == 15
            fired = [
                e.value("number")
                for e in match.log(-1)
                if e.kind.name.startswith("fired_") and e.value("seat") == seat
            ]
            assert len(fired) == 15
            assert 15 + 9 <= sum(fired) <= 49
        assert sum(entry.seat == CHANCE for entry in match.entries) == 20 * seats + 10


@pytest.mark.rule("BOS-9.1", "BOS-9.2")
@pytest.mark.parametrize("first_player", ["random", "seat0"])
def test_chance_is_asked_less_without_goals_and_without_a_lot(first_player: str) -> None:
    match = finished(3, 8, goals=False, first_player=first_player)
    lots = 1 if first_player == "random" else 0
    assert sum(entry.seat == CHANCE for entry in match.entries) == 16 * 3 + 9 + lots


@pytest.mark.rule("BOS-9.6")
def test_a_turn_can_be_taken_back_until_it_is_confirmed() -> None:
    match = Match(GAME, GAME.setup(2, {"confirm_turn": True, "first_player": "seat0"}), Seeded(3))
    match.play(0, "take 1")
    while match.state.step.name() != "endturn":
        match.play(0, match.options[0])
    for _ in range(match.undoable(0)):
        match.undo(0)
    assert match.state.step.name() == "take"
    match.play(0, "take 2")
    while match.state.step.name() != "endturn":
        match.play(0, match.options[0])
    match.play(0, "end")
    assert match.actor == 1
    with pytest.raises(UndoRefused):
        match.undo(0)


@pytest.mark.rule("BOS-6.6")
def test_the_end_of_the_last_season_cannot_be_taken_back() -> None:
    match = finished(2, 9, goal_choice="ask")
    last = next(
        entry for entry in reversed(match.entries) if any(e.kind.name == "season_ended" for e in entry.events)
    )
    assert last.settled


@pytest.mark.rule("BOS-4.6", "BOS-4.9", "BOS-6.1", "BOS-7.1", "BOS-7.2")
def test_the_log_accounts_for_every_coin_and_point() -> None:
    match = finished(4, 12)
    for seat, town in enumerate(table(match).towns):
        own = [event for event in match.log(-1) if event.kind.fields and event.kind.fields[0].label == "seat"]
        told = [event for event in own if event.value("seat") == seat]

        def total(kind: str, label: str = "number", told: list[Event] = told) -> int:
            return sum(event.value(label) for event in told if event.kind.name == kind)

        assert town.coins == 3 + total("got_coins") - total("paid_coins") - total("paid_patronage")
        points = (
            total("scored") + total("paid_patronage", "points") + total("leftovers") + total("scored_goal")
        )
        assert town.score == points == total("final_score")


@pytest.mark.parametrize(("preset", "mean"), [("printed", 67.5), ("house", 87.9)])
def test_random_play_scores_as_expected(preset: str, mean: float) -> None:
    """Uniformly random play has a spread of 15; sixty matches of three come close to its mean."""
    scores: list[int] = []
    for seed in range(60):
        state = laid(3, seed=seed, **GAME.presets[preset])
        play_randomly(state, seed)
        assert state.result is not None
        scores += state.result.scores
    assert abs(sum(scores) / len(scores) - mean) < 4.5
