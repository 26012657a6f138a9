"""Calls in an order that PyTorch has replaced: numbers before the tensors that they scale."""

import warnings as _warnings

import torch as _torch

_PRODUCTS = {"nttt": ("beta",), "tntt": ("beta",), "ntntt": ("beta", "alpha"), "tnntt": ("beta", "alpha")}

# For each operator the kinds of its arguments, t a tensor and n a number, and what the numbers are called now.
_ORDERS = {
    "add": {"tnt": ("alpha",)},
    "sub": {"tnt": ("alpha",)},
    "addcmul": {"tntt": ("value",)},
    "addcdiv": {"tntt": ("value",)},
    "addmm": _PRODUCTS,
    "addmv": _PRODUCTS,
    "addr": _PRODUCTS,
    "addbmm": _PRODUCTS,
    "baddbmm": _PRODUCTS,
}


def _kind(value):
    if isinstance(value, _torch.Tensor):
        return "t"
    return "n" if isinstance(value, (int, float, complex)) and not isinstance(value, bool) else "?"


def reorder(name, args, keywords):
    """The arguments in today's order and by today's names; None for a call that never was one."""
    name = name.removeprefix("aten::")
    kinds = "".join(map(_kind, args))
    names = _ORDERS.get(name.removesuffix("_"), {}).get(kinds)
    if names is None:
        return None
    old = ", ".join("Tensor" if kind == "t" else "Number" for kind in kinds)
    now = ", ".join(["Tensor"] * kinds.count("t") + ["*"] + ["Number " + n for n in names])
    _warnings.warn(
        f"This overload of {name} is deprecated:\n\t{name}({old})\n"
        f"Consider using one of the following signatures instead:\n\t{name}({now})"
    )
    numbers = [value for kind, value in zip(kinds, args) if kind == "n"]
    tensors = tuple(value for kind, value in zip(kinds, args) if kind == "t")
    return tensors, dict(keywords, **dict(zip(names, numbers)))
