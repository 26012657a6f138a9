"""torch.overrides: classes with `__torch_function__`, which say what functions of torch do with their instances."""

import _overrides
import torch


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(type(inp), "__torch_function__")


def has_torch_function(args):
    return _overrides._enabled and any(_overrides._is_own(type(arg)) for arg in args)


def has_torch_function_unary(arg):
    return has_torch_function((arg,))


def has_torch_function_variadic(*args):
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    return _overrides.handle(public_api, args, kwargs)


def is_tensor_method_or_property(func):
    return getattr(func, "__qualname__", "").startswith(("_TensorBase.", "Tensor.")) or func.__name__ == "__get__"


def resolve_name(f):
    """The name of a function of torch with that of its module."""
    if isinstance(f, (torch._Packet, torch._Overload)):
        return str(f)
    if is_tensor_method_or_property(f):
        return "torch.Tensor." + f.__name__
    return f.__module__ + "." + f.__name__


def wrap_torch_function(dispatcher):
    """Makes a function ask the classes of the arguments that `dispatcher` picks."""
    import functools

    def decorate(function):
        @functools.wraps(function)
        def asking(*args, **kwargs):
            if has_torch_function(dispatcher(*args, **kwargs)):
                return _overrides.handle(asking, args, kwargs)
            return function(*args, **kwargs)

        return asking

    return decorate


def __getattr__(name):
    if name == "DisableTorchFunction":
        return torch._C.DisableTorchFunction
    raise AttributeError(f"module 'torch.overrides' has no attribute {name!r}")
