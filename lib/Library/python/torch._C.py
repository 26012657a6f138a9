"""What programs see of PyTorch's C++, which is not there."""


def _log_api_usage_once(event):
    return None


class ScriptObject:
    """Objects of classes of extensions: packed weights. Nothing changes them, so copies are the objects themselves."""

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ScriptMethod:
    """A method of a compiled module."""


def _disabled_torch_function_impl(cls, func, types, args=(), kwargs=None):
    """As `__torch_function__` of a class: functions do not ask it."""
    import torch

    return torch._ask_nobody(torch.Tensor, func, (), args, kwargs)


class DisableTorchFunction:
    """While it lives, functions ask no class what they do."""

    def __init__(self):
        import _overrides

        self._before = _overrides.set_enabled(False)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        import _overrides

        _overrides.set_enabled(self._before)


def __getattr__(name):
    if name in ("_nn", "_linalg", "_special", "_fft"):
        return __import__("torch._C." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch._C' has no attribute {name!r}")
