"""The canonical spelling of a state: equal states, and only those, are spelt alike, compiled or not."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec

from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result
from ludoteca.kernel.state import Agenda

_ASIDE: Final = ("journal", "choices", "__dict__")


def canonical(thing: Any) -> str:
    """A text with everything that lies on the table. The journal and remembered options are not on it."""
    if thing is None or isinstance(thing, bool | int | float | str):
        return repr(thing)
    if isinstance(thing, (list, tuple, vec)):
        return f"[{' '.join([canonical(part) for part in thing])}]"
    if isinstance(thing, dict):
        return f"{{{' '.join(sorted(f'{canonical(key)}:{canonical(part)}' for key, part in thing.items()))}}}"
    if isinstance(thing, set | frozenset):
        return f"{{{' '.join(sorted(canonical(part) for part in thing))}}}"
    if isinstance(thing, Action | Result):
        return repr(thing)
    if isinstance(thing, Agenda):
        return canonical(thing.steps())
    if isinstance(thing, Edition):
        return thing.label
    if isinstance(thing, Setup):
        return f"{thing.seats}{canonical(thing.values)}{thing.edition.label}{canonical(thing.amendments)}"
    told = " ".join(f"{name}={canonical(value)}" for name, value in attributes(thing))
    return f"{type(thing).__name__}({told})"


def attributes(thing: Any) -> list[tuple[str, Any]]:
    """The attributes of an object by name, whether its class is compiled or not."""
    names = set(getattr(type(thing), "__mypyc_attrs__", ())) | set(getattr(thing, "__dict__", {}))
    found = [
        (name, getattr(thing, name)) for name in sorted(names) if name not in _ASIDE and hasattr(thing, name)
    ]
    return found
