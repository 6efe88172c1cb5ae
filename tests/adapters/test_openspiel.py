"""OpenSpiel's own conformance tests, and what they do not look at: who can know what."""

from __future__ import annotations

import builtins
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags

from ludoteca.adapters.openspiel import RECENT, TableState
from ludoteca.games import HOUSE_GAMES
from ludoteca.kernel.events import sees

SHORT = {
    "bello_divorum": "ludoteca_bello_divorum(track_length=12)",
    "bologna": "ludoteca_bologna(players=3,round_cap=3)",
    "bomarzo": "ludoteca_bomarzo",
    "bosa": "ludoteca_bosa(goals=true)",
    "manticore": "ludoteca_manticore(players=2,max_rounds=15)",
}
SECRETIVE = [
    "ludoteca_bologna(players=4)",
    "ludoteca_bomarzo(players=3,worship_promo=true)",
    "ludoteca_bosa(players=3)",
    "ludoteca_manticore(players=2,hidden_artifacts=true)",
]


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_random_sim_test(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"ludoteca_{game}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game", ["bologna(players=7,round_cap=2)", "bosa(players=5)", "manticore(players=4,mode=semicoop)"]
)
def test_random_sim_test_at_a_full_table(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"ludoteca_{game}"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_playthrough(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A playthrough written by OpenSpiel's own tool comes out the same when its actions are played again."""
    from open_spiel.python.algorithms import generate_playthrough

    # NumPy takes eighteen microseconds to round a number, and a playthrough rounds millions.
    def quick(value: Any, digits: int) -> float:
        return builtins.round(float(value), digits)

    monkeypatch.setattr(generate_playthrough, "round", quick, raising=False)
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(SHORT[game], [], seed=1)
    path = tmp_path / f"{game}.txt"
    path.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(path))
    assert original == again
    assert "IsTerminal() = True" in text


def walk(state: Any, steps: int, luck: int) -> Any:
    """Yields every state on the way of some actions that follow from `luck`."""
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        actions = state.legal_actions()
        state.apply_action(actions[luck * 7919 % len(actions)])
        luck += 1


@pytest.mark.parametrize("name", SECRETIVE)
def test_outcomes_that_a_player_cannot_see_leave_everything_it_knows_the_same(name: str) -> None:
    game = pyspiel.load_game(name)
    hidden = 0
    for state in walk(game.new_initial_state(), 120, 1):
        if not state.is_chance_node():
            continue
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        one, two = state.child(outcomes[0]), state.child(outcomes[-1])
        if len(outcomes) < 2 or one.current_player() != two.current_player():
            continue
        table = state.play.table
        action = game.encoder.game.catalogue.outcomes[outcomes[0]]
        for player in range(game.num_players()):
            strings = one.information_state_string(player), two.information_state_string(player)
            if sees(table.step.audience(table, action), player):
                assert strings[0] != strings[1]
            elif one.observation_string(player) == two.observation_string(player):
                hidden += 1
                assert strings[0] == strings[1]
                assert one.observation_tensor(player) == two.observation_tensor(player)
                assert one.information_state_tensor(player) == two.information_state_tensor(player)
                if not one.is_chance_node():
                    assert one.legal_actions(player) == two.legal_actions(player)
    assert hidden > 0


def test_information_states_have_perfect_recall() -> None:
    """What a player has once been told stays told: every string begins with the one before."""
    game = pyspiel.load_game("ludoteca_bologna(players=3)")
    before = [""] * 3
    for state in walk(game.new_initial_state(), 150, 3):
        for player in range(3):
            told = state.information_state_string(player)
            assert told.startswith(before[player])
            before[player] = told


def test_equal_information_states_have_equal_legal_actions() -> None:
    """Many short matches of one deal: whoever was told the same may do the same."""
    game = pyspiel.load_game("ludoteca_bosa(first_player=seat0)")
    known: dict[str, list[int]] = {}
    met = 0
    for luck in range(40):
        for state in walk(game.new_initial_state(), 18, luck % 5):
            if state.current_player() >= 0:
                told = state.information_state_string(state.current_player())
                met += told in known
                assert known.setdefault(told, state.legal_actions()) == state.legal_actions()
    assert met > 100


def test_chance_comes_with_its_odds() -> None:
    game = pyspiel.load_game("ludoteca_bologna(players=3,first_player=seat0)")
    state = game.new_initial_state()
    while not (state.is_chance_node() and len(state.chance_outcomes()) > 50):
        state.apply_action(state.legal_actions()[0])
    odds = state.chance_outcomes()
    assert sum(share for _, share in odds) == pytest.approx(1.0)
    assert len(odds) <= game.max_chance_outcomes()
    texts = [state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome, _ in odds]
    assert all(text.startswith("rolled ") for text in texts)


def test_parameters_are_the_options_of_the_game() -> None:
    game = pyspiel.load_game("ludoteca_bello_divorum(players=5,track_length=24,contested=block)")
    values = game.encoder.setup.values
    assert (game.num_players(), values["track_length"], values["contested"]) == (5, "24", "block")
    with pytest.raises(Exception, match="contested"):
        pyspiel.load_game("ludoteca_bello_divorum(contested=never)")


def test_clones_and_pickles_go_their_own_way() -> None:
    game = pyspiel.load_game("ludoteca_bosa")
    state = game.new_initial_state()
    for _ in walk(state, 40, 2):
        pass
    twin = state.clone()
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    told, noticed = str(state), state.information_state_string(0)
    state.apply_action(state.legal_actions()[0])
    assert str(twin) == str(copy) == told != str(state)
    for other in (twin, copy):
        assert isinstance(other, TableState)
        assert other.information_state_string(0) == noticed
        other.apply_action(other.legal_actions()[0])
        assert str(other) == str(state)
        assert other.observation_tensor(1) == state.observation_tensor(1)


def test_the_recent_past_is_in_the_information_tensor() -> None:
    game = pyspiel.load_game("ludoteca_bosa")
    state = game.new_initial_state()
    for _ in walk(state, 60, 4):
        pass
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    recent = observer.dict["recent"]
    assert recent.shape[0] == RECENT
    assert (recent[:, : game.num_players() + 1].sum(axis=1) == 1).all()
    last = state.play.moments[-1]
    assert recent[0, 0 if last.actor == 0 else 1 if last.actor == 1 else 2] == 1.0


# Resampling


@pytest.mark.parametrize("name", ["bosa", "bologna", "bomarzo"])
def test_a_resampled_state_is_one_that_the_player_cannot_tell_apart(name: str) -> None:
    game = pyspiel.load_game(f"ludoteca_{name}")
    state = game.new_initial_state()
    luck = random.Random(1)
    for number in range(60):
        if state.is_chance_node():
            state.apply_action(luck.choice(state.chance_outcomes())[0])
            continue
        player = state.current_player()
        if number > 30:
            twin = state.resample_from_infostate(player, luck.random)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            assert twin.legal_actions() == state.legal_actions() and twin.current_player() == player
            again = twin.clone()
            again.apply_action(again.legal_actions()[0])
            assert twin.information_state_string(player) == state.information_state_string(player)
        state.apply_action(luck.choice(state.legal_actions()))


def test_what_others_hide_is_dealt_anew() -> None:
    game = pyspiel.load_game("ludoteca_bosa")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    other = 1 - player
    luck = random.Random(1)
    seen = {state.resample_from_infostate(player, luck.random).observation_string(other) for _ in range(8)}
    assert len(seen) > 1, "the goals of the other seat differ from world to world"


def test_ismcts_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("ludoteca_bologna(round_cap=5)")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=3,
        random_state=np.random.RandomState(1),
    )
    state = game.new_initial_state()
    decided = 0
    while decided < 3:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        decided += 1
