"""The JSON API of the house: everything the pages do, under /api/v1."""

from __future__ import annotations

from ludoteca.house.web.api import finished_matches, games, me, notices, people, tables, tournaments, work
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiContext
from ludoteca.house.web.api.router import ApiRouter

__all__ = [
    "ApiContext",
    "ApiRouter",
    "api",
    "finished_matches",
    "games",
    "me",
    "notices",
    "people",
    "tables",
    "tournaments",
    "work",
]
