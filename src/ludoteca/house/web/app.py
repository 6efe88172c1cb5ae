"""The application: pages, JSON API and live updates of one house, behind one guard.

Handlers find the `house`, the `identities`, the `settings`, the `metrics` and the `hub` of live updates in
`request.app.state`, and the `person` who asks (or None), their `address`, the `visitor` by whom
heavy work is counted, and the `scheme` in `request.scope`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ludoteca.draw.memory import MEMORY
from ludoteca.house.live.hub import LIVE, Hub, PageParts
from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.refusals import Unavailable
from ludoteca.house.service import shelf
from ludoteca.house.service.accounts import Accounts
from ludoteca.house.service.delivery import Delivery
from ludoteca.house.service.heavy_work import HeavyWork
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import Identities, load_or_make_secret, newest_secret
from ludoteca.house.service.rate_limits import RateLimiter, is_private
from ludoteca.house.service.remote_work import Budget
from ludoteca.house.service.trials import Trials
from ludoteca.house.settings import Settings, adjusted
from ludoteca.house.web.api import ApiContext, ApiRouter, api
from ludoteca.house.web.guard import FAULT, Guard
from ludoteca.house.web.pages.live_page import TablePageParts
from ludoteca.house.web.pages.routes import problem_page, routes
from ludoteca.house.web.pages.trouble import plain_trouble
from ludoteca.house.web.pages.warm_up import warm_up
from ludoteca.house.web.problems import Problem, problem_response
from ludoteca.house.workers.parcel import ANALYSES, BOTS

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

API: Final = f"{api.prefix}/"
FOLLOW_INTERVAL: Final = 15.0
"""Seconds after which a process looks at what the host has decided in another one."""


class Application:
    """The ASGI application of one house. It starts and stops the house."""

    def __init__(
        self,
        settings: Settings,
        house: House | None = None,
        pages: Sequence[BaseRoute] | None = None,
        page_parts: PageParts | None = None,
    ) -> None:
        secret = settings.secret or load_or_make_secret(settings.data)
        self.settings = settings
        MEMORY.budget = settings.memory * 2**20 // 2
        self.identities = Identities(secret, settings.secure)
        self.house = house or House(
            settings.store,
            newest_secret(secret).encode(),
            settings.workers,
            memory=settings.memory * 2**20 // 2,
            most_tables=settings.limits.tables,
            network_tables=settings.limits.network_tables,
            thinking=settings.limits.thinking,
            delivery=Delivery(settings.address, settings.smtp, settings.mail_from, settings.reach),
        )
        limits = settings.limits
        self.house.remote_work.budgets = {
            BOTS: Budget(limits.remote_bots, limits.remote_bot_seconds),
            ANALYSES: Budget(limits.remote_analyses, limits.remote_analysis_seconds),
        }
        self.accounts = Accounts(self.house, secret)
        self.metrics = Metrics()
        self.heavy = HeavyWork(settings.limits.computing)
        self.trials = Trials()
        self.shelf_shares = RateLimiter(shelf.FROM_ONE_NETWORK / shelf.DAY, shelf.DAY)
        if pages is None:
            pages, page_parts = routes(), TablePageParts(self.house.block_lists)
        self.hub = Hub(self.house, self.metrics, settings.heartbeat, page_parts, self.accounts.sessions)
        context = ApiContext(
            self.house,
            self.identities,
            self.accounts,
            settings,
            self.metrics,
            self.hub.table_json,
            self.heavy,
        )
        self.api = ApiRouter(api, context)
        self.framework = Starlette(
            routes=[Route("/healthz", health), Route("/metrics", show_metrics), *pages],
            lifespan=self.lifespan,
            exception_handlers={HTTPException: refused, Exception: failed},
        )
        self.framework.router.redirect_slashes = False
        state = self.framework.state
        state.house, state.identities, state.settings = self.house, self.identities, settings
        state.metrics, state.hub, state.heavy = self.metrics, self.hub, self.heavy
        state.application, state.accounts, state.trials = self, self.accounts, self.trials
        state.shelf_shares = self.shelf_shares
        self.limits = settings.limits
        self.opened: Callable[[], None] = lambda: None
        """Called once everything is ready."""
        self.guard = Guard(
            self.route, settings, self.identities, self.metrics, self.accounts.sessions, plain_trouble
        )

    def warm_up(self) -> None:
        """Make what the first visitor would wait for; in a thread of its own."""
        warm_up()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)

    async def route(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch the most frequent requests directly, everything else through the framework."""
        kind = scope["type"]
        if kind == "http" and scope["path"].startswith(API):
            await self.api(scope, receive, send)
        elif kind == "websocket" and scope["path"].startswith(LIVE):
            await self.hub(scope, receive, send)
        else:
            await self.framework(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self, _: Starlette | None = None) -> AsyncIterator[None]:
        """The time from opening to closing. Raises an error with one sentence if the house cannot open."""
        await shelf.take_in_files(self.settings.store, self.settings.data)
        await self.house.start()
        await self.follow_the_host()
        await self.hub.start()
        following = asyncio.create_task(self.keep_following_the_host())
        self.opened()
        LOG.info("the house is open", extra={"fields": {"address": self.settings.address}})
        try:
            yield
        finally:
            following.cancel()
            await self.hub.stop()
            self.heavy.stop()
            await self.trials.stop()
            await self.house.stop()
            LOG.info("the house is closed")

    async def follow_the_host(self) -> None:
        """Let what the host has decided hold in this process."""
        await self.house.moderation.refresh()
        self.limits = limits = adjusted(self.settings.limits, await self.house.moderation.rows.adjusted())
        self.guard.change(limits)
        self.heavy.change(limits.computing)
        self.house.limits.change(limits.tables, limits.network_tables, limits.thinking)

    async def keep_following_the_host(self) -> None:
        """Learn what the host has decided in another process."""
        while True:
            await asyncio.sleep(FOLLOW_INTERVAL)
            try:
                await self.follow_the_host()
            except Unavailable:
                LOG.warning("what the host has decided cannot be read: the database cannot be reached")
            except Exception:
                LOG.exception("what the host has decided cannot be read")


