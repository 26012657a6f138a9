"""torch.nn.modules: the same names as torch.nn, and the modules of its classes."""

import torch.nn as _nn


def __getattr__(name):
    if name == "utils":  # not torch.nn.utils
        import torch.nn.modules.utils as found

        return found
    if name in _nn._texts:
        return __import__("torch.nn.modules." + name, None, None, ("*",))
    return getattr(_nn, name)
