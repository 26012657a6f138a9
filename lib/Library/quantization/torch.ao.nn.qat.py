"""torch.ao.nn.qat: layers that are trained as if they were quantized."""

from torch.ao.nn.qat.modules import Conv1d, Conv2d, Conv3d, Embedding, EmbeddingBag, Linear

__all__ = ["Linear", "Conv1d", "Conv2d", "Conv3d", "Embedding", "EmbeddingBag"]


def __getattr__(name):
    if name in ("dynamic", "modules"):
        return __import__("torch.ao.nn.qat." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.ao.nn.qat' has no attribute {name!r}")
