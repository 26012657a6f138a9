"""torch.ao.nn: layers before, while and after they are quantized."""


def __getattr__(name):
    if name in ("intrinsic", "qat", "quantized"):
        return __import__("torch.ao.nn." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.ao.nn' has no attribute {name!r}")
