"""What README and docs show is executed as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def code(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_python_example_of_the_readme_runs() -> None:
    (example,) = code(ROOT / "README.md", "python")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "throne" in done.stdout
    assert "ludoteca record 1" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_named_in_a_page_exists(page: Path) -> None:
    import click

    from ludoteca.cli import COMMANDS, main

    text = "\n".join(code(page, "") + code(page, "sh"))
    for command, rest in re.findall(r"^(?:\.venv/bin/)?ludoteca (\w+)(.*)$", text, re.MULTILINE):
        assert command in COMMANDS, f"{page.name}: ludoteca {command}"
        found = main.get_command(click.Context(main), command)
        assert found is not None
        known = {name for parameter in found.params for name in parameter.opts}
        for option in re.findall(r"(?<=\s)--[\w-]+", rest.partition("#")[0]):
            assert option in known, f"{page.name}: ludoteca {command} {option}"
