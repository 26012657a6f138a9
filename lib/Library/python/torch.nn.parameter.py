"""Tensors that are parameters of modules."""

import _torch
import torch


class Parameter(torch.Tensor):
    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        made = _torch.make_as(cls, data.detach())
        if data.is_inference():
            _torch.make_inference(made)
        if requires_grad:
            made.requires_grad = True
        return made

    def __init__(self, data=None, requires_grad=True):
        pass

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)][0]
        made = type(self)(self.data.clone(), self.requires_grad)
        memo[id(self)] = (made, self)
        return made


def __getattr__(name):
    """Parameters without a shape are in the text of lazy modules."""
    if name in ("UninitializedParameter", "UninitializedBuffer", "UninitializedTensorMixin", "is_lazy"):
        return getattr(__import__("torch.nn.modules.lazy", None, None, (name,)), name)
    raise AttributeError(f"module 'torch.nn.parameter' has no attribute {name!r}")
    raise AttributeError(f"module 'torch.nn.parameter' has no attribute {name!r}")
