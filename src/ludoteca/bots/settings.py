"""How a search spends its effort: settings as data, one set for each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

FILE: Final = "bot/settings.toml"

MAST: Final = "mast"
GREEDY: Final = "greedy"
QUICK: Final = "quick"
POINTS: Final = "points"
BY_VALUE: Final = "value"

_READ: Final[dict[str, Mapping[str, Any]]] = {}


def setting(
    usual: Any,
    about: str,
    *,
    words: tuple[str, ...] = (),
    least: int = 0,
    most: int = 1_000_000,
    tried: tuple[Any, ...] = (),
) -> Any:
    """A field of the settings: its usual value, what it does, which words or numbers it may be, and what
    `ludoteca tune` tries (a value that stands twice is tried twice as often).
    """
    facts = {"about": about, "words": words, "least": least, "most": most, "tried": tried or words}
    return field(default=usual, metadata=facts)


@dataclass(frozen=True)
class SearchSettings:
    """What can be tuned about a search. Values are in chances of winning, from 0 to 1."""

    prior: float = setting(
        1.0,
        "how many visits the game's evaluation counts for when an option is first met; 0: not asked",
        tried=(0.0, 0.5, 1.0, 2.0, 4.0),
    )
    prior_plies: int = setting(
        99, "how many decisions from the root the evaluation is asked about every option"
    )
    focus: float = setting(
        0.0,
        "0: every option has the same claim to be explored; else the temperature at which the evaluation "
        "shares out exploration: the lower, the more it goes to what looks best",
        tried=(0.0, 0.0, 0.3, 1.0),
    )
    exploration: float = setting(
        0.5,
        "how much doubt attracts, in units of the spread of the values met so far",
        tried=(0.15, 0.3, 0.6, 1.0, 1.5),
    )
    depth: int = setting(
        0, "the most decisions a branch of the tree is long; 0: no limit", tried=(0, 1, 2, 4, 8)
    )
    roll_out: int = setting(
        0,
        "how many decisions are played on from a leaf before the evaluation judges",
        tried=(0, 0, 0, 3, 10),
    )
    turns: int = setting(
        0,
        "if not 0: how often the move passes to another seat before the evaluation judges, or how many turns "
        "begin, where the game counts them; leaves are played on to there, and no branch grows beyond",
        tried=(0, 0, 1, 2, 3, 7),
    )
    policy: str = setting(
        "random",
        "how they are played on: `random`, `mast` (what did well elsewhere in this search), `greedy`, or "
        "`quick`: by the game's quick policy, and greedy where that has no answer",
        words=("random", MAST, GREEDY, QUICK),
    )
    noise: float = setting(0.2, "how often a roll-out ignores its policy and plays at random", most=1)
    measure: str = setting(
        "chance",
        "a leaf is judged by the `chance` of winning there; or by `points`, where the evaluation counts "
        "them: by the chance such scores would give if they were expected now, so that a large lead counts "
        "for more than a small one however late it is",
        words=("chance", POINTS),
    )
    lead: float = setting(
        0.0,
        "0: a seat wants its own chance; 1: its lead over the best rival; or between the two",
        most=1,
        tried=(0.0, 0.5, 1.0),
    )
    best: float = setting(
        0.0,
        "0: a branch is worth the mean of what was found in it; 1: what its best option is worth",
        most=1,
        tried=(0.0, 0.5, 1.0),
    )
    outcomes: int = setting(
        0,
        "how many outcomes of one chance the tree tells apart; the rest share a branch; 0: all do",
        tried=(0, 4, 1000),
    )
    redeal: int = setting(
        1,
        "how many looks at an option happen in the same imagined world, each with luck of its own",
        least=1,
        tried=(1, 4, 16),
    )
    candidates: int = setting(
        4,
        "of how many imagined worlds one is picked by its likelihood, where the game knows it",
        least=1,
    )
    plans: int = setting(
        0,
        "if not 0, and where nothing is hidden: no tree grows; whole turns are thought out, so many side by "
        "side, and each iteration judges one of them after `turns` or `roll_out`; the answer is the "
        "beginning of the best",
        tried=(0, 0, 0, 4, 12),
    )
    width: int = setting(
        0,
        "if not 0: only so many options are looked at, the game's quick answer and those that look best "
        "besides, all equally often; where the game has no quick answer, what looks best is taken",
        tried=(0, 0, 0, 4),
    )
    caution: float = setting(
        1.0,
        "by how many standard errors an option must be ahead of the quick answer to be preferred",
        tried=(0.5, 1.0, 2.0),
    )
    choice: str = setting(
        "visits",
        "the answer is the option with most `visits`, or with the highest `value`",
        words=("visits", BY_VALUE),
    )

    def changed(self, changes: Mapping[str, Any]) -> SearchSettings:
        """These settings with some of them replaced; a wrong name or value is refused by name."""
        return replace(self, **{key: checked(key, value) for key, value in changes.items()})

    def as_dict(self) -> dict[str, Any]:
        """Every setting by its name."""
        return {name: getattr(self, name) for name in FIELDS}


FIELDS: Final = {found.name: found for found in fields(SearchSettings)}


def checked(name: str, value: Any) -> Any:
    """A value that a setting may have, as it is kept: `1` for a decimal number is 1.0."""
    if name not in FIELDS:
        raise LudotecaError(f"a search has no setting “{name}”; there are {', '.join(FIELDS)}")
    usual, facts = FIELDS[name].default, FIELDS[name].metadata
    words, least, most = facts["words"], facts["least"], facts["most"]
    if words:
        if value not in words:
            raise LudotecaError(f"setting {name} is one of {', '.join(words)}, not “{value}”")
        return value
    decimal = isinstance(usual, float)
    if isinstance(value, bool) or not isinstance(value, (int, float) if decimal else int):
        raise LudotecaError(f"setting {name} is a number like {usual}, not “{value}”")
    if not least <= value <= most:
        raise LudotecaError(f"setting {name} lies between {least} and {most}, not {value}")
    return float(value) if decimal else value


def described() -> list[str]:
    """The settings as a table in Markdown, for `docs/bots.md`."""
    rows = [f"| `{name}` | {one.default} | {one.metadata['about']} |" for name, one in FIELDS.items()]
    return ["| setting | usual | what it does |", "|---|---|---|", *rows]


def settings_for(game: Game[Any]) -> SearchSettings:
    """The tuned settings of a game, from its `bot/settings.toml`; the usual ones where it has none."""
    return SearchSettings().changed(bot_file(game).get("search", {}))


def bot_file(game: Game[Any]) -> Mapping[str, Any]:
    """What `bot/settings.toml` in a game's folder says, read once."""
    path = game.folder / FILE
    known = _READ.get(str(path))
    if known is None:
        known = _READ[str(path)] = _read(path, game.name)
    return known


def _read(path: Path, name: str) -> Mapping[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LudotecaError(f"{FILE} of {name}: {error}") from None
