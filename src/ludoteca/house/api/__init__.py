"""The JSON API of the house: everything the pages do, under /api/v1."""

from __future__ import annotations

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """The routes of the API."""
    from ludoteca.house.api import catalogue, past, tables, visitors
    from ludoteca.house.api.asking import Ask
    from ludoteca.house.api.description import api
    from ludoteca.house.api.problems import refusal

    assert tables and past and catalogue and visitors, "importing them declared their operations"
    return api.routes(Ask, refusal)
