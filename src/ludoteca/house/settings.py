"""The settings of the house, from the command line and `LUDOTECA_*` variables."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from ludoteca import games
from ludoteca.bots.own_bot_finder import BOTS_FILE, listed_bots
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.files import EDITIONS_FOLDER

PREFIX: Final = "LUDOTECA_"
SQLITE_FILE: Final = "ludoteca.db"
LISTS: Final = frozenset(("proxies", "hosts"))


class SettingsError(LudotecaError):
    """The house cannot be run like this."""


def default_data(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for data in the user's home."""
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ludoteca"
    return Path(environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "ludoteca"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits for one person, one network or one request."""

    body: int = 64 * 1024
    """Bytes of a request's body."""
    headers: int = 32 * 1024
    """Bytes of a request's headers."""
    seconds: float = 20.0
    """Seconds within which a request, once begun, has to be complete."""
    sockets: int = 4000
    """Connections at once, live or not; one network may hold a quarter of them."""
    line: int = 8 * 1024
    """Bytes of a request's path and query."""
    tables: int = 20
    """Tables that one person may have open at once."""
    network_tables: int = 200
    """Unfinished tables that may have been opened from one network: a household, a school."""
    thinking: float = 300.0
    """Seconds that bots think in ten minutes for the tables of one network before others go first."""
    writes: float = 20.0
    """Commands a second that one person may send, on average."""
    reads: float = 60.0
    """Requests a second that one person may send, on average."""
    address: float = 200.0
    """Requests a second from one network: a household or a school. They take turns; 0: they do not."""
    burst: float = 5.0
    """Seconds' worth of these that may come at once."""
    arrivals: float = 2.0
    """New people a second from one network; half a minute's worth may come at once."""
    computing: float = 20.0
    """Seconds of replays and records that the house computes in a minute for one visitor."""
    connections: int = 200
    """Live connections that one network may hold."""
    remote_bots: int = 32
    """Moves that workers over HTTP may be thinking about at once."""
    remote_bot_seconds: float = 20.0
    """Seconds that such a worker may take for a move."""
    remote_analyses: int = 8
    """Analyses that workers over HTTP may be computing at once."""
    remote_analysis_seconds: float = 1800.0
    """Seconds that such a worker may take for an analysis."""


ADJUSTABLE: Final = (
    "tables",
    "network_tables",
    "thinking",
    "writes",
    "reads",
    "address",
    "arrivals",
    "computing",
    "connections",
)
"""The limits that a host can change while the house is open."""


def adjusted(limits: Limits, changes: Mapping[str, float]) -> Limits:
    """The limits with those that the host has changed."""
    kinds = {name: type(getattr(limits, name)) for name in ADJUSTABLE}
    return msgspec.structs.replace(
        limits, **{name: kinds[name](value) for name, value in changes.items() if name in kinds}
    )


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a host can choose."""

    host: str = "127.0.0.1"
    port: int = 8230
    data: Path = msgspec.field(default_factory=default_data)
    """The folder of the database and of the secret that signs cookies."""
    database: str = ""
    """Empty for the SQLite file in the data folder, or `postgresql://…`."""
    editions: Path | None = None
    """The folder of edition files, in a subfolder for each game, that tables may be opened with."""
    bots: Path | None = None
    """A file of the host's own bots, which may then be seated at every table."""
    workers: int = 1
    """Worker processes for bots; with none, `ludoteca work` runs them elsewhere."""
    public: str = ""
    """The address people type, such as `https://play.example.org`, if there is a proxy in front."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose `X-Forwarded-*` headers are trusted."""
    hosts: tuple[str, ...] = ()
    """The host names that requests may ask for, besides that of `public`; if empty, any."""
    door: Literal["open", "invited"] = "open"
    """Whether anybody may become somebody here, or only who was invited."""
    secret: str = ""
    """What cookies are signed with; made and kept in the data folder if not given."""
    log: str = "info"
    """How much is logged: debug, info, warning, error."""
    memory: int = 512
    """MiB that are kept to answer quickly: half for tables at which nobody plays now, half for pages."""
    heartbeat: float = 20.0
    """Seconds of silence after which a live connection is asked whether it is still there."""
    grace: float = 10.0
    """Seconds that open requests get to finish when the house closes."""
    smtp: str = ""
    """Who sends mail: `smtp://user:password@host:587` or `smtps://…`; empty: nobody."""
    mail_from: str = ""
    """The address that mail comes from."""
    reach: Literal["public", "any"] = "public"
    """Which addresses pushes and webhooks may go to: those of the internet, or private ones too."""
    metrics: Literal["private", "open"] = "private"
    """Who may read `/metrics`: those in the house's own network, or everybody."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise SettingsError(f"port {self.port} does not exist; expected 0 to 65535")
        if self.workers < 0:
            raise SettingsError("the number of workers cannot be negative")
        if self.memory < 1:
            raise SettingsError("the house needs a MiB of memory at least")
        if self.database and not self.database.startswith(("postgresql://", "postgres://", "sqlite:///")):
            raise SettingsError("the database should look like postgresql://user@host/name")
        if self.editions is not None and not self.editions.is_dir():
            raise SettingsError(f"there is no folder {self.editions} to take editions from")
        if self.public:
            parts = urlsplit(self.public)
            if parts.scheme not in ("http", "https") or not parts.netloc:
                raise SettingsError(f"“{self.public}” should look like https://play.example.org")
            if parts.path.rstrip("/") or parts.query or parts.fragment:
                raise SettingsError(f"“{self.public}” should end after the host: the house has it to itself")
        for proxy in self.proxies:
            try:
                ip_network(proxy)
            except ValueError:
                raise SettingsError(f"“{proxy}” is no address or network, such as 10.0.0.0/8") from None
        if self.smtp and (urlsplit(self.smtp).scheme not in ("smtp", "smtps") or "@" not in self.mail_from):
            raise SettingsError(
                "mail needs LUDOTECA_SMTP such as smtp://user:password@mail.example.org:587, "
                "and LUDOTECA_MAIL_FROM"
            )
        if self.log not in ("debug", "info", "warning", "error"):
            raise SettingsError(f"“{self.log}” is no log level; expected debug, info, warning or error")

    @property
    def store(self) -> str:
        """Where the store is, as one text."""
        return self.database or f"sqlite:///{self.data / SQLITE_FILE}"

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The host names that requests may ask for; if empty, any."""
        if not self.hosts:
            return frozenset()
        return frozenset(map(str.lower, (*self.hosts, urlsplit(self.public).netloc))) - {""}

    @property
    def secure(self) -> bool:
        """Whether people reach the house over TLS."""
        return self.public.startswith("https://")

    @property
    def address(self) -> str:
        """What to open in a browser."""
        if self.public:
            return self.public.rstrip("/")
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{self.port}"


def read_settings(given: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings from the command line, else from the environment, else the defaults."""
    values: dict[str, Any] = {}
    limits: dict[str, str] = {}
    for variable, text in environ.items():
        name = variable.removeprefix(PREFIX).lower() if variable.startswith(PREFIX) else ""
        if name in Settings.__struct_fields__ and name != "limits":
            values[name] = text.split(",") if name in LISTS else text
        elif name.removeprefix("limit_") in Limits.__struct_fields__:
            limits[name.removeprefix("limit_")] = text
    values |= {name: value for name, value in given.items() if value is not None}
    values["limits"] = limits
    for name in LISTS.intersection(values):
        values[name] = [word.strip() for word in values[name] if word.strip()]
    try:
        return msgspec.convert(values, Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise SettingsError(f"the settings cannot be read: {error}") from None


def use_editions(settings: Settings) -> list[str]:
    """Make the editions in the host's folder available to this process and its workers. Returns them, each
    with its game; raises an error if a file is invalid.
    """
    folder = settings.editions
    if folder is None:
        return []
    os.environ[EDITIONS_FOLDER] = str(folder.resolve())
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in games.names():
            raise SettingsError(
                f"{path}: there is no game “{path.name}”; there are {', '.join(games.names())}"
            )
        if path.suffix == ".toml":
            raise SettingsError(f"{path} should lie in a folder with its game's name, such as {folder}/bosa")
    found = []
    for name in games.names():
        game = games.load(name)
        found += [f"{game.title}: {label}" for label in list(game.library.files())[1:]]
    return found


def use_bots(settings: Settings) -> list[str]:
    """Make the host's own bots available to this process and its workers. Returns their names; raises an
    error if the file is invalid.
    """
    if settings.bots is None:
        return []
    os.environ[BOTS_FILE] = str(settings.bots.resolve())
    return list(listed_bots())


def _path(kind: type, value: Any) -> Any:
    assert kind is Path
    return Path(value).expanduser()
