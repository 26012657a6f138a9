"""torch.nn.modules: the same names as torch.nn, and the modules of its classes."""

import torch.nn as _nn


def __getattr__(name):
    if name == "utils":  # not torch.nn.utils
        import torch.nn.modules.utils as found

        return found
    return getattr(_nn, name)
