"""What README and docs show is executed as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def code(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for spoken, block in blocks if spoken == language]


def script(page: Path) -> str:
    """The Python of a page from top to bottom. A block after `<!-- not run: why -->` is left out."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^(<!-- not run: .+ -->\n\n?)?```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "\n".join(block for left_out, block in blocks if not left_out)


@pytest.mark.parametrize("page", [page for page in PAGES if script(page)], ids=lambda page: page.name)
def test_the_python_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    program = tmp_path / "page.py"
    program.write_text(script(page), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", program.name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": python_path()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def python_path() -> str:
    """The same for a program that runs elsewhere."""
    given = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join([str(Path(part).resolve()) for part in given.split(os.pathsep) if part])


def test_a_block_is_left_out_only_where_the_page_says_so(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```python\nx = 1\n```\n<!-- not run: no -->\n```python\nboom\n```\n```python\ny = x\n```\n"
    )
    assert script(page) == "x = 1\n\ny = x\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_named_in_a_page_exists(page: Path) -> None:
    import click

    from ludoteca.cli import COMMANDS, main

    quoted = re.findall(r"`(ludoteca [a-z][^`]*)`", page.read_text(encoding="utf-8"))
    text = "\n".join([*code(page, ""), *code(page, "sh"), *quoted])
    for command, rest in re.findall(r"^(?:\w+=\S+ )*ludoteca ([\w-]+)(.*)$", text, re.MULTILINE):
        assert command in COMMANDS, f"{page.name}: ludoteca {command}"
        found = main.get_command(click.Context(main), command)
        assert found is not None
        known = {name for parameter in found.params for name in parameter.opts}
        unquoted = re.sub(r'"[^"]*"', "", rest)
        for option in re.findall(r"(?<=\s)--[\w-]+", unquoted.partition("#")[0]):
            assert option in known, f"{page.name}: ludoteca {command} {option}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_bench_named_in_a_page_exists(page: Path) -> None:
    """With its options: those it asks for itself, or by what it shares with other benches."""
    text = page.read_text(encoding="utf-8")
    for name, rest in re.findall(r"python (bench/\w+\.py|examples/\w+\.py)([^`\n#]*)", text):
        bench = ROOT / name
        assert bench.exists(), f"{page.name}: {name}"
        source = bench.read_text(encoding="utf-8")
        shared = [bench.with_name(f"{other}.py") for other in re.findall(r"^from (\w+) import", source, re.M)]
        source += "".join(other.read_text(encoding="utf-8") for other in shared if other.exists())
        for option in re.findall(r"(?<=\s)--[\w-]+", rest):
            assert option in source, f"{page.name}: {name} {option}"
