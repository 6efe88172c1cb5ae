"""Games, their rules and editions: `games`, `rules`, `edition`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.common import told_plainly
from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.kernel.game import Game


@click.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Everything about the games as JSON.")
@told_plainly
def games(game: str | None, as_json: bool) -> None:
    """List the games of the house, or tell the presets and options of GAME and where each comes from."""
    from ludoteca.games import broken, load, names

    found = [load(name) for name in ([game] if game else names())]
    if not game:
        for fault in broken():
            click.echo(f"ludoteca: {fault}", err=True)
    if game and not as_json:
        click.echo("\n".join(_told(found[0])))
        return
    if as_json:
        click.echo(json.dumps([_about(game) for game in found], indent=2, ensure_ascii=False))
        return
    for one in found:
        click.echo(f"{one.name:14} {_headline(one)}")
        click.echo(f"{'':14} {one.words().phrase('game', 'tagline')}")


def _headline(game: Game[Any]) -> str:
    players = f"{game.least}-{game.most}" if game.least < game.most else str(game.least)
    return f"{game.title}: {players} players, about {game.minutes} minutes"


def _told(game: Game[Any]) -> list[str]:
    """The presets and options of a game in lines: what is printed, a ruling, or the house's."""
    from ludoteca.kernel.game import AS_PRINTED

    words = game.words()
    lines = [_headline(game), "", "Presets:"]
    for name, values in game.presets.items():
        changed = ", ".join(f"{key}={str(value).lower()}" for key, value in values.items())
        lines.append(f"  {name:16} {words.phrase('preset', name)}: {changed or 'as in the rulebook'}")
    lines += ["", "Options (KEY = what is played unless changed):"]
    for option in game.options:
        origin = game.rule_origins().get(option.rule, AS_PRINTED)
        preferred = "" if option.house is None else f"; house: {str(option.house).lower()}"
        lines.append(f"  {option.key} = {str(option.default).lower()}  ({origin} {option.rule}{preferred})")
        label, help_text = words.phrase("option", option.key), words.find("option", f"{option.key}.help")
        lines.append(f"      {label}: {option.expected()}{f'. {help_text}' if help_text else ''}")
    return lines


def _about(game: Game[Any]) -> dict[str, Any]:
    from ludoteca.kernel.game import AS_PRINTED

    words = game.words()
    return {
        "name": game.name,
        "title": game.title,
        "tagline": words.phrase("game", "tagline"),
        "seats": [game.least, game.most],
        "minutes": game.minutes,
        "rules_version": game.version,
        "edition": game.edition(None).name,
        "editions": list(game.library.files()),
        "languages": game.languages(),
        "decisions": len(game.catalogue.decisions),
        "outcomes": len(game.catalogue.outcomes),
        "presets": {name: dict(preset) for name, preset in game.presets.items()},
        "options": [
            {
                "key": option.key,
                "label": words.phrase("option", option.key),
                "help": words.phrase("option", f"{option.key}.help"),
                "kind": option.kind,
                "default": option.default,
                "values": option.expected(),
                "rule": option.rule,
                "origin": game.rule_origins().get(option.rule, AS_PRINTED),
                "house": option.house,
            }
            for option in game.options
        ],
    }


@click.command()
@click.argument("game")
@click.argument("rule", required=False)
@told_plainly
def rules(game: str, rule: str | None) -> None:
    """Print the rules of GAME, or only RULE, or all rules of a chapter.

    For example: ludoteca rules bologna, ludoteca rules bologna BOL-2.3, ludoteca rules bologna BOL-2.
    """
    from ludoteca.games import load

    found = load(game)
    if rule is None:
        text = (found.folder / "rules.md").read_text(encoding="utf-8")
        click.echo_via_pager(text) if sys.stdout.isatty() else click.echo(text)
        return
    wanted = rule.upper()
    chosen = {
        key: text for key, text in found.rules().items() if key == wanted or key.startswith(f"{wanted}.")
    }
    if not chosen:
        raise LudotecaError(f"{found.title} has no rule “{rule}”; “ludoteca rules {game}” lists them all")
    for key, text in chosen.items():
        click.echo(f"{key}  {text}")


@click.command()
@click.argument("game")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--csv",
    "way",
    type=click.Choice(["out", "in"]),
    help="out: the cards as a spreadsheet; in: print the edition with the cards in FILE, a spreadsheet.",
)
@click.option("--base", metavar="FILE", help="With --csv, the edition to begin with instead of the house's.")
@click.option("--name", help="With --csv in, the name of the new edition.")
@told_plainly
def edition(game: str, file: Path | None, way: str | None, base: str | None, name: str | None) -> None:
    """Print the house's edition of GAME, to change a copy of it; or check the edition in FILE.

    For example: ludoteca edition bosa > mine.toml, then ludoteca edition bosa mine.toml. With a spreadsheet:
    ludoteca edition bosa --csv out > cards.csv, then ludoteca edition bosa --csv in cards.csv --name my-box.
    """
    from ludoteca.games import load

    found = load(game)
    if not found.library.house_file.is_file():
        raise LudotecaError(f"{found.title} has nothing to exchange: it has no edition file")
    if way is not None:
        click.echo(_spreadsheet(found, way, file, base, name), nl=False)
        return
    if file is None:
        click.echo(found.library.house_file.read_text(encoding="utf-8"), nl=False)
        return
    label = found.edition(file).label
    click.echo(f"{file}: {found.title} can be played with it, as “{label}”")


def _spreadsheet(game: Game[Any], way: str, file: Path | None, base: str | None, name: str | None) -> str:
    """The cards of an edition as CSV, or the edition with the cards of a CSV file."""
    from ludoteca.datafiles.draft import Draft, with_value
    from ludoteca.datafiles.spreadsheet import as_csv, with_csv

    begun = game.library.file(base) if base is not None else game.library.house_file
    text = begun.read_text(encoding="utf-8")
    if way == "out":
        return as_csv(text, game.read_edition)
    if file is None:
        raise LudotecaError("say which spreadsheet to read: --csv in cards.csv")
    try:
        sheet = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise LudotecaError(f"{file} is not a text in UTF-8; save the spreadsheet as CSV (UTF-8)") from None
    text = with_csv(text, sheet, game.read_edition, file.name)
    called = next(field for field in Draft(text, game.read_edition).fields if field.path == "edition.name")
    return with_value(text, called, name) if name else text
