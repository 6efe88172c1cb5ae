"""Games cut small enough to be solved exactly, by OpenSpiel's own algorithms."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from ludoteca.adapters.exact_cuts import OPTIONS, SEATS, count, edition_of
from ludoteca.games import HOUSE_GAMES, load

MOMENTS = {"bello_divorum": (920, 0, 1494), "bologna": (984, 566, 1532)}


@pytest.mark.parametrize("game", OPTIONS)
def test_every_match_of_a_cut_can_be_counted(game: str) -> None:
    found = load(game)
    counted = count(found, found.setup(SEATS, OPTIONS[game], edition_of(game)), 10_000)
    assert counted.whole
    assert (counted.decisions, counted.chances, counted.ends) == MOMENTS[game]


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_whole_games_are_too_large_to_be_counted(game: str) -> None:
    found = load(game)
    counted = count(found, found.setup(found.least), 300)
    assert not counted.whole and counted.moments == 300


@pytest.mark.parametrize("game", OPTIONS)
def test_openspiel_accepts_a_cut(game: str) -> None:
    tiny = pyspiel.load_game(f"ludoteca_{game}_tiny")
    assert tiny.num_players() == 2 and tiny.utility_sum() == 1.0
    pyspiel.random_sim_test(tiny, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("game", OPTIONS)
def test_cfr_lowers_the_exploitability(game: str) -> None:
    tiny = pyspiel.load_game(f"ludoteca_{game}_tiny")
    at_random = exploitability.exploitability(tiny, UniformRandomPolicy(tiny))
    solver = cfr.CFRSolver(tiny)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(tiny, solver.average_policy()) < 0.6 * at_random


@pytest.mark.parametrize("game", OPTIONS)
def test_a_remembered_moment_is_not_changed_by_what_follows(game: str) -> None:
    state = pyspiel.load_game(f"ludoteca_{game}_tiny").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state), state.information_state_string(0), state.legal_actions()
    for action in state.legal_actions():
        child = state.child(action)
        assert str(child) != before[0]
    assert (str(state), state.information_state_string(0), state.legal_actions()) == before
