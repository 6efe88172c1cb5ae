"""Where editions lie that do not come with their game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

EDITIONS_FOLDER: Final = "LUDOTECA_EDITIONS"
"""The variable that names a folder of editions: those of a game lie in its subfolder `<game>/`."""

KEPT_EDITIONS: Final = "LUDOTECA_KEPT_EDITIONS"
LONGEST_DIGEST: Final = 64
"""The variable that names the folder of editions that visitors of a house have written: each lies in
`<game>/<digest>.toml`, is found by its digest and never listed."""


def toml_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def edition_files(game: str) -> list[Path]:
    """The edition files of a game in the folder that LUDOTECA_EDITIONS names."""
    folder = os.environ.get(EDITIONS_FOLDER, "")
    return toml_files(Path(folder).expanduser() / game) if folder else []


def kept_edition(game: str, digest: str) -> Path | None:
    """The file of an edition that somebody wrote in the house, by its digest."""
    folder = os.environ.get(KEPT_EDITIONS, "")
    path = Path(folder) / game / f"{digest}.toml"
    fits = digest.isascii() and digest.isalnum() and len(digest) <= LONGEST_DIGEST
    return path if folder and fits and path.is_file() else None
