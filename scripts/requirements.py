"""Prints what the virtual environment needs, from pyproject.toml: to build, to run, to test and to check."""

import tomllib
from pathlib import Path


def requirements(pyproject: Path) -> list[str]:
    facts = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    extras = facts["project"]["optional-dependencies"].values()
    needs = [*facts["build-system"]["requires"], *facts["project"]["dependencies"]]
    return sorted({*needs, *(need for extra in extras for need in extra)})


if __name__ == "__main__":
    print("\n".join(requirements(Path(__file__).resolve().parent.parent / "pyproject.toml")))
