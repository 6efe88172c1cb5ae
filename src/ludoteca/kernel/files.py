"""Where editions lie that do not come with their game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

EDITIONS_FOLDER: Final = "LUDOTECA_EDITIONS"
"""The variable that names a folder of editions: those of a game lie in its subfolder `<game>/`."""


def toml_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def edition_files(game: str) -> list[Path]:
    """The edition files of a game in the folder that LUDOTECA_EDITIONS names."""
    folder = os.environ.get(EDITIONS_FOLDER, "")
    return toml_files(Path(folder).expanduser() / game) if folder else []
