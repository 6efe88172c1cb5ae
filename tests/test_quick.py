"""The quick check knows the tests of every part of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.quick import ROOT, chosen, covering

MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.joinpath("src", "ludoteca").rglob("*.py")
    if not path.name.startswith("__")
)


def test_every_module_has_tests_that_exist() -> None:
    assert [path for path in MODULES if not covering(path)] == []
    found = {test for path in MODULES for test in covering(path)}
    assert [test for test in found if not Path(ROOT, test).exists()] == []


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("src/ludoteca/games/bosa/rules/steps/turn.py", ["tests/bosa", "tests/test_editions.py"]),
        ("src/ludoteca/bots/search.py", ["tests/bots"]),
        ("tests/lab/test_arena.py", ["tests/lab/test_arena.py"]),
        ("tests/lab/test_that_is_gone.py", []),
        ("tests/bots/tables.py", ["tests/bots"]),
        ("docs/bots.md", ["tests/test_readme.py"]),
        ("LICENSE", []),
    ],
)
def test_a_changed_file_stands_for_the_covering_its_folder(path: str, tests: list[str]) -> None:
    assert covering(path) == tests


def test_what_a_chosen_folder_holds_is_not_named_again() -> None:
    assert chosen(["src/ludoteca/bots/search.py", "tests/bots/test_search.py"]) == [
        "tests/bots",
        "tests/test_arrows.py",
    ]
