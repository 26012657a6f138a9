"""torch.return_types: the types of results with names."""

import torch


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.return_types' has no attribute {name!r}")
    return torch._result_type(name)
