"""Prints what the virtual environment needs, from pyproject.toml.

`requirements.py house` is what it takes to build and to run the house; `requirements.py` alone is all of it,
to test, to check and to bench as well.
"""

import re
import sys
import tomllib
from pathlib import Path


def requirements(pyproject: Path, everything: bool = True) -> list[str]:
    facts = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    project = facts["project"]
    needs = {*facts["build-system"]["requires"], *project["dependencies"]}
    if everything:
        needs.update(need for extra in project["optional-dependencies"].values() for need in extra)
    return sorted(need for need in needs if not re.match(rf"{project['name']}\b", need))


if __name__ == "__main__":
    root = Path(__file__).resolve().parent.parent
    print("\n".join(requirements(root / "pyproject.toml", everything=sys.argv[1:] != ["house"])))
