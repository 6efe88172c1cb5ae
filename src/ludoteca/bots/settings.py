"""How a search spends its effort: settings as data, one set for each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

FILE: Final = "bot/settings.toml"

REPLY: Final = "reply"
POINTS: Final = "points"

WORDS: Final = {
    "policy": ("random", "mast", "greedy", REPLY),
    "measure": ("chance", POINTS),
    "choice": ("visits", "value"),
}

_READ: Final[dict[str, Mapping[str, Any]]] = {}


class Settings:
    """What can be tuned about a search. Values are in chances of winning, from 0 to 1.

    `prior`        how many visits the game's insight counts for when an option is first met; 0: not asked
    `prior_plies`  how many decisions from the root the insight is asked about every option
    `focus`        0: every option has the same claim to be explored; else the temperature at which the
                   insight shares out exploration: the lower, the more it goes to what looks best
    `exploration`  how much doubt attracts, in units of the spread of the values met so far
    `depth`        the most decisions a branch of the tree is long; 0: no limit
    `roll_out`     how many decisions are played on from a leaf before the insight judges
    `turns`        if not 0: how often the move passes to another seat before the insight judges; leaves are
                   played on to there, and no branch grows beyond
    `policy`       how they are played: `random`, `mast` (what did well elsewhere in this search), `greedy`,
                   or `reply`: greedy by the game's own short cut, where it has one
    `noise`        how often a roll-out ignores its policy and plays at random
    `measure`      a leaf is judged by the `chance` of winning there; or by `points`, where the insight counts
                   them: by the chance such scores would give if they were expected now, so that a large lead
                   counts for more than a small one however late it is
    `lead`         0: a seat wants its own chance; 1: its lead over the best rival; or between the two
    `best`         0: a branch is worth the mean of what was found in it; 1: what its best option is worth
    `outcomes`     how many outcomes of one chance the tree tells apart; the rest share a branch; 0: all do
    `redeal`       how many looks at an option happen in the same imagined world, each with luck of its own
    `candidates`   of how many imagined worlds one is picked by its likelihood, where the game knows it
    `plans`        if not 0, and where nothing is hidden: no tree grows; whole turns are thought out, so many
                   side by side, and each iteration judges one of them; what they come to is judged after
                   `turns` or `roll_out`, and the answer is the beginning of the best
    `width`        if not 0: only so many options are looked at, the game's own reply and those that look best
                   besides, all equally often; where the game has no reply, what looks best is taken
    `caution`      by how many standard errors an option must be ahead of the game's reply to be preferred
    `choice`       the answer is the option with most `visits`, or with the highest `value`
    """

    def __init__(self) -> None:
        self.prior = 1.0
        self.prior_plies = 99
        self.focus = 0.0
        self.exploration = 0.5
        self.depth = 0
        self.roll_out = 0
        self.turns = 0
        self.policy = "random"
        self.noise = 0.2
        self.measure = "chance"
        self.lead = 0.0
        self.best = 0.0
        self.outcomes = 0
        self.redeal = 1
        self.candidates = 4
        self.plans = 0
        self.width = 0
        self.caution = 1.0
        self.choice = "visits"

    def changed(self, table: Mapping[str, Any]) -> Settings:
        """These settings with some of them replaced; a wrong name or value is refused by name."""
        found = Settings()
        for key, value in self.table().items():
            setattr(found, key, value)
        for key, value in table.items():
            _check(key, value, found.table())
            setattr(found, key, float(value) if isinstance(getattr(found, key), float) else value)
        return found

    def table(self) -> dict[str, Any]:
        """Every setting by its name."""
        return {
            "prior": self.prior,
            "prior_plies": self.prior_plies,
            "focus": self.focus,
            "exploration": self.exploration,
            "depth": self.depth,
            "roll_out": self.roll_out,
            "turns": self.turns,
            "policy": self.policy,
            "noise": self.noise,
            "measure": self.measure,
            "lead": self.lead,
            "best": self.best,
            "outcomes": self.outcomes,
            "redeal": self.redeal,
            "candidates": self.candidates,
            "plans": self.plans,
            "width": self.width,
            "caution": self.caution,
            "choice": self.choice,
        }


def _check(key: str, value: Any, known: Mapping[str, Any]) -> None:
    if key not in known:
        raise LudotecaError(f"a search has no setting “{key}”; there are {', '.join(known)}")
    if key in WORDS:
        words = WORDS[key]
        if value not in words:
            raise LudotecaError(f"setting {key} is one of {', '.join(words)}, not “{value}”")
        return
    kinds = (int, float) if isinstance(known[key], float) else (int,)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise LudotecaError(f"setting {key} is a number like {known[key]}, not “{value}”")
    least = 1 if key in ("redeal", "candidates") else 0
    most = 1 if key in ("lead", "best", "noise") else 1_000_000
    if not least <= value <= most:
        raise LudotecaError(f"setting {key} lies between {least} and {most}, not {value}")


def settings_for(game: Game[Any]) -> Settings:
    """The tuned settings of a game, from its `bot/settings.toml`; the general ones where it has none."""
    return Settings().changed(bots_table(game).get("search", {}))


def bots_table(game: Game[Any]) -> Mapping[str, Any]:
    """What a game's folder says about bots, read once."""
    path = game.folder / FILE
    known = _READ.get(str(path))
    if known is None:
        known = _READ[str(path)] = _read(path)
    return known


def _read(path: Path) -> Mapping[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LudotecaError(f"{path.name} of {path.parent.name}: {error}") from None
