"""What `ludoteca doctor` looks at. Each check changes nothing and says in one line what it found."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import sqlite3
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import ludoteca

if TYPE_CHECKING:
    from ludoteca.house.settings import Settings

GOOD: Final = "good"
OPTIONAL: Final = "optional"
BROKEN: Final = "broken"

PYTHON: Final = (3, 11)
PACKAGES: Final = (
    "cryptography",
    "httptools",
    "itsdangerous",
    "jinja2",
    "librt",
    "msgspec",
    "mypy_extensions",
    "openskill",
    "prometheus_client",
    "starlette",
    "uvicorn",
    "webauthn",
    "websockets",
)
"""The modules that running the house imports, apart from click, without which nobody gets here."""
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS: Final = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
LITTLE_SPACE: Final = 500_000_000
"""Bytes free on the disk below which it is worth a word."""
TOO_LITTLE_SPACE: Final = 20_000_000
"""Bytes free on the disk below which a house soon cannot write."""


@dataclass(frozen=True)
class Finding:
    """What one check found; `mend` is the command that helps, where there is something to mend."""

    check: str
    state: str
    says: str
    mend: str = ""


def in_source_tree() -> bool:
    """Whether this copy runs from a checkout, where `make` mends most things."""
    return Path(ludoteca.__file__).parents[2].joinpath("Makefile").exists()


def install(extra: str) -> str:
    """The command that installs an optional part."""
    return f"pip install '{'.' if in_source_tree() else 'ludoteca'}[{extra}]'"


def python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < PYTHON:
        says = f"{version} is too old; 3.11 or newer is needed"
        return Finding("Python", BROKEN, says, "make PYTHON=/path/to/python3.12 setup")
    return Finding("Python", GOOD, f"{version}, {sys.executable}")


def packages() -> Finding:
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        mend = "make setup" if in_source_tree() else "pip install --force-reinstall ludoteca"
        return Finding("packages", BROKEN, f"missing: {', '.join(missing)}", mend)
    return Finding("packages", GOOD, "everything that the house imports is installed")


def compiler() -> Finding:
    """What compiling needs; the package can be used without."""
    command = str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    found = shutil.which(command)
    if found is None:
        mend = f"apt-get install gcc libc6-dev {version}-dev"
        return Finding("compiler", OPTIONAL, f"no C compiler ({command} not found)", mend)
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return Finding("compiler", OPTIONAL, f"{found}, but no Python.h", f"apt-get install {version}-dev")
    return Finding("compiler", GOOD, found)


def rules() -> Finding:
    if ludoteca.compiled:
        return Finding("rules", GOOD, ludoteca.build_note())
    anew = "pip install --force-reinstall --no-deps --no-binary ludoteca ludoteca"
    says = f"{ludoteca.build_note()}; bots think less in the same time"
    return Finding("rules", OPTIONAL, says, "make setup" if in_source_tree() else anew)


def other_games() -> Finding:
    """The games of other packages: one that is broken is left out, and the house opens without it."""
    from ludoteca import games

    faults = games.broken()
    if faults:
        says = "; ".join(f"{fault.name}: {fault.problem}" for fault in faults)
        return Finding("games", OPTIONAL, says, f"pip uninstall {faults[0].name}, or mend its package")
    return Finding("games", GOOD, f"{len(games.names())} can be played")


def shown(address: str) -> str:
    """The address of a database without user and password."""
    parts = urlsplit(address)
    if parts.scheme == "sqlite":
        return parts.path.removeprefix("/")
    return f"{parts.hostname or 'this machine'}{f':{parts.port}' if parts.port else ''}{parts.path}"


def database(settings: Settings) -> Finding:
    """Whether the database can be reached, and whether this version knows its schema."""
    from ludoteca.house.store.driver import ConnectionLost, StoreError
    from ludoteca.house.store.migrate import migrations, schema_number
    from ludoteca.house.store.store import SQLITE, driver_for

    where = shown(settings.store)
    on_file = settings.store.startswith(SQLITE)
    kind = "SQLite" if on_file else "PostgreSQL"
    if on_file and not Path(settings.store.removeprefix(SQLITE)).exists():
        return Finding("database", GOOD, f"{kind}, {where}: made when the house first opens")
    driver = driver_for(settings.store, guarded=False)
    try:
        with closing(driver.connect()) as connection:
            reached = schema_number(driver, connection)
    except StoreError as error:
        return Finding("database", BROKEN, str(error), install("postgres"))
    except (ConnectionLost, sqlite3.DatabaseError) as error:
        server = urlsplit(settings.store)
        asked = f"pg_isready -h {server.hostname or 'localhost'} -p {server.port or 5432}"
        mend = "ludoteca house --data ANOTHER-FOLDER" if on_file else asked
        return Finding("database", BROKEN, f"{kind}, {where}: {error}", mend)
    known = len(migrations())
    if reached > known:
        says = f"{kind}, {where}: schema {reached}, this version knows {known}"
        return Finding("database", BROKEN, says, "pip install --upgrade ludoteca")
    later = "" if reached == known else f", brought to {known} when the house opens"
    return Finding("database", GOOD, f"{kind}, {where}: schema {reached}{later}")


def port(settings: Settings) -> Finding:
    """Whether the house can listen: the port is free, or a house has it already."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return taken(settings, error.strerror or str(error))
    return Finding("port", GOOD, f"{settings.host}:{settings.port} is free")