async def health(request: Request) -> Response:
    """Answers 200 if the house can read and write."""
    house: House = request.app.state.house
    fault = await house.healthy()
    return PlainTextResponse(fault or "ok", 503 if fault else 200)


async def show_metrics(request: Request) -> Response:
    """Figures for Prometheus. They tell what happens in a quiet house, so they are for its own network."""
    settings: Settings = request.app.state.settings
    guard: Guard = request.app.state.application.guard
    near = is_private(request.scope["address"]) and not guard.strange_proxy(request)
    if settings.metrics != "open" and not near:
        return PlainTextResponse("only for the house's own network, or with LUDOTECA_METRICS=open", 403)
    metrics: Metrics = request.app.state.metrics
    house: House = request.app.state.house
    hub: Hub = request.app.state.hub
    body, media = metrics.text({**house.figures(), **hub.figures()})
    return Response(body, media_type=media)


async def refused(request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: an unknown path, a body that is too large."""
    assert isinstance(error, HTTPException)
    kind = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}.get(error.status_code, "refused")
    headers = dict(error.headers) if error.headers else None
    return problem_answer(request, Problem(error.status_code, kind, str(error.detail)), headers)


async def failed(request: Request, error: Exception) -> Response:
    """Answer a fault of ours. The guard logs it."""
    return problem_answer(request, FAULT, None)


def problem_answer(request: Request, problem: Problem, headers: dict[str, str] | None) -> Response:
    """The problem as JSON for programs, or as a page for people."""
    if "text/html" not in request.headers.get("accept", ""):
        return problem_response(problem, headers)
    response = problem_page(request, problem.status)
    response.headers.update(headers or {})
    return response
