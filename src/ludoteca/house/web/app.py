"""The application: pages, JSON API and live updates of one house, behind one door.

Handlers find in `request.app.state` the `house`, the `people`, the `settings`, the `metrics` and the `hub` of
live updates, and in `request.scope` the `person` who asks (or None), their `address` and the `scheme`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ludoteca.house.live.hub import LIVE, Hub, Layers
from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import People, kept_secret, newest
from ludoteca.house.settings import Settings
from ludoteca.house.web.api import Desk, Served, api
from ludoteca.house.web.guard import FAULT, Door
from ludoteca.house.web.problems import Problem, answer

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

API: Final = f"{api.prefix}/"


class Application:
    """One house to be served: an ASGI application that starts and stops the house with itself."""

    def __init__(
        self,
        settings: Settings,
        house: House | None = None,
        pages: Sequence[BaseRoute] | None = None,
        layers: Layers | None = None,
    ) -> None:
        secret = settings.secret or kept_secret(settings.data)
        self.settings = settings
        self.people = People(secret, settings.secure)
        self.house = house or House(
            settings.store, newest(secret).encode(), settings.workers, most=settings.limits.tables
        )
        self.metrics = Metrics()
        trouble = None
        if pages is None:
            from ludoteca.house.web import pages as rooms

            pages, layers, trouble = rooms.routes(), rooms.layers(), rooms.trouble
        self.hub = Hub(self.house, self.metrics, settings.heartbeat, layers)
        desk = Desk(self.house, self.people, settings, self.metrics, self.hub.teller)
        self.api = Served(api, desk)
        routes: list[BaseRoute] = [
            Route("/healthz", health),
            Route("/metrics", metrics),
            *pages,
        ]
        self.inside = Starlette(
            routes=routes,
            lifespan=self.lifespan,
            exception_handlers={HTTPException: refused, Exception: failed},
        )
        self.inside.router.redirect_slashes = False
        state = self.inside.state
        state.house, state.people, state.settings = self.house, self.people, settings
        state.metrics, state.hub, state.trouble = self.metrics, self.hub, trouble
        self.door = Door(self.route, settings, self.people, self.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.door(scope, receive, send)

    async def route(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What is asked for most goes straight to who answers it, everything else through the framework."""
        kind = scope["type"]
        if kind == "http" and scope["path"].startswith(API):
            await self.api(scope, receive, send)
        elif kind == "websocket" and scope["path"].startswith(LIVE):
            await self.hub(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.house.start()
        await self.hub.start()
        LOG.info("the house is open", extra={"told": {"address": self.settings.address}})
        try:
            yield
        finally:
            await self.hub.stop()
            await self.house.stop()
            LOG.info("the house is closed")


async def health(request: Request) -> Response:
    """Whether the house can read and write."""
    house: House = request.app.state.house
    fault = await house.healthy()
    return PlainTextResponse(fault or "ok", 503 if fault else 200)


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    told: Metrics = request.app.state.metrics
    house: House = request.app.state.house
    hub: Hub = request.app.state.hub
    body, media = told.text({**house.figures(), **hub.figures()})
    return Response(body, media_type=media)


async def refused(request: Request, error: Exception) -> Response:
    """What is refused before a handler is found, or while the body is read."""
    assert isinstance(error, HTTPException)
    kind = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}.get(error.status_code, "refused")
    headers = dict(error.headers) if error.headers else None
    return trouble(request, Problem(error.status_code, kind, str(error.detail)), headers)


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours. The door logs it."""
    return trouble(request, FAULT, None)


def trouble(request: Request, problem: Problem, headers: dict[str, str] | None) -> Response:
    """A problem for programs, or a page for people."""
    page = request.app.state.trouble
    if page is None or "text/html" not in request.headers.get("accept", ""):
        return answer(problem, headers)
    response: Response = page(request, problem.status, problem.detail)
    response.headers.update(headers or {})
    return response
