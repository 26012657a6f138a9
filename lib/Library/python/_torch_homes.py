"""In which modules PyTorch keeps the functions that other modules have, too: what they are called and where they come from."""

import sys as _sys

import _torch

_prefixes = {"torch.linalg": "linalg", "torch.special": "special", "torch.fft": "fft"}
_renamed = {"logsigmoid": "log_sigmoid"}
# Wrapped for functional alone.
_own = {"pad"}
# In Python with PyTorch.
_functional = {"block_diag", "cartesian_prod", "chain_matmul"}


def find(module, name):
    """The module and the name there; None for what is at home in the module itself."""
    if module == "torch":
        return ("torch.functional", name) if name in _functional else None
    if module == "torch.functional":
        return ("torch", name) if name in _sys.modules["torch"].__dict__ else None
    prefix = _prefixes.get(module)
    if prefix is not None:
        place = "torch._C._" + prefix, prefix + "_" + name
    elif module != "torch.nn.functional" or name in _own:
        return None
    elif _torch.is_member("torch", name):
        return "torch", name
    else:
        place = "torch._C._nn", _renamed.get(name, name)
    return place if _torch.is_member(*place) else None
