"""The analysis of a match: `analyse`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from ludoteca.cli.common import NEW_FILE, edition_option, load_record, number_option, told_plainly


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--effort",
    type=click.Choice(["quick", "normal", "deep"]),
    default="normal",
    show_default=True,
    help="How much thinking goes into every decision.",
)
@click.option("--html", type=NEW_FILE, help="Write a page with pictures here.")
@click.option("--chart", type=NEW_FILE, help="Draw the chances into this SVG file.")
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON instead of text.")
@number_option("--seed", type=int, default=1, help="The same seed gives the same analysis.")
@number_option("--workers", default=1, help="Processes to think in.")
@click.option("--language", default="en", show_default=True, help="The language of the text.")
@edition_option
@told_plainly
def analyse(record: Path, effort: str, html: Path | None, chart: Path | None, as_json: bool, seed: int,
            workers: int, language: str, edition: str | None) -> None:  # fmt: skip
    """Show how every seat stood at each decision of the finished match in RECORD, what turned it, and what
    would have been better.
    """
    from ludoteca.analysis import analyse as run
    from ludoteca.analysis.chart import chances_chart
    from ludoteca.analysis.effort import effort_called
    from ludoteca.analysis.page import analysis_page
    from ludoteca.analysis.teller import Teller
    from ludoteca.kernel.replay import replay

    game, story = load_record(record)
    match = replay(game, story, edition=edition)
    file = game.library.file(edition or story.edition)
    done = 0
    with click.progressbar(
        length=1, label=game.title, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def tell(now: int, total: int) -> None:
            nonlocal done
            bar.length = total
            bar.update(now - done)
            done = now

        analysis = run(
            match, effort_called(effort, game.name), seed=seed, workers=workers, edition=file, progress=tell
        )
    teller = Teller(match, analysis, language)
    click.echo(json.dumps(analysis.data(), indent=2) if as_json else teller.text())
    if html:
        html.write_text(analysis_page(teller), encoding="utf-8")
    if chart:
        chart.write_text(chances_chart(teller).svg(), encoding="utf-8")
