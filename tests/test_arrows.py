"""Arrows point down: no room looks into one above it, no two modules need each other; no file is too long."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
BELOW = {
    "kernel": [],
    "draw": [],
    "encoding": ["kernel"],
    "bots": ["kernel"],
    "games": ["kernel", "draw", "encoding", "bots"],
    "examiner": ["kernel", "encoding"],
    "analysis": ["kernel", "draw", "games", "bots"],
    "lab": ["kernel", "draw", "games", "bots"],
    "adapters": ["kernel", "encoding", "games", "bots"],
    "house": ["kernel", "draw", "games", "bots", "analysis", "lab"],
    "api": ["kernel", "draw", "games", "bots", "lab"],
    "cli": ["kernel", "games", "bots", "examiner", "analysis", "lab", "house"],
    "__main__": ["cli"],
}


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((SOURCE / "ludoteca").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def nodes_at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """All there is below a node, without what only a type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from nodes_at_run_time(child)


@cache
def imports(name: str, every: bool = True) -> frozenset[str]:
    """The modules of the package that one imports, wherever in it; `every` counts those for types too."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    here = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(tree) if every else nodes_at_run_time(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) + 1 - node.level] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            found |= {whole if (whole := f"{base}.{alias.name}") in MODULES else base for alias in node.names}
    return frozenset(found.intersection(MODULES) - {name})


def room(name: str) -> str:
    return name.split(".")[1]


@pytest.mark.parametrize("upper", BELOW)
def test_a_room_looks_only_into_rooms_below_it(upper: str) -> None:
    wrong = [
        f"{name} imports {other}"
        for name in MODULES
        if name != "ludoteca" and room(name) == upper
        for other in imports(name) - {"ludoteca"}
        if room(other) not in [upper, *BELOW[upper]]
    ]
    assert wrong == []


def test_every_room_has_its_place() -> None:
    assert {room(name) for name in MODULES if name != "ludoteca"} == set(BELOW)


def test_nothing_looks_inside_a_game_and_no_game_looks_at_another() -> None:
    wrong = [
        f"{name} imports {other}"
        for name in MODULES
        for other in imports(name)
        if other.startswith("ludoteca.games.") and name.split(".")[:3] != other.split(".")[:3]
    ]
    assert wrong == []


def test_the_rules_of_a_game_do_not_draw() -> None:
    wrong = [
        name
        for name in MODULES
        if name.startswith("ludoteca.games.") and {"board", "game"}.isdisjoint(name.split("."))
        if any(room(other) == "draw" for other in imports(name) - {"ludoteca"})
    ]
    assert wrong == []


def test_no_modules_need_each_other() -> None:
    """The package itself is left out: it holds its version and a door to everything, opened when used."""
    graph = {name: imports(name, every=False) - {"ludoteca"} for name in MODULES if name != "ludoteca"}
    order = list(TopologicalSorter(graph).static_order())
    assert len(order) == len(graph)


def test_no_file_outgrows_its_purpose() -> None:
    files = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    assert len(files) > 200
    assert [path.name for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 650] == []
