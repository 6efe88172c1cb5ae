import re
from pathlib import Path

from ludoteca import draw as d

PAGE = Path(__file__).parents[2] / "docs" / "drawing.md"


def test_the_example_of_the_page_runs_and_says_what_the_page_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    code, gestures = re.findall(r"```python\n(.*?)```", page, re.S)
    (said,) = re.findall(r"```text\n(.*?)```", page, re.S)
    names: dict[str, object] = {}
    exec(compile(code + gestures, str(PAGE), "exec"), names)
    scene = names["scene"]
    assert isinstance(scene, d.Scene)
    assert scene.text() == said.strip("\n")
    assert 'data-action="keep T"' in scene.svg()
    path = names["path"]
    assert callable(path)
    assert path("march 5 3") == d.gesture("march 5 3", "stack 5", "place 3")
    assert path("keep 1 4") == d.gesture("keep 1 4", "die 1", "die 4", together=True)
    assert path("end") is None


def test_the_page_names_only_what_exists() -> None:
    page = PAGE.read_text(encoding="utf-8")
    called = set(re.findall(r"`(?:d\.)?([a-z_]+)\(", page))
    missing = {n for n in called if not hasattr(d, n) and not hasattr(d.Scene, n) and not hasattr(d.Box, n)}
    assert called and not missing
