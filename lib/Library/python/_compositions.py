"""The library's texts of operators that consist of others, for operators without a kernel or a gradient."""

import torch
import _torch

_texts = (
    "composites.activation_gradients composites.layer_gradients composites.loss_gradients composites.placement_gradients "
    "decompositions.activations decompositions.attention decompositions.distances decompositions.losses "
    "decompositions.placement decompositions.products decompositions.rearrangements "
    "decompositions.sampling decompositions.statistics composites.convolutions composites.copies composites.initializers composites.linear_algebra "
    "composites.numerics composites.packed_sequences composites.quantization composites.signals"
).split()
_functions = {}
_loaded = False


def register(operators, function):
    for operator in operators if isinstance(operators, (list, tuple)) else [operators]:
        _functions.setdefault(operator._name, function)


def _load():
    global _loaded
    if not _loaded:
        _loaded = True
        for text in _texts:
            __import__(text.replace(".", "/"), None, None, ("*",))


def get(overload):
    """The function of an overload ("aten::add.Tensor"); None where there is none."""
    _load()
    return _functions.get(overload)


def run(overload, args, error):
    """What an operator without a kernel gives; raises `error` when there is no text of it."""
    function = get(overload)
    if function is None:
        raise error
    return function(*args)


def expand(operator, args, kwargs):
    """The result of the text, whose operators are recorded; NotImplemented when there is none."""
    overload, args = _torch.bind(operator, *args, **kwargs)
    function = get(overload)
    return NotImplemented if function is None else function(*args)