def taken(settings: Settings, reason: str) -> Finding:
    """What is at a port where the house cannot listen."""
    try:
        with urlopen(f"http://127.0.0.1:{settings.port}/healthz", timeout=2) as answer:
            if answer.read(16).strip() == b"ok":
                return Finding("port", GOOD, f"a house is open at {settings.host}:{settings.port}")
    except (URLError, OSError, ValueError):
        pass
    return Finding("port", BROKEN, f"{settings.host}:{settings.port}: {reason}", "ludoteca house --port 0")


def disk(settings: Settings) -> Finding:
    """Whether the data folder, or the folder that it will be made in, can be written."""
    folder = settings.data.absolute()
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return Finding("disk", BROKEN, f"{folder} cannot be written", "ludoteca house --data ANOTHER-FOLDER")
    free = shutil.disk_usage(folder).free
    says = f"{settings.data}: {free / 1e9:.1f} GB free"
    if free < LITTLE_SPACE:
        state = BROKEN if free < TOO_LITTLE_SPACE else OPTIONAL
        return Finding("disk", state, says, "ludoteca house --data ANOTHER-FOLDER")
    return Finding("disk", GOOD, says)


def pictures() -> Finding:
    """Whether boards can be written as PNG, with letters on them."""
    if importlib.util.find_spec("resvg_py") is None:
        return Finding("pictures", OPTIONAL, "no PNG pictures: resvg is not installed", install("png"))
    if not any(path.suffix.lower() in (".ttf", ".otf", ".ttc") for path in font_files()):
        says = "no fonts: PNG pictures have no letters"
        return Finding("pictures", OPTIONAL, says, "apt-get install fonts-dejavu-core")
    return Finding("pictures", GOOD, "PNG by resvg, with the system's fonts")


def font_files() -> Iterator[Path]:
    for folder in FONTS:
        for where, _, names in os.walk(Path(folder).expanduser()):
            yield from (Path(where, name) for name in names)


def browser() -> Finding:
    """A Chromium, which only tests drive."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "~/.cache/ms-playwright").expanduser()
    found = found or next((str(path) for path in sorted(cache.glob("chromium-*"))), None)
    if found is None:
        says = "no Chromium; only the browser tests need one"
        return Finding("browser", OPTIONAL, says, "playwright install chromium")
    return Finding("browser", GOOD, f"{found} (for tests)")


def check_up(settings: Settings | None) -> list[Finding]:
    """All findings; those that need the settings of a house only where there are any."""
    found = [python(), packages(), compiler(), rules()]
    if found[1].state == GOOD:
        found.append(other_games())
    if settings is not None:
        found += [database(settings), port(settings), disk(settings)]
    return [*found, pictures(), browser()]
