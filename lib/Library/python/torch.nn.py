"""torch.nn: its classes are texts of their own, read when they are asked for."""

import sys as _sys

import _torch
import torch
from torch.nn.parameter import Parameter

_texts = (
    "module linear container conv activation batchnorm normalization dropout pooling loss rnn sparse flatten padding "
    "upsampling pixelshuffle instancenorm distance fold adaptive transformer channelshuffle lazy parallel utils"
).split()


def _find_class(name):
    if name == "Module":
        return _import("torch.nn.modules.module").Module
    if name in ("UninitializedParameter", "UninitializedBuffer"):
        return getattr(_import("torch.nn.modules.lazy"), name)
    for text in _texts:
        try:
            module = _import("torch.nn.modules." + text)
        except ModuleNotFoundError:
            continue
        found = module.__dict__.get(name)
        if isinstance(found, type):
            return found
    return None


def _import(name):
    return __import__(name, None, None, ("*",))


def __getattr__(name):
    if name in ("functional", "init", "modules", "utils", "parameter", "intrinsic", "qat", "quantized", "quantizable"):
        return _import("torch.nn." + name)
    found = None if name.startswith("_") else _find_class(name)
    if found is None:
        raise AttributeError(f"module 'torch.nn' has no attribute {name!r}")
    globals()[name] = found
    return found
