"""The evaluation sees what a sensible player would see."""

from ludoteca.bots.bot import Perspective
from ludoteca.bots.greedy import Greedy
from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.bot.evaluation import _lead, _lead_but_one
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bomarzo.table import begin, hold, set_points, set_row, table


def worth(state: BomarzoState, seat: int = 0) -> float:
    value = GAME.bot.evaluate(state, seat)
    assert 0.0 <= value <= 1.0
    return value


def test_more_is_better() -> None:
    poor, rich = table(2), table(2)
    hold(rich, 0, (2, 2, 1))
    assert worth(begin(rich)) > worth(begin(poor))
    assert worth(rich, 1) < worth(poor, 1)
    grown = table(2)
    set_row(grown, 0, "wine", 2)
    assert worth(begin(grown)) > worth(poor)
    ahead = table(2)
    set_points(ahead, 2, 0)
    assert worth(begin(ahead)) > worth(poor)


def test_a_lead_may_be_as_large_as_an_edition_allows() -> None:
    """Harvests of 99 cubes make leads that `exp` cannot take."""
    assert 0.0 <= _lead([1.0, 5_000_000.0], 0, 0.6) < 1e-9
    assert _lead([5_000_000.0, 1.0], 0, 0.6) == 1.0
    assert 0.0 <= _lead_but_one([1.0, 5_000_000.0, 4_000_000.0], 0, 0.6) < 1e-9


def test_a_greedy_player_beats_a_random_one() -> None:
    greedy = Greedy(1)
    for seed in range(2):
        state = GAME.start(GAME.setup(2))
        state.settle()
        croupier, source = Seeded(seed), Stream(seed, "players")
        while state.actor != NOBODY:
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
            elif state.actor == seed % 2:
                state.play(greedy.choose(Perspective(GAME, state, state.actor, source), source))
            else:
                state.play(state.choices[source.below(len(state.choices))])
        assert state.result is not None
        assert state.result.winners == (seed % 2,)
        assert worth(state, seed % 2) == 1.0
