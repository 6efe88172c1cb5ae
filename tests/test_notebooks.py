"""The notebooks in examples/notebooks run from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[str]:
    """The sources of a notebook's cells of one kind."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    names: dict[str, Any] = {"__name__": path.stem}
    for number, source in enumerate(cells(path, "code")):
        exec(compile(source, f"{path.name}, cell {number}", "exec"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_begins_with_its_title_and_holds_no_output(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert "".join(notebook["cells"][0]["source"]).startswith("# ")
    assert all(not cell.get("outputs") for cell in notebook["cells"])


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3
