"""Hints: what is possible at a decision, in a sentence that ends with the rules it speaks of."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.kernel.game import Game

CITED: Final = re.compile(r"\b[A-Z]{3}-\d+(?:\.\d+)?[a-z]?\b")
_CITATION: Final = re.compile(r" ?\((?:[A-Z]{3}-\d+(?:\.\d+)?[a-z]?(?:, )?)+\)$")


def without_citation(hint: str) -> str:
    """A hint without the rules that it cites at its end."""
    return _CITATION.sub("", hint)


@lru_cache(maxsize=512)
def hint_for(game: Game[Any], language: str, question: str) -> Markup:
    """The hint for a decision, its rules being links; empty where the phrase book has none."""
    told = str(escape(game.words(language).find("hint", question) or ""))
    return Markup(CITED.sub(rf'<a class="rule" href="/games/{game.name}/rules#\g<0>">\g<0></a>', told))
