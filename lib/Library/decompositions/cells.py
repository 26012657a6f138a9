# Steps of recurrent layers, from their definitions in the PyTorch documentation.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# Whether a step takes the tensors: rows of floats, and weights of `gates` gates.
def is_step(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, gates: int) -> bool:
    fits = input.dim() == 2 and hx.dim() == 2 and w_ih.dim() == 2 and w_hh.dim() == 2 and input.is_floating_point()
    if fits:
        size = hx.size(1)
        fits = input.size(0) == hx.size(0) and input.size(1) == w_ih.size(1) and w_hh.size(1) == size and \
            w_ih.size(0) == gates * size and w_hh.size(0) == gates * size and input.dtype == hx.dtype and \
            input.dtype == w_ih.dtype and input.dtype == w_hh.dtype
    return fits


@register_decomposition(aten.lstm_cell.default)
def lstm_cell(input: Tensor, hx: List[Tensor], w_ih: Tensor, w_hh: Tensor, b_ih: Optional[Tensor],
              b_hh: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
    if len(hx) != 2 or not is_step(input, hx[0], w_ih, w_hh, 4):
        return aten.lstm_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
    gates = aten.linear(input, w_ih, b_ih) + aten.linear(hx[0], w_hh, b_hh)
    size = hx[0].size(1)
    entry = torch.sigmoid(aten.slice(gates, 1, 0, size))
    forget = torch.sigmoid(aten.slice(gates, 1, size, 2 * size))
    state = torch.tanh(aten.slice(gates, 1, 2 * size, 3 * size))
    output = torch.sigmoid(aten.slice(gates, 1, 3 * size, 4 * size))
    c = forget * hx[1] + entry * state
    return output * torch.tanh(c), c


@register_decomposition(aten.gru_cell.default)
def gru_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Optional[Tensor],
             b_hh: Optional[Tensor]) -> Tensor:
    if not is_step(input, hx, w_ih, w_hh, 3):
        return torch.gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
    size = hx.size(1)
    given = aten.linear(input, w_ih, b_ih)
    kept = aten.linear(hx, w_hh, b_hh)
    reset = torch.sigmoid(aten.slice(given, 1, 0, size) + aten.slice(kept, 1, 0, size))
    update = torch.sigmoid(aten.slice(given, 1, size, 2 * size) + aten.slice(kept, 1, size, 2 * size))
    new = torch.tanh(aten.slice(given, 1, 2 * size, 3 * size) + reset * aten.slice(kept, 1, 2 * size, 3 * size))
    return (hx - new) * update + new


@register_decomposition(aten.rnn_tanh_cell.default)
def rnn_tanh_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Optional[Tensor],
                  b_hh: Optional[Tensor]) -> Tensor:
    if not is_step(input, hx, w_ih, w_hh, 1):
        return torch.rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
    return torch.tanh(aten.linear(input, w_ih, b_ih) + aten.linear(hx, w_hh, b_hh))


@register_decomposition(aten.rnn_relu_cell.default)
def rnn_relu_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Optional[Tensor],
                  b_hh: Optional[Tensor]) -> Tensor:
    if not is_step(input, hx, w_ih, w_hh, 1):
        return torch.rnn_relu_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
    return torch.relu(aten.linear(input, w_ih, b_ih) + aten.linear(hx, w_hh, b_hh))
