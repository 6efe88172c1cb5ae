"""Arrows point down: no room looks into one above it, no two modules need each other; no file is too long."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from ludoteca.games import HOUSE_GAMES

SOURCE = Path(__file__).resolve().parent.parent / "src"
DOCS = SOURCE.parent / "docs"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
BELOW = {
    "kernel": [],
    "draw": ["kernel"],
    "datafiles": ["kernel"],
    "encoding": ["kernel"],
    "bots": ["kernel", "datafiles", "encoding"],
    "games": ["kernel", "datafiles", "draw", "encoding", "bots"],
    "examiner": ["kernel", "encoding"],
    "analysis": ["kernel", "draw", "games", "bots"],
    "lab": ["kernel", "draw", "games", "bots"],
    "adapters": ["kernel", "encoding", "games", "bots"],
    "printing": ["kernel", "draw"],
    "house": ["kernel", "datafiles", "draw", "games", "bots", "analysis", "lab", "printing"],
    "api": ["kernel", "draw", "games", "bots", "lab", "adapters"],
    "cli": [
        *["kernel", "datafiles", "games", "bots", "examiner", "analysis", "lab", "adapters", "printing"],
        "house",
    ],
    "__main__": ["cli"],
}

HOUSE_BELOW = {
    "refusals": [],
    "input": [],
    "settings": [],
    "monitoring": [],
    "store": ["refusals", "input"],
    "table": ["refusals", "store"],
    "workers": ["refusals", "store", "table"],
    "service": ["refusals", "input", "store", "table", "workers"],
    "live": ["refusals", "monitoring", "table", "service"],
    "web": ["refusals", "input", "settings", "monitoring", "table", "workers", "service", "live"],
}
WEB_BELOW = {
    "problems": [],
    "request_turns": [],
    "guard": ["problems", "request_turns"],
    "api": ["problems", "guard"],
    "pages": [],
    "app": ["problems", "guard", "api", "pages"],
    "connections": ["guard"],
    "sweeper": [],
    "server": ["app", "connections", "sweeper"],
}


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((SOURCE / "ludoteca").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of the package that one imports, anywhere in it, also those for types only."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    here = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(tree):
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


@pytest.mark.parametrize(
    ("package", "below"),
    [("ludoteca.house", HOUSE_BELOW), ("ludoteca.house.web", WEB_BELOW)],
    ids=["house", "web"],
)
def test_a_room_of_the_house_looks_only_into_rooms_below_it(
    package: str, below: dict[str, list[str]]
) -> None:
    depth = package.count(".") + 1
    inside = [name for name in MODULES if name.startswith(f"{package}.")]
    assert {name.split(".")[depth] for name in inside} == set(below)
    wrong = [
        f"{name} imports {other}"
        for name in inside
        for other in imports(name).intersection(inside)
        if other.split(".")[depth] not in [(here := name.split(".")[depth]), *below[here]]
    ]
    assert wrong == []


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


LAYOUT = {
    "game.py",
    "rules.md",
    "edition.toml",
    "knowledge.py",
    "encoding.py",
    "rules/edition.py",
    "rules/state.py",
    "rules/actions.py",
    "rules/events.py",
    "rules/scoring.py",
    "rules/invariants.py",
    "rules/steps",
    "bot/bot_knowledge.py",
    "bot/evaluation.py",
    "bot/settings.toml",
    "board/presentation.py",
    "board/spelling.py",
    "board/table.py",
    "board/cover.py",
    "words/en.toml",
    "words/it.toml",
}


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_folder_of_every_game_is_laid_out_alike(game: str) -> None:
    folder = SOURCE / "ludoteca" / "games" / game
    assert {part for part in LAYOUT if not (folder / part).exists()} == set()
    beside = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert beside == {"game.py", "knowledge.py", "encoding.py"}


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_rules_of_a_game_import_nothing_else_of_the_game(game: str) -> None:
    rules = f"ludoteca.games.{game}.rules"
    wrong = [
        f"{name} imports {other}"
        for name in MODULES
        if name == rules or name.startswith(f"{rules}.")
        for other in imports(name)
        if (room(other) == "games" and not (other == rules or other.startswith(f"{rules}.")))
        or room(other) in ("bots", "draw", "encoding")
    ]
    assert wrong == []


def test_no_modules_need_each_other() -> None:
    """The package itself is left out: it holds its version and a door to everything, opened when used."""
    graph = {name: imports(name) - {"ludoteca"} for name in MODULES if name != "ludoteca"}
    order = list(TopologicalSorter(graph).static_order())
    assert len(order) == len(graph)


def test_no_file_outgrows_its_purpose() -> None:
    files = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    assert len(files) > 200
    assert [path.name for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 600] == []


def test_the_kernel_holds_only_what_every_match_needs() -> None:
    """Whoever adds to it finds something in it that belongs elsewhere."""
    files = list((SOURCE / "ludoteca" / "kernel").glob("*.py"))
    assert len(files) > 10
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 2_600


# docs/architecture.md tells the truth

PACKAGES = {"": BELOW, "house": HOUSE_BELOW, "house/web": WEB_BELOW}
PAGE_OF_PAGES = (DOCS / "pages.md").read_text(encoding="utf-8")


def named(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def table_after(line: str, page: str = PAGE) -> list[list[str]]:
    """The cells of the first table after a line that begins with this text."""
    rest = page[page.index(f"\n{line}") :]
    found = re.search(r"(?:^\|.*\n)+", rest, re.MULTILINE)
    assert found is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[0].splitlines()[2:]]


def lines_in(path: Path) -> int:
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_tells_what_each_room_may_import_and_how_large_it_is(package: str) -> None:
    rows = table_after(f"Rooms inside `{package}`" if package else "## Rooms")
    assert {named(room)[0]: named(below) for room, below, *_ in rows} == PACKAGES[package]
    for room, _, lines, *_ in rows:
        counted = lines_in(SOURCE / "ludoteca" / package / named(room)[0])
        assert int(lines.replace(",", "")) == pytest.approx(counted, rel=0.1, abs=20), room


def test_the_floors_on_the_page_are_true() -> None:
    found = re.search(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    floors = [line.split() for line in found[1].splitlines()]
    floor = {room: len(floors) - number for number, rooms in enumerate(floors) for room in rooms}
    assert set(floor) == set(BELOW) - {"__main__"}
    assert [(upper, lower) for upper in floor for lower in BELOW[upper] if floor[lower] >= floor[upper]] == []


def folders() -> list[str]:
    """Every room with modules of its own, apart from games, which all look alike."""
    nested = {"": BELOW, "house/": HOUSE_BELOW, "house/web/": WEB_BELOW}
    every = [f"{prefix}{name}" for prefix, below in nested.items() for name in below]
    found = [name for name in every if (SOURCE / "ludoteca" / name).is_dir()]
    return [name for name in found if name not in ("games", "house", "house/web")]


@pytest.mark.parametrize("folder", folders())
def test_the_page_lists_every_module_of_a_room(folder: str) -> None:
    modules = {path.stem for path in (SOURCE / "ludoteca" / folder).glob("*.py")} - {"__init__"}
    page = PAGE_OF_PAGES if folder == "house/web/pages" else PAGE
    listed = [module for first, *_ in table_after(f"`{folder}`", page) for module in named(first)]
    assert sorted(listed) == sorted(modules)


@pytest.mark.parametrize("kind", ["css", "js"])
def test_the_page_lists_every_style_and_script(kind: str) -> None:
    static = SOURCE / "ludoteca" / "house" / "web" / "pages" / "static"
    rows = table_after("| style in `static`" if kind == "css" else "| script in `static`", PAGE_OF_PAGES)
    listed = [file for first, *_ in rows for file in named(first)]
    assert sorted(listed) == sorted(path.name for path in static.glob(f"*.{kind}"))


def test_the_page_names_files_that_exist() -> None:
    rows = table_after("## Where would you look?")
    assert len(rows) == 15
    paths = [path for _, where in rows for path in named(where)]
    assert [path for path in paths if not (SOURCE / "ludoteca" / path).is_file()] == []
