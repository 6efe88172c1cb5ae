"""The API of the games and of the lobby."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from ludoteca import games
from ludoteca.house.refusals import Refused
from ludoteca.house.service.new_tables import editions_of
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.web.api.shapes import (
    BrokenGameShape,
    GameName,
    Games,
    GameShape,
    Language,
    LobbyShape,
    OptionShape,
    Rules,
    RuleShape,
)
from ludoteca.kernel.game import AS_PRINTED, Game
from ludoteca.kernel.options import Option
from ludoteca.kernel.words import PhraseBook

TAG = "games"


class NoSuchGame(Refused):
    """There is no game of this name."""

    status = 404

    def __init__(self, name: str) -> None:
        there = ", ".join(games.names())
        super().__init__("no-such-game", f"there is no game “{name}” here; there are {there}")


def find(name: str) -> Game[Any]:
    """The game called `name`."""
    if name not in games.names():
        raise NoSuchGame(name)
    return games.load(name)


@api("GET", "/games", tag=TAG)
async def list_games(request: ApiRequest, language: Language | None = None) -> Games:
    """The games of the house with their options, presets and bots."""
    spoken = language or request.language
    described = [_described(request, name, spoken) for name in games.names()]
    return Games(described, [BrokenGameShape(fault.name, fault.problem) for fault in games.broken()])


@api("GET", "/games/{game}", errors=(404,), tag=TAG)
async def get_game(request: ApiRequest, game: GameName, language: Language | None = None) -> GameShape:
    """One game with its options, presets and bots."""
    return _described(request, find(game).name, language or request.language)


@api("GET", "/games/{game}/rules", errors=(404,), tag=TAG)
async def get_rules(request: ApiRequest, game: GameName) -> Rules:
    """The rules of a game: each by its id, and the whole rulebook."""
    return read_rules(find(game).name)


@api("GET", "/lobby", tag="tables")
async def get_lobby(request: ApiRequest) -> LobbyShape:
    """Your tables, those awaiting you first; public ones with an open seat, to watch, and recent results."""
    lobby = await request.house.lobby(request.person)
    return LobbyShape(lobby.yours, lobby.waiting, lobby.watch, lobby.recent)


def _described(request: ApiRequest, name: str, language: str) -> GameShape:
    editions = editions_of(games.load(name))
    return describe(name, language, tuple(request.house.levels()), tuple(editions))


@lru_cache(maxsize=64)
def describe(name: str, language: str, levels: tuple[str, ...], editions: tuple[str, ...]) -> GameShape:
    """A game in one language."""
    game = games.load(name)
    words = game.words(language if language in game.languages() else "en")
    return GameShape(
        name=game.name,
        title=game.title,
        tagline=words.phrase("game", "tagline"),
        least=game.least,
        most=game.most,
        minutes=game.minutes,
        version=game.version,
        edition=game.edition(None).label,
        editions=list(editions),
        languages=game.languages(),
        levels=list(levels),
        presets={preset: dict(values) for preset, values in game.presets.items()},
        preset_titles={preset: words.phrase("preset", preset) for preset in game.presets},
        options=[_option(game, option, words) for option in game.options],
    )


def _option(game: Game[Any], option: Option, words: PhraseBook) -> OptionShape:
    defaults = {one.key: one.default for one in game.options}
    return OptionShape(
        key=option.key,
        kind=cast(Any, option.kind),
        label=words.phrase("option", option.key),
        help=words.phrase("option", f"{option.key}.help"),
        default=option.default,
        values=list(option.words),
        low=option.low,
        high=option.high,
        rule=option.rule,
        origin=cast(Any, game.rule_origins().get(option.rule, AS_PRINTED)),
        house=option.house,
        concerns=[n for n in range(game.least, game.most + 1) if option.concerns(n, defaults)],
    )


@lru_cache(maxsize=16)
def read_rules(name: str) -> Rules:
    game = games.load(name)
    text = (game.folder / "rules.md").read_text(encoding="utf-8")
    origins = cast(Any, game.rule_origins())
    return Rules(
        game.name, [RuleShape(rule, said, origins[rule]) for rule, said in game.rules().items()], text
    )
