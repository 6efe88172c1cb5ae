"""Prints the path of a compiled wheel for this Python that was built from exactly this source.

python scripts/prebuilt.py            looks into dist/ and, if it is set, into the folder $LUDOTECA_WHEELS

A wheel lists the digest of every file in it. It is taken if each file of the package is there with the
digest it has here, and no module that is not here. Exit status 1: there is none; the package has to be
built.
"""

from __future__ import annotations

import csv
import hashlib
import os
import sys
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


def digest(content: bytes) -> str:
    """A digest as wheels write it."""
    return "sha256=" + urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def source_digests(source: Path) -> dict[str, str]:
    """The files of the package and their digests."""
    return {
        path.relative_to(source).as_posix(): digest(path.read_bytes())
        for path in (source / "ludoteca").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def wheel_digests(wheel: Path) -> dict[str, str]:
    """What a wheel says of the files in it; nothing if it cannot be read."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            (record,) = (name for name in packed.namelist() if name.endswith(".dist-info/RECORD"))
            lines = packed.read(record).decode().splitlines()
    except (OSError, ValueError, zipfile.BadZipFile):
        return {}
    return {row[0]: row[1] for row in csv.reader(lines) if row and row[0].startswith("ludoteca/")}


def fits(wheel: Path, wanted: dict[str, str]) -> bool:
    """Whether a wheel holds this source and nothing else that could be imported."""
    found = wheel_digests(wheel)
    modules = {name for name in found if name.endswith(".py")}
    return all(found.get(name) == value for name, value in wanted.items()) and modules <= wanted.keys()


def candidates(folders: list[Path]) -> Iterator[Path]:
    """Compiled wheels for this Python, the newest first."""
    tag = f"-cp{sys.version_info.major}{sys.version_info.minor}-"
    found = [wheel for folder in folders for wheel in folder.glob(f"ludoteca-*{tag}*.whl")]
    yield from sorted(found, key=lambda wheel: wheel.stat().st_mtime, reverse=True)


def main() -> int:
    if os.environ.get("LUDOTECA_COMPILE") == "0":
        return 1
    folders = [ROOT / "dist", *map(Path, filter(None, [os.environ.get("LUDOTECA_WHEELS")]))]
    wanted = source_digests(SOURCE)
    for wheel in candidates(folders):
        if fits(wheel, wanted):
            print(wheel)
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
