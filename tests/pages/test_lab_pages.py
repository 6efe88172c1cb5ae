"""Balance reports in the house."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import ask


def a_report(folder: Path) -> Path:
    words = ["balance", "bologna", "--games", "4", "--bot", "random", "--out", str(folder)]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    return folder / "balance.json"


def test_a_report_in_the_data_folder_is_listed_and_shown(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "lab").mkdir(parents=True)
    shutil.copy(a_report(tmp_path / "out"), data / "lab" / "ours.json")
    (data / "lab" / "other.json").write_text(json.dumps({"kind": "shopping"}), encoding="utf-8")
    (data / "lab" / "broken.json").write_text("{", encoding="utf-8")

    async def visit(app: Application) -> None:
        index = await ask(app, "GET", "/lab")
        assert index.status == 200
        assert 'href="/lab/ours"' in index.text and "4 matches, 2 players, random" in index.text
        assert "/lab/other" not in index.text and "/lab/broken" not in index.text
        shown = await ask(app, "GET", "/lab/ours", headers={"accept-language": "it"})
        assert shown.status == 200
        assert "Balance of The Throne of Bologna" in shown.text and "<svg" in shown.text
        assert "Laboratorio" in shown.text
        assert "style=" not in shown.text, "the door lets no styles in that are not in files"
        style = await ask(app, "GET", "/static/report.css")
        assert style.status == 200 and ".balance" in style.text
        for missing in ("/lab/nothing", "/lab/other", "/lab/broken", "/lab/..%2Fsecret"):
            assert (await ask(app, "GET", missing)).status == 404

    in_house(data, visit)
