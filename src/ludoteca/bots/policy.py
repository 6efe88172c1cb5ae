"""Bots of one's own that are trained policies: a NumPy file or an ONNX model that scores every action.

The model gets the vector that `ludoteca.adapters` gives to learners, and the legal action with the highest
score is taken.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from ludoteca.bots.bot import Perspective
from ludoteca.bots.own_bot import Answer, OwnBot, Terms
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source


class Model(Protocol):
    """Scores of all actions for an observation and the mask of legal actions; higher is better."""

    def scores(self, observation: Any, mask: Any) -> Any: ...


class PolicyBot(OwnBot):
    """Takes the legal action that a model likes best."""

    def __init__(self, name: str, path: Path, terms: Terms) -> None:
        super().__init__(name, terms)
        self.path = path.resolve()
        self._layout: Any = None

    def answer(self, perspective: Perspective, source: Source, refused: str) -> Answer:
        import numpy as np

        game, setup = perspective.game, perspective.setup
        if game.encoding is None or setup is None:
            raise LudotecaError(f"{game.title} cannot be told as a vector at this table")
        if self._layout is None:
            self._layout = game.encoding.layout(setup)
        actions = len(game.catalogue.decisions)
        observation = np.frombuffer(self._layout.encode(perspective.view), np.float32)
        mask = np.zeros(actions, np.int8)
        for action in perspective.options:
            mask[action.index] = 1
        model = read_model(self.path, self.path.stat().st_mtime_ns, actions)
        scores = np.asarray(model.scores(observation, mask)).reshape(-1)
        if len(scores) != actions:
            raise LudotecaError(f"the model scores {len(scores)} actions; {game.title} has {actions}")
        return Answer(max(perspective.options, key=lambda action: float(scores[action.index])))


@lru_cache(maxsize=8)
def read_model(path: Path, changed: int, actions: int) -> Model:
    """The model in a file, read once."""
    return OnnxModel(path) if path.suffix == ".onnx" else LayeredModel(path, actions)


class LayeredModel:
    """Layers in an `.npz` file: a matrix (inputs × outputs) and a row of biases for each, in their order.

    Layers are read up to the first with an output for every action; what follows (a critic) is left out.
    Between layers stands a hyperbolic tangent, or what the entry `activation` names: `tanh` or `relu`.
    """

    def __init__(self, path: Path, actions: int) -> None:
        import numpy as np

        with np.load(path, allow_pickle=False) as kept:
            self.activation = str(kept["activation"]) if "activation" in kept.files else "tanh"
            found = [kept[name] for name in kept.files if name != "activation"]
        if self.activation not in ("tanh", "relu"):
            raise LudotecaError(f"{path.name}: “{self.activation}” is no activation; expected tanh or relu")
        self.layers: list[tuple[Any, Any]] = []
        for matrix, biases in zip(found[::2], found[1::2], strict=False):
            self.layers.append((matrix, biases))
            if biases.shape == (actions,):
                return
        raise LudotecaError(f"{path.name}: no layer has {actions} outputs, one for every action")

    def scores(self, observation: Any, mask: Any) -> Any:
        import numpy as np

        values = observation
        for number, (matrix, biases) in enumerate(self.layers):
            if number:
                values = np.tanh(values) if self.activation == "tanh" else np.maximum(values, 0)
            values = values @ matrix + biases
        return values


class OnnxModel:
    """An ONNX model: its first input is the observation (1 × slots), the second, if there is one, the mask
    (1 × actions); its first output is the scores.
    """

    def __init__(self, path: Path) -> None:
        try:
            runtime = import_module("onnxruntime")
        except ImportError:
            raise LudotecaError("ONNX models need ONNX Runtime: pip install ludoteca[onnx]") from None
        wishes = runtime.SessionOptions()
        wishes.intra_op_num_threads = 1
        self.session = runtime.InferenceSession(
            str(path), sess_options=wishes, providers=["CPUExecutionProvider"]
        )
        self.inputs = [(one.name, one.type) for one in self.session.get_inputs()]

    def scores(self, observation: Any, mask: Any) -> Any:
        given = {}
        kinds = {"tensor(float)": "float32", "tensor(int8)": "int8", "tensor(bool)": "bool"}
        for (name, kind), values in zip(self.inputs, (observation, mask), strict=False):
            given[name] = values.astype(kinds.get(kind, "float32")).reshape(1, -1)
        return self.session.run(None, given)[0]
