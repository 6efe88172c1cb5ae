"""Preferences for the pages: theme, pace, language and so on, kept in a cookie of the browser."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from ludoteca.house.service.identity import preferred_language
from ludoteca.house.web.pages.texts import LANGUAGES

COOKIE: Final = "taste"
LAYOUT: Final = "layout"
AGE: Final = 400 * 86_400
CHOICES: Final = {
    "theme": ("auto", "light", "dark"),
    "pace": ("calm", "quick", "none"),
    "confirm": ("touch", "always", "never"),
    "language": ("", *LANGUAGES),
}
SWITCHES: Final = {"sound": False, "badge": True, "keys": True, "onward": False}


class Preferences(dict[str, Any]):
    """The preferences by name: `preferences.theme`, `preferences["sound"]`."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


def read(words: dict[str, str]) -> Preferences:
    """The preferences in a form or a cookie; invalid values are ignored."""
    found = Preferences({name: values[0] for name, values in CHOICES.items()})
    found |= SWITCHES
    for name, values in CHOICES.items():
        if words.get(name) in values:
            found[name] = words[name]
    for name in SWITCHES:
        if name in words:
            found[name] = words[name] in ("1", "on")
    return found


def preferences_of(request: Request) -> Preferences:
    """The preferences in the browser's cookie."""
    return read(dict(parse_qsl(request.cookies.get(COOKIE, "")[:300])))


def cookie(preferences: Preferences) -> str:
    """The value of a `Set-Cookie` header that keeps the preferences."""
    words = {name: int(value) if isinstance(value, bool) else value for name, value in preferences.items()}
    return f"{COOKIE}={urlencode(words)}; Path=/; Max-Age={AGE}; SameSite=Lax"


def language_of(request: Request) -> str:
    """The person's language, else the one they chose, else the one their browser asks for."""
    person = request.scope.get("person")
    if person is not None:
        return str(person.language)
    return str(preferences_of(request).language) or preferred_language(
        request.headers.get("accept-language", "")
    )


def narrow(request: Request) -> bool:
    """Whether to draw boards for a phone: as requested, as a page has measured, or by the browser's kind."""
    wish = request.query_params.get(LAYOUT) or request.cookies.get(LAYOUT)
    if wish in ("narrow", "wide"):
        return wish == "narrow"
    return request.headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in request.headers.get("user-agent", "")
