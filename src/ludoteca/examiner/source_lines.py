"""Where in a game's source something stands, so that every breach leads to a line."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ludoteca.examiner.sitting import Sitting

KERNEL: Final = "ludoteca.kernel."


def method_place(thing: object, name: str) -> str:
    """`tartufo/steps.py, line 62 (Turn.play)`: where the class of a thing writes a method, or is itself
    written if it leaves the method to the kernel.
    """
    own = type(thing)
    for base in own.__mro__:
        if name in vars(base) and not base.__module__.startswith(KERNEL):
            return _place(base.__module__, base.__name__, name)
    return _place(own.__module__, own.__name__, "")


def function_place(found: Callable[..., Any]) -> str:
    """The same for a function that a game hands over."""
    if inspect.ismethod(found):
        return method_place(found.__self__, found.__name__)
    if inspect.isfunction(found):
        return f"{_short(Path(found.__code__.co_filename))}, line {found.__code__.co_firstlineno}"
    return _place(str(found.__module__), "", found.__name__)


def step_place(sitting: Sitting, name: str) -> str:
    """The step that is asked now; after the last one, the step that ended the match."""
    state = sitting.state
    step = state.step if state.agenda else sitting.last_step
    return "" if step is None else method_place(step, name)


def last_play(sitting: Sitting) -> str:
    """The step that made the table what it is now."""
    step = sitting.last_step
    return method_place(sitting.game, "start") if step is None else method_place(step, "play")


def _knowledge(sitting: Sitting) -> str:
    """`imagine` and `view`, which have to agree."""
    return " and ".join([method_place(sitting.game, name) for name in ("imagine", "view")])


def _telling(sitting: Sitting) -> str:
    """What may tell a secret: the view, or the news of the step."""
    return f"{method_place(sitting.game, 'view')} and {step_place(sitting, 'play')}"


def _bot(sitting: Sitting) -> str:
    knowledge = sitting.game.bot
    return "" if knowledge is None else function_place(knowledge.evaluate)


def _board(sitting: Sitting) -> str:
    presentation = sitting.game.presentation
    return "" if presentation is None else function_place(presentation.board)


def _layout(sitting: Sitting) -> str:
    encoding = sitting.game.encoding
    return "" if encoding is None else function_place(encoding.layout)


PLACES: Final[dict[str, Callable[[Sitting], str]]] = {
    "length": lambda sitting: method_place(sitting.game, "bound"),
    "standing": last_play,
    "conservation": last_play,
    "objections": lambda sitting: step_place(sitting, "objection"),
    "odds": lambda sitting: step_place(sitting, "odds"),
    "sampling": lambda sitting: step_place(sitting, "sample"),
    "determinism": last_play,
    "ticking": lambda sitting: step_place(sitting, "play"),
    "recording": last_play,
    "repeating": last_play,
    "copy": lambda sitting: method_place(sitting.state, "copy"),
    "aliasing": lambda sitting: method_place(sitting.state, "copy"),
    "views": lambda sitting: method_place(sitting.game, "view"),
    "audiences": lambda sitting: step_place(sitting, "audience"),
    "interference": _telling,
    "imagining": _knowledge,
    "asking": lambda sitting: step_place(sitting, "play"),
    "playing_on": _knowledge,
    "drawing": _board,
    "undo": lambda sitting: step_place(sitting, "play"),
    "evaluation": _bot,
    "vectors": _layout,
    "posterior": _knowledge,
}
"""Which lines each check is about."""


def _place(module: str, owner: str, name: str) -> str:
    called = f"{owner}.{name}" if owner and name else owner or name
    file = _source(module)
    line = _line(file, owner, name) if file is not None else 0
    return f"{_short(file)}, line {line} ({called})" if file is not None and line else called


def _source(module: str) -> Path | None:
    """The Python file of a module, beside the compiled one where there is such."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return None
    path = Path(file)
    return path.with_name(f"{path.name.partition('.')[0]}.py")


@lru_cache(maxsize=256)
def _line(file: Path, owner: str, name: str) -> int:
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return 0
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == owner:
            found = node.lineno
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == name:
                    return part.lineno
        elif not owner and isinstance(node, ast.FunctionDef) and node.name == name:
            return node.lineno
    return found


def _short(file: Path) -> str:
    return "/".join(file.parts[-2:])
