"""The pages' own words: complete, alike in every language, and nothing that nobody says."""

from __future__ import annotations

import re
import tomllib

import pytest

from ludoteca.games import load, names
from ludoteca.house.web.pages.assets import FOLDER
from ludoteca.house.web.pages.texts import LANGUAGES, texts
from ludoteca.kernel.words import holes

MADE_UP = re.compile(
    r"preferences\.(theme|pace|confirm)_\w+|preferences\.(sound|badge|keys|onward)|open\.(clock|then)_\w+|open\.(me|here|free|bot|minute|second|hour"
    r"|day)|puzzle\.(theme|difficulty)_\w+|host\.\w+|privacy\.\w+|open\.(mark|means|preset)_\w+|rules\.governs_\w+|players_change\.\d|level\.\w+"
    r"|number\.\d+|lobby\.(waiting|watch|recent)(_none)?|lobby\.(sit|look|replay)|table\.(bot|stands_in)|table\.\w+|waiting"
    r"\.\w+|profile\.(shown|won|lost)_\w+|profile\.(won|place)|notices\.(way|kind)_\w+|tournament\.(form|status|clock)_\w+"
    r"|trial\.(by_\w+|running|done|stopped|failed)|trouble\.\w+"
)


def book(language: str) -> dict[str, str]:
    found = tomllib.loads((FOLDER / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, phrases in found.items() for key, text in phrases.items()}


def test_every_language_says_the_same_things_about_the_same_values() -> None:
    first = book(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = book(language)
        assert set(other) == set(first)
        for key, text in first.items():
            assert holes(other[key]) == holes(text), key


def test_everything_a_template_asks_for_can_be_said() -> None:
    sources = [*(FOLDER / "templates").iterdir(), *FOLDER.glob("*.py")]
    said = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    asked = set(re.findall(r"""(?:say|request\.say)\(["'](\w+\.\w+)["'][,)]""", said))
    assert len(asked) > 80
    assert asked <= set(book("en"))
    unsaid = {key for key in book("en") if key not in said and not MADE_UP.fullmatch(key)}
    assert not unsaid, f"nobody says {sorted(unsaid)}"


def test_what_cannot_be_said_is_an_error() -> None:
    with pytest.raises(KeyError, match="no_such"):
        texts("en")("site.no_such")


@pytest.mark.parametrize("game", names())
def test_games_name_their_presets_and_have_a_sentence_for_the_lobby(game: str) -> None:
    for language in LANGUAGES:
        words = load(game).words(language)
        assert words.find("game", "tagline")
        for preset in load(game).presets:
            assert words.find("preset", preset), f"{game} has no words for the preset {preset}"
