"""Without the extra, an adapter says what to install; the rest of the package does not mind."""

from __future__ import annotations

import subprocess
import sys

import pytest

LACKING = """
import sys
sys.modules[{missing!r}] = None
import ludoteca.api
from ludoteca.kernel.errors import LudotecaError
try:
    import ludoteca.adapters.{adapter}
except LudotecaError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("adapter", "missing"),
    [
        ("pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("exact_cuts", "pyspiel"),
        ("trajectories", "numpy"),
        ("vector_processes", "numpy"),
        ("observation", "numpy"),
    ],
)
def test_the_error_names_the_remedy(adapter: str, missing: str) -> None:
    program = LACKING.format(adapter=adapter, missing=missing)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("pip install ludoteca[adapters]")
