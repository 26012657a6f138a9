"""torch.ao.nn.quantized.dynamic: layers of floats that quantize them for their ranges."""

from torch.ao.nn.quantized.dynamic.modules import (
    Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, GRU, GRUCell, Linear, LSTM, LSTMCell,
    RNNCell)

__all__ = [name for name in globals() if not name.startswith("_")]
