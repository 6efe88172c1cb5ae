"""Print and play: `print`."""

from __future__ import annotations

from pathlib import Path

import click

from ludoteca.cli.common import NEW_FILE, edition_file, edition_option, told_plainly


@click.command()
@click.argument("game")
@edition_option
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--language", type=click.Choice(["en", "it"]), default="en", show_default=True)
@click.option("--players", type=click.IntRange(1), help="How many play, where the board depends on it.")
@click.option(
    "--only",
    multiple=True,
    metavar="WHAT",
    help="A part (pieces, aid, rules, cards, tokens, board …) or one piece, such as “card 24”.",
)
@click.option("--out", type=NEW_FILE, required=True, help="The PDF to write.")
@told_plainly
def print(game: str, edition: str | None, paper: str, language: str, players: int | None,
          only: tuple[str, ...], out: Path) -> None:  # fmt: skip
    """Make PDF sheets of GAME to print and play: cards front and back, boards, tokens, player aid, rules.

    For example: ludoteca print bosa --out bosa.pdf; or ludoteca print bosa --only "card 24" --out card.pdf
    if a card is lost.
    """
    from ludoteca.games import load
    from ludoteca.printing.pdf import printed

    found = printed(
        load(game), edition_file(game, edition), paper=paper, language=language, players=players, only=only
    )
    out.write_bytes(found)
    click.echo(f"{out}: {len(found):,} bytes. Print at 100 %, both sides, turned over the long edge.")
