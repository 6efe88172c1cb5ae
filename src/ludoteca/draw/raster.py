"""Pictures as PNG, by resvg.

A process of its own can draw them: resvg keeps all other threads of its process waiting.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

LONGEST: Final = 30.0
"""Seconds that drawing may take."""


def png_of(svg: str, width: int, font_files: Sequence[str] = (), font_dirs: Sequence[str] = ()) -> bytes:
    """A picture as PNG, with the system's fonts and those given. Raises RuntimeError without resvg."""
    try:
        resvg = import_module("resvg_py")
    except ImportError as missing:
        raise RuntimeError("PNG pictures need resvg: pip install ludoteca[png]") from missing
    data = resvg.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=list(font_files) or None,
        font_dirs=list(font_dirs) or None,
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Serif",
    )
    return bytes(data)


def png_by_process(svg: str, width: int) -> bytes:
    """The same, by a process of its own. Raises RuntimeError if it comes to nothing."""
    program = [sys.executable, "-c", "from ludoteca.draw.raster import main; main()", str(width)]
    try:
        done = subprocess.run(program, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True)
    except subprocess.SubprocessError as error:
        raise RuntimeError(f"a picture could not be drawn: {error}") from error
    return done.stdout


def main() -> None:
    """Draw the picture that comes in, as wide as the argument says."""
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
