"""torch.nn.modules: the same names as torch.nn."""

import torch.nn as _nn


def __getattr__(name):
    return getattr(_nn, name)
