"""torch.utils."""


def __getattr__(name):
    if name in ("data", "hooks", "checkpoint"):
        return __import__("torch.utils." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.utils' has no attribute {name!r}")
