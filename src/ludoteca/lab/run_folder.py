"""A folder that remembers what has been played, so that an interrupted run can continue."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.batches import Span
from ludoteca.lab.plan import digest

PLAN: Final = "plan.json"
FINISHED: Final = "finished.jsonl"


class RunFolder:
    """The finished batches of one plan: a line each, written through to the disk before it counts."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.path = folder
        self.batches: dict[Span, Any] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise LudotecaError(f"{folder} is not a folder; choose another one for --out") from None
        self._file = open(folder / FINISHED, "a+b")  # noqa: SIM115
        try:
            self._lock()
            self._agree(about)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        self._file.close()

    def add(self, span: Span, data: Any) -> None:
        """Keep a finished batch."""
        self.batches[span] = data
        self._file.write(_line(span, data))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close_with(self, batches: Iterable[tuple[Span, Any]]) -> None:
        """All is played: the same batches, whoever played them, in the same lines."""
        write_whole(self.path / FINISHED, b"".join(_line(span, data) for span, data in batches))

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LudotecaError(
                f"another process is working in {self.path}; wait for it or choose another folder"
            ) from None

    def _agree(self, about: dict[str, Any]) -> None:
        """The plan of the folder is this one; an empty folder takes it over."""
        path = self.path / PLAN
        if not path.exists():
            write_whole(path, as_json({**about, "digest": digest(about)}))
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise LudotecaError(f"{path} cannot be read; remove the folder or choose another one") from None
        if found.get("digest") == digest(about):
            return
        raise LudotecaError(f"{self.path} belongs to another plan ({_difference(found, about)}); "
                            "repeat that one, remove the folder or choose another one for --out")  # fmt: skip

    def _read(self) -> None:
        """The batches finished so far; half a line, left by an interruption, is dropped."""
        self._file.seek(0)
        whole = self._file.read()
        kept = whole.rfind(b"\n") + 1
        if kept < len(whole):
            self._file.truncate(kept)
        for number, line in enumerate(whole[:kept].splitlines(), 1):
            try:
                entry = json.loads(line)
                self.batches[(entry["first"], entry["last"])] = entry["data"]
            except (ValueError, KeyError, TypeError):
                raise LudotecaError(
                    f"{self.path / FINISHED}, line {number}: expected a finished batch; remove the line to "
                    "play its matches again"
                ) from None


def missing(done: Iterable[Span], matches: int) -> list[Span]:
    """What is left of matches 0 to `matches - 1`."""
    left: list[Span] = []
    reached = 0
    for first, last in sorted(done):
        if first > reached:
            left.append((reached, min(first, matches)))
        reached = max(reached, last)
        if reached >= matches:
            return left
    left.append((reached, matches))
    return left


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees either nothing new or all of it."""
    draft = path.with_name(path.name + ".new")
    with open(draft, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def as_json(data: Any) -> bytes:
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def _line(span: Span, data: Any) -> bytes:
    entry = {"first": span[0], "last": span[1], "data": data}
    return json.dumps(entry, separators=(",", ":")).encode() + b"\n"


def _difference(found: dict[str, Any], asked: dict[str, Any]) -> str:
    """The first thing in which two plans differ, in words."""
    for key, value in asked.items():
        if found.get(key) != value:
            if key == "program":
                return "the rules or the bots have changed since it was begun"
            return f"its {key} is {_told(found.get(key))}, not {_told(value)}"
    return "it was changed by hand"


def _told(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{key}={entry}" for key, entry in value.items()) or "none"
    return str(value)
