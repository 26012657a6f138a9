"""torch.ao: quantization and the layers it consists of."""


def __getattr__(name):
    if name in ("nn", "quantization"):
        return __import__("torch.ao." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.ao' has no attribute {name!r}")
