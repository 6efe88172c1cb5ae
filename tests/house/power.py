"""A loss of power: what is left of an SQLite house whose disk had not yet written what was not synced.

`unsynced.c`, preloaded into the house, keeps beside each file what the disk has promised to hold. After a
loss the file is that, with any of the later writes or with none: a disk may have written some of them.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("unsynced.c")
SECTOR: Final = 512
"""Bytes that a disk writes whole or not at all."""


class CompilerMissing(Exception):
    """The library that watches what is synced cannot be built."""


def library(folder: Path) -> Path:
    """The library to preload, built in a folder."""
    if shutil.which("cc") is None:
        raise CompilerMissing("a loss of power needs a C compiler (Debian: apt-get install gcc libc6-dev)")
    built = folder / "unsynced.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", built, SOURCE, "-ldl", "-lpthread"], check=True)
    return built


def lose_power(database: Path, share: float, luck: random.Random) -> int:
    """Leave of the database what was synced, and a share of the sectors that were not; how many these were.
    Nobody may have it open.
    """
    unsynced = 0
    for path, synced in _files(database):
        if synced.exists():
            left, count = mixed(synced.read_bytes(), path.read_bytes(), share, luck)
            path.write_bytes(left)
            unsynced += count
    forget_synced(database)
    database.with_name(f"{database.name}-shm").unlink(missing_ok=True)
    return unsynced


def forget_synced(database: Path) -> None:
    """Before a house starts: what is there now is on the disk."""
    for _, synced in _files(database):
        synced.unlink(missing_ok=True)


def _files(database: Path) -> list[tuple[Path, Path]]:
    paths = [database, database.with_name(f"{database.name}-wal")]
    return [(path, path.with_name(f"{path.name}.synced")) for path in paths]


def mixed(synced: bytes, written: bytes, share: float, luck: random.Random) -> tuple[bytes, int]:
    """What was synced, with a share of the sectors that differ; and how many differ."""
    sectors, differing = [], 0
    for at in range(0, max(len(synced), len(written)), SECTOR):
        old, new = synced[at : at + SECTOR], written[at : at + SECTOR]
        if old != new:
            differing += 1
            if new and luck.random() < share:
                old = new
        sectors.append(old)
    while sectors and not sectors[-1]:
        sectors.pop()
    return b"".join(sector.ljust(SECTOR, b"\0") for sector in sectors[:-1]) + b"".join(
        sectors[-1:]
    ), differing
