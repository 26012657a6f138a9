"""torch.ao.nn.quantized: layers of quantized tensors."""

from torch.ao.nn.quantized.modules import (
    BatchNorm2d, BatchNorm3d, Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, DeQuantize,
    Dropout, ELU, Embedding, EmbeddingBag, FloatFunctional, FXFloatFunctional, GroupNorm, Hardswish, InstanceNorm1d,
    InstanceNorm2d, InstanceNorm3d, LayerNorm, LeakyReLU, Linear, MaxPool2d, PReLU, QFunctional, Quantize, ReLU6,
    Sigmoid, Softmax)

__all__ = [name for name in globals() if not name.startswith("_")]


def __getattr__(name):
    if name in ("dynamic", "functional", "modules"):
        return __import__("torch.ao.nn.quantized." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.ao.nn.quantized' has no attribute {name!r}")
