"""The `ludoteca` command. A command's module is imported only when the command is used."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from ludoteca import __version__

COMMANDS: Final = {
    "games": "games",
    "rules": "games",
    "edition": "games",
    "print": "print",
    "play": "play",
    "replay": "records",
    "verify": "records",
    "analyse": "analysis",
    "puzzles": "puzzles",
    "simulate": "simulation",
    "arena": "lab",
    "balance": "lab",
    "best-response": "best_response",
    "sweep": "lab",
    "new": "new_game",
    "benchmark": "benchmark",
    "ladder": "ladder",
    "rerun": "rerun",
    "mcp": "mcp",
    "trajectories": "trajectories",
    "examine": "examination",
    "house": "house",
    "host": "host",
    "doctor": "doctor",
    "work": "work",
    "worker": "worker",
    "backup": "work",
    "restore": "work",
    "fit": "fit",
    "train": "train",
    "tune": "bots",
    "levels": "bots",
}


class Commands(click.Group):
    """The commands by name, in the order a newcomer meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"ludoteca.cli.{COMMANDS[cmd_name]}"), cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ludoteca")
def main() -> None:
    """A home for tabletop games: play them, replay them, and play them a million times."""
