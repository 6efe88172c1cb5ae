"""The matches of an arena as a Parquet file: one row a match."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.plan import Outcome, Plan
from ludoteca.lab.run_folder import write_whole


def parquet_library() -> Any:
    """PyArrow, or the way to get it."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise LudotecaError("Parquet files need PyArrow: pip install ludoteca[lab]") from None


def write_matches(path: Path, plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """One row a match: where it stands in the plan, who sat where, and what came of it."""
    arrow = parquet_library()
    small, whole, share, word = arrow.int32(), arrow.int64(), arrow.float64(), arrow.string()
    columns: list[tuple[str, Any, list[Any]]] = [
        ("match", whole, [one.number for one in outcomes]),
        ("deal", whole, [one.number // plan.rotations for one in outcomes]),
        ("rotation", small, [one.number % plan.rotations for one in outcomes]),
        ("bots", arrow.list_(word), [list(plan.seating(one.number)) for one in outcomes]),
        ("places", arrow.list_(small), [list(one.places) for one in outcomes]),
        ("payoffs", arrow.list_(share), [list(one.payoffs) for one in outcomes]),
        ("scores", arrow.list_(whole), [list(one.scores) for one in outcomes]),
        ("teams", arrow.list_(small), [list(one.teams) for one in outcomes]),
        ("decisions", whole, [one.decisions for one in outcomes]),
        ("outcomes", whole, [one.outcomes for one in outcomes]),
        ("reason", word, [one.reason for one in outcomes]),
        ("faults", arrow.list_(small), [list(one.faults) for one in outcomes]),
    ]
    table = arrow.table(
        [arrow.array(values, kind) for _, kind, values in columns],
        schema=arrow.schema([(name, kind) for name, kind, _ in columns]),
    )
    content = io.BytesIO()
    import_module("pyarrow.parquet").write_table(table, content, compression="zstd")
    write_whole(path, content.getvalue())
