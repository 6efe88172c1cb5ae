"""A bot that judges by the weights in a file, beside others that go by those in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.other_weights import WeightsFromFile
from ludoteca.bots.playing import play_out
from ludoteca.games import load
from ludoteca.games.bosa.bot.features import WEIGHTS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source, Stream

FILE = Path(__file__).parents[2] / "src/ludoteca/games/bosa/bot/evaluation.toml"


def changed_file(folder: Path) -> Path:
    """Weights of a player to whom goals are worth nothing."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    weights = lines.index("[weights]")
    for place in range(weights, len(lines)):
        if "goal =" in lines[place]:
            lines[place] = lines[place].split("=")[0] + "= [0.0, 0.0, 0.0, 0.0]"
    path = folder / "other.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


class Curious(Bot):
    """Looks at the weights in use when it is asked."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def choose(self, perspective: Perspective, source: Source) -> Action:
        self.seen = WEIGHTS.rows[-1]
        return perspective.options[0]


def scores(bots: list[str]) -> tuple[int, ...]:
    game = load("bosa")
    state = game.start(game.setup(2))
    state.settle()
    play_out(game, state, [make_bot(bot) for bot in bots], Seeded(3), 3)
    assert state.result is not None
    return tuple(state.result.scores)


def test_other_weights_are_in_use_while_the_bot_thinks_and_no_longer(tmp_path: Path) -> None:
    own = WEIGHTS.rows[-1]
    curious = Curious()
    game = load("bosa")
    state = game.start(game.setup(2))
    state.settle()
    while state.actor < 0:
        state.play(Seeded(1).settle(state))
    source = Stream(1, "bot")
    perspective = Perspective(game, state, state.actor, source)
    WeightsFromFile(curious, changed_file(tmp_path)).choose(perspective, source)
    goals = [place for place, name in enumerate(WEIGHTS.names) if name.endswith("goal")]
    assert all(curious.seen[place] == 0.0 for place in goals)
    assert any(own[place] != 0.0 for place in goals)
    assert WEIGHTS.rows[-1] == own


@pytest.mark.parametrize("bot", ["greedy:1", "ismcts:12"])
def test_the_same_weights_play_the_same_and_others_do_not(bot: str, tmp_path: Path) -> None:
    """Nothing that one player remembers by its weights leaks into another's judgement."""
    plain = scores([bot, bot])
    assert scores([f"weighed:{FILE}:{bot}", bot]) == plain
    assert scores([f"weighed:{changed_file(tmp_path)}:{bot}", bot]) != plain
    assert scores([bot, bot]) == plain


def test_a_file_that_is_not_there_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(LudotecaError, match=r"no file .*missing\.toml with weights"):
        make_bot(f"weighed:{tmp_path / 'missing.toml'}:greedy:1")
