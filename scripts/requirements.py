"""Prints what the virtual environment needs, from pyproject.toml.

`requirements.py run` is what it takes to run the house, `requirements.py build` what it takes to build it
and its documentation, `requirements.py` alone all of it, to test, to check and to bench as well.
"""

import re
import sys
import tomllib
from pathlib import Path


def requirements(pyproject: Path, purpose: str = "") -> list[str]:
    facts = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    project = facts["project"]
    run, build = set(project["dependencies"]), set(facts["build-system"]["requires"])
    build |= set(project["optional-dependencies"]["docs"])
    extras = {need for extra in project["optional-dependencies"].values() for need in extra}
    needs = {"run": run, "build": build, "": run | build | extras}[purpose]
    return sorted(need for need in needs if not re.match(rf"{project['name']}\b", need))


if __name__ == "__main__":
    root = Path(__file__).resolve().parent.parent
    print("\n".join(requirements(root / "pyproject.toml", *sys.argv[1:])))
