"""The server of the house: one process, one event loop, a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import uvicorn

from ludoteca import build_note, compiled
from ludoteca.house.live.socket_writer import ServerSocket
from ludoteca.house.monitoring import set_up_logs
from ludoteca.house.settings import Settings, SettingsError
from ludoteca.house.web.app import Application
from ludoteca.house.web.connections import Door, limited_protocol
from ludoteca.house.web.sweeper import Sweeper

BACKLOG = 1024
OWN_FILES = 100
"""Files that the house keeps for itself: the database, workers, logs."""
TICKS_A_BEAT = 10
"""Of uvicorn's ticks, ten a second."""
WARM_UP_AFTER = 1.0
"""Seconds for which somebody who waits for the house to open has it to themselves."""
THREADS_TURN = 0.0005
"""Seconds for which a thread beside the event loop computes while the loop wants to go on."""
KEEP_ALIVE = 75
"""Seconds that a quiet connection is kept: longer than proxies do, so that the proxy closes it."""


class Server(uvicorn.Server):
    """A uvicorn server that says goodbye to live connections before it closes."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self.application = application
        self.shown = ""
        """What to open in a browser once everything is ready."""
        self.sweeper = Sweeper()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.shown:
            await asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.shown)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_BEAT == 0:
            self.sweeper.beat(self.server_state.total_requests)
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End without an error on SIGINT and SIGTERM, also if SIGTERM comes again while the house closes."""
        interrupt = signal.signal(signal.SIGINT, self.handle_exit)
        signal.signal(signal.SIGTERM, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, interrupt)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.application.house.remote_work.stop()
        await self.application.hub.stop()
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[str], None], browser: bool = False) -> None:
    """Run the house until somebody ends it; open it in a `browser` if asked to."""
    if not compiled:
        say(f"The rules run slowly here ({build_note()}): bots think less well in the same time.")
    sys.setswitchinterval(THREADS_TURN)
    settings = with_room_for_sockets(settings)
    listening = listen(settings)
    set_up_logs(settings.log)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    application = Application(settings)
    server = Server(uvicorn.Config(application, **server_options(settings)), application)
    server.shown = settings.address if browser else ""
    server.sweeper.begin()

    def announce() -> None:
        say(f"The house is open: {settings.address}")
        say("Ctrl+C closes it; matches go on where they were when it opens again.")

    async def run() -> None:
        application.opened = announce
        async with application.lifespan():
            warming_up = threading.Timer(WARM_UP_AFTER, application.warm_up)
            warming_up.daemon = True
            warming_up.start()
            await server.serve([listening])
            warming_up.cancel()

    with listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(run())


def with_room_for_sockets(settings: Settings) -> Settings:
    """Let the process open as many files as it may, and admit no more connections than that leaves room for:
    a house without a free file cannot open its own database.
    """
    try:
        import resource
    except ImportError:  # pragma: no cover (Windows)
        return settings
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return settings
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OWN_FILES
    if not settings.limits.sockets or settings.limits.sockets <= allowed:
        return settings
    limits = msgspec.structs.replace(settings.limits, sockets=max(1, allowed))
    return msgspec.structs.replace(settings, limits=limits)


def server_options(settings: Settings) -> dict[str, Any]:
    """The options of uvicorn. Our own guard does the logging and handles proxies."""
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "lifespan": "off",
        "ws": ServerSocket,
        "http": limited_protocol(Door(settings.limits, settings.proxies)),
        "timeout_graceful_shutdown": int(settings.grace),
        "ws_ping_interval": settings.heartbeat,
        "ws_ping_timeout": settings.heartbeat,
        "ws_max_size": 64 * 1024,
        "h11_max_incomplete_event_size": 64 * 1024,
        "backlog": BACKLOG,
        "timeout_keep_alive": KEEP_ALIVE,
    }


def listen(settings: Settings) -> socket.socket:
    """The socket the house listens at."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        where = f"{settings.host}:{settings.port}"
        raise SettingsError(f"the house cannot listen at {where}: {error.strerror}") from None
    found.listen(BACKLOG)
    found.setblocking(False)
    return found


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
