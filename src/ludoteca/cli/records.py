"""Records of matches: `replay`, `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.common import NEW_FILE, edition_option, load_record, told_plainly
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import presentation_of

if TYPE_CHECKING:
    from ludoteca.kernel.match import Match


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", type=click.IntRange(0), help="Stop after this many lines of play.")
@click.option(
    "--seat", type=int, default=-1, help="See it as this seat, from 0 on, saw it; as a spectator otherwise."
)
@click.option("--svg", type=NEW_FILE, help="Draw the table into this file.")
@click.option("--png", type=NEW_FILE, help="Draw the table into this picture.")
@click.option("--phone", is_flag=True, help="Draw it for a narrow screen.")
@click.option("--language", default="en", show_default=True, help="The language of the phrase book.")
@edition_option
@told_plainly
def replay(record: Path, at: int | None, seat: int, svg: Path | None, png: Path | None, phone: bool,
           language: str, edition: str | None) -> None:  # fmt: skip
    """Retell the match in RECORD up to any line, and draw the table at that point."""
    from ludoteca.kernel.replay import replay as run

    game, story = load_record(record)
    match = run(game, story, at, edition)
    if not -1 <= seat < match.setup.seats:
        raise LudotecaError(f"there is no seat {seat}; this table has {match.setup.seats}")
    speaker = match.speaker(language)
    for event in match.log(seat):
        sentence = speaker.event(event)
        if sentence:
            click.echo(f"{sentence}  [{event.kind.rule}]" if event.kind.rule else sentence)
    scene = draw(match, seat, language, phone)
    click.echo()
    click.echo(scene.text())
    if svg:
        svg.write_text(scene.svg(), encoding="utf-8")
    if png:
        try:
            png.write_bytes(scene.png(width=390 if phone else 1280))
        except RuntimeError as missing:
            raise LudotecaError(str(missing)) from None


def draw(match: Match, seat: int, language: str, narrow: bool = False) -> Any:
    """The table as a seat sees it now."""
    return presentation_of(match.game).board(
        match.view(seat), match.speaker(language), match.choices(seat, language), narrow
    )


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@edition_option
@told_plainly
def verify(record: Path, edition: str | None) -> None:
    """Check RECORD: every action by the rules, every chance outcome by its seed or revealed secret."""
    from ludoteca.kernel.replay import verify as run

    game, story = load_record(record)
    verdict = run(game, story, edition)
    click.echo(f"{record}: {verdict.decisions} actions follow the rules of {game.title}")
    click.echo(verdict.remark[:1].upper() + verdict.remark[1:] + ".")
