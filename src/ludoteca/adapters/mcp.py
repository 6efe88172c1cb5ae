"""A seat for language models: an MCP server whose tools look, ask for rules, act and talk.

    ludoteca mcp bosa --seats 3 --bot level:strong

The tools tell what one seat may know. The official SDK does the talking: `pip install ludoteca[mcp]`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from ludoteca.adapters.sitting import Sitting
from ludoteca.kernel.errors import LudotecaError

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:
    raise LudotecaError("an MCP server needs its SDK: pip install ludoteca[mcp]") from None

T = TypeVar("T")


def server(sitting: Sitting, lists: bool = True) -> MCPServer:
    """The server of one seat. Without `lists` nobody tells which actions are legal: one finds out by rules
    and refusals.
    """
    game = sitting.match.game
    turn = Lock()

    def told(answer: Callable[[], T]) -> T:
        """An answer, or a refusal that the model may read. Tools that are called at once wait their turn."""
        with turn:
            try:
                return answer()
            except LudotecaError as refusal:
                raise ToolError(str(refusal)) from None

    made = MCPServer(
        "ludoteca",
        title=game.title,
        instructions=(
            f"You sit at a table of {game.title}, seat {sitting.seat} of {sitting.match.setup.seats}. Call "
            "`look` to see the table, `act` when you are asked, until the match is over. What is not legal "
            "is refused with its rule and changes nothing."
        ),
    )

    @made.tool()
    def look() -> str:
        """The table as you see it, what is new since you last looked, and what you are asked."""
        return told(sitting.look)

    @made.tool()
    def log() -> str:
        """Everything that has happened so far, as you learnt of it."""
        return told(sitting.log)

    @made.tool()
    def rule(which: str) -> str:
        """A rule of the game by its id (BOS-3.2), those of a chapter (BOS-3), or those with some words."""
        return told(lambda: sitting.rule(which))

    @made.tool()
    def act(action: str) -> str:
        """Do something by its text, such as “take 2”. Tells what happened until you are asked again."""
        return told(lambda: sitting.act(action))

    @made.tool()
    def say(words: str) -> str:
        """Say something to the others at the table; tells what they answer."""
        return told(lambda: sitting.say(words))

    if lists:

        @made.tool()
        def choices() -> list[str]:
            """What you may do now: the text for `act`, and what it means."""
            return [f"{choice.text} — {choice.label}" for choice in told(sitting.choices)]

    return made
