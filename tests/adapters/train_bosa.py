"""The example of the documentation that trains a policy, as a module."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_bosa.py"


def train_bosa() -> ModuleType:
    spec = spec_from_file_location("train_bosa", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
