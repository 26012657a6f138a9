"""torch.ao.nn.quantized.dynamic.modules."""

from torch.ao.nn.quantized.dynamic.modules.conv import (
    Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)
from torch.ao.nn.quantized.dynamic.modules.linear import Linear
from torch.ao.nn.quantized.dynamic.modules.rnn import GRU, GRUCell, LSTM, LSTMCell, RNNCell
