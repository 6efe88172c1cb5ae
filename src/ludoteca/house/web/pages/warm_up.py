"""What the first visitor would otherwise wait for: packed files, compiled templates, covers."""

from __future__ import annotations

from ludoteca.house.web.pages import assets, game_cards
from ludoteca.house.web.pages.texts import LANGUAGES, texts


def warm_up() -> None:
    """Make everything that is made once, and kept."""
    assets.pack_statics()
    assets.parts()
    for name in assets.environment().list_templates():
        assets.environment().get_template(name)
    for game in game_cards.games():
        game_cards.cover(game)
        for language in LANGUAGES:
            game.words(language)
    for language in LANGUAGES:
        texts(language)
