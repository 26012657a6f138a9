# Recurrent layers as products and elementwise operators, step by step, from their
# definitions in the PyTorch documentation. The processor has functions of the runtime
# for the layers, which are faster there; on devices the steps are kernels.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# One step: what the input gives to the gates, with its bias, what the state gives,
# the state. The cell state `c`, of `size` features, is used by lstm only.
def step(mode: str, size: int, x: Tensor, gates: Tensor, h: Tensor, c: Tensor) -> Tuple[Tensor, Tensor]:
    if mode == "lstm":
        both = x + gates
        c = (torch.sigmoid(both[:, size:2 * size]) * c +
             torch.sigmoid(both[:, 0:size]) * torch.tanh(both[:, 2 * size:3 * size]))
        h = torch.sigmoid(both[:, 3 * size:4 * size]) * torch.tanh(c)
    elif mode == "gru":
        reset = torch.sigmoid(x[:, 0:size] + gates[:, 0:size])
        update = torch.sigmoid(x[:, size:2 * size] + gates[:, size:2 * size])
        fresh = torch.tanh(x[:, 2 * size:3 * size] + reset * gates[:, 2 * size:3 * size])
        h = (h - fresh) * update + fresh
    elif mode == "tanh":
        h = torch.tanh(x + gates)
    else:
        h = torch.relu(x + gates)
    return h, c


# All steps of one direction of one layer; the steps are along dimension 0.
def run_direction(mode: str, x: Tensor, h: Tensor, c: Tensor, weights: List[Tensor], has_biases: bool,
                  reverse: bool) -> Tuple[Tensor, Tensor, Tensor]:
    b_ih: Optional[Tensor] = None
    b_hh: Optional[Tensor] = None
    if has_biases:
        b_ih = weights[2]
        b_hh = weights[3]
    projected = mode == "lstm" and len(weights) == (5 if has_biases else 3)
    inputs = aten.linear(x, weights[0], b_ih)
    w_hh = weights[1].t()
    count = x.size(0)
    size = c.size(1)
    output = x.new_zeros([count, x.size(1), h.size(1)])
    for i in range(count):
        t = count - 1 - i if reverse else i
        gates = torch.mm(h, w_hh) if b_hh is None else torch.addmm(b_hh, h, w_hh)
        h, c = step(mode, size, inputs[t], gates, h, c)
        if projected:
            h = torch.mm(h, weights[-1].t())
        output = torch.select_scatter(output, h, 0, t)
    return output, h, c


def run_layers(mode: str, input: Tensor, hx: Tensor, cx: Tensor, params: List[Tensor], has_biases: bool,
               num_layers: int, dropout: float, train: bool, bidirectional: bool,
               batch_first: bool) -> Tuple[Tensor, Tensor, Tensor]:
    directions = 2 if bidirectional else 1
    each = (4 if has_biases else 2) + (1 if hx.size(2) != cx.size(2) else 0)
    if len(params) != each * num_layers * directions:
        raise RuntimeError("got an incorrect number of RNN parameters")
    x = input.transpose(0, 1) if batch_first else input
    last_h: List[Tensor] = []
    last_c: List[Tensor] = []
    for layer in range(num_layers):
        outputs: List[Tensor] = []
        for direction in range(directions):
            at = layer * directions + direction
            output, h, c = run_direction(mode, x, hx[at], cx[at], params[at * each:(at + 1) * each], has_biases,
                                         direction == 1)
            outputs.append(output)
            last_h.append(h)
            last_c.append(c)
        x = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if dropout > 0 and train and layer < num_layers - 1:
            x = torch.dropout(x, dropout, True)
    return x.transpose(0, 1) if batch_first else x, torch.stack(last_h), torch.stack(last_c)


# The runtime's functions know what is not made of three dimensions, and its errors.
def has_steps(input: Tensor, hx: Tensor, batch_first: bool) -> bool:
    return input.dim() == 3 and hx.dim() == 3 and input.size(1 if batch_first else 0) > 0


@register_decomposition(aten.lstm.input)
def lstm(input: Tensor, hx: List[Tensor], params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
         train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor, Tensor]:
    if len(hx) != 2 or not has_steps(input, hx[0], batch_first):
        return aten.lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return run_layers("lstm", input, hx[0], hx[1], params, has_biases, num_layers, dropout, train, bidirectional,
                      batch_first)


@register_decomposition(aten.gru.input)
def gru(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
        train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    output, h, _ = run_layers("gru", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                              batch_first)
    return output, h


@register_decomposition(aten.rnn_tanh.input)
def rnn_tanh(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    output, h, _ = run_layers("tanh", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                              batch_first)
    return output, h


@register_decomposition(aten.rnn_relu.input)
def rnn_relu(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    output, h, _ = run_layers("relu", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                              batch_first)
    return output, h
