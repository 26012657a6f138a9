"""torch.overrides: what looks like a tensor. Classes with `__torch_function__` do not change operators here."""

import torch


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(type(inp), "__torch_function__")


def has_torch_function(args):
    return False


def has_torch_function_unary(arg):
    return False


def has_torch_function_variadic(*args):
    return False
