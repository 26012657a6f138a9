# Packed sequences of different lengths, and recurrent layers over them: step by step,
# with the sequences that are long enough. The runtime has no kernels of them.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten._pack_padded_sequence.default])
def pack_padded_sequence(input: Tensor, lengths: Tensor, batch_first: bool) -> Tuple[Tensor, Tensor]:
    steps = input.transpose(0, 1) if batch_first else input
    if lengths.dim() != 1 or lengths.dtype != torch.int64:
        raise RuntimeError("'lengths' argument should be a 1D CPU int64 tensor")
    if steps.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    batch = steps.size(1)
    if lengths.size(0) != batch:
        raise RuntimeError("Expected `len(lengths)` to be equal to batch_size, but got {} (batch_size={})".format(
            lengths.size(0), batch))
    counts: List[int] = lengths.tolist()
    if counts[-1] <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' "
                           "that is <= 0")
    for i in range(1, batch):
        if counts[i] > counts[i - 1]:
            raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. "
                               "You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence "
                               "to sidestep this requirement if you do not need ONNX exportability.")
    rows: List[Tensor] = []
    sizes: List[int] = []
    alive = batch
    for t in range(counts[0]):
        while counts[alive - 1] <= t:
            alive -= 1
        sizes.append(alive)
        if t < steps.size(0):
            rows.append(steps.select(0, t).narrow(0, 0, alive))
    return torch.cat(rows, 0), torch.tensor(sizes, dtype=torch.int64)


@register_decomposition([aten._pad_packed_sequence.default])
def pad_packed_sequence(data: Tensor, batch_sizes: Tensor, batch_first: bool, padding_value: float,
                        total_length: int) -> Tuple[Tensor, Tensor]:
    sizes: List[int] = batch_sizes.tolist()
    count = len(sizes)
    if total_length > 0:
        if total_length < count:
            raise RuntimeError("Expected total_length to be at least the length of the longest sequence in input, "
                               "but got total_length={} and max sequence length being {}".format(
                                   total_length, count))
        count = total_length
    shape = [count, sizes[0]]
    for d in range(1, data.dim()):
        shape.append(data.size(d))
    padded = torch.full(shape, padding_value, dtype=data.dtype, device=data.device)
    lengths = [0 for _ in range(sizes[0])]
    begin = 0
    for t in range(len(sizes)):
        padded[t].narrow(0, 0, sizes[t]).copy_(data.narrow(0, begin, sizes[t]))
        begin += sizes[t]
        for i in range(sizes[t]):
            lengths[i] += 1
    return padded.transpose(0, 1) if batch_first else padded, torch.tensor(lengths, dtype=torch.int64)


# One step of the cell that `mode` names; the cell state is used by lstm only.
def step(mode: str, x: Tensor, h: Tensor, c: Tensor, weights: List[Tensor],
         has_biases: bool) -> Tuple[Tensor, Tensor]:
    b_ih: Optional[Tensor] = None
    b_hh: Optional[Tensor] = None
    if has_biases:
        b_ih = weights[2]
        b_hh = weights[3]
    if mode == "lstm":
        h, c = torch.lstm_cell(x, [h, c], weights[0], weights[1], b_ih, b_hh)
        if len(weights) == (5 if has_biases else 3):
            h = torch.matmul(h, weights[-1].t())
    elif mode == "gru":
        h = torch.gru_cell(x, h, weights[0], weights[1], b_ih, b_hh)
    elif mode == "tanh":
        h = torch.rnn_tanh_cell(x, h, weights[0], weights[1], b_ih, b_hh)
    else:
        h = torch.rnn_relu_cell(x, h, weights[0], weights[1], b_ih, b_hh)
    return h, c


# Sequences leave the batch when they end; the shortest stand last.
def run_forward(mode: str, data: Tensor, sizes: List[int], h: Tensor, c: Tensor, weights: List[Tensor],
                has_biases: bool) -> Tuple[Tensor, Tensor, Tensor]:
    outputs: List[Tensor] = []
    ended_h: List[Tensor] = []
    ended_c: List[Tensor] = []
    begin = 0
    for size in sizes:
        left = h.size(0) - size
        if left > 0:
            ended_h.insert(0, h.narrow(0, size, left))
            ended_c.insert(0, c.narrow(0, size, left))
            h = h.narrow(0, 0, size)
            c = c.narrow(0, 0, size)
        h, c = step(mode, data.narrow(0, begin, size), h, c, weights, has_biases)
        outputs.append(h)
        begin += size
    ended_h.insert(0, h)
    ended_c.insert(0, c)
    return torch.cat(outputs, 0), torch.cat(ended_h, 0), torch.cat(ended_c, 0)


# Sequences join the batch where they begin, seen from the end.
def run_backward(mode: str, data: Tensor, sizes: List[int], h0: Tensor, c0: Tensor, weights: List[Tensor],
                 has_biases: bool) -> Tuple[Tensor, Tensor, Tensor]:
    outputs: List[Tensor] = []
    h = h0.narrow(0, 0, 0)
    c = c0.narrow(0, 0, 0)
    begin = data.size(0)
    for i in range(len(sizes)):
        size = sizes[len(sizes) - 1 - i]
        begin -= size
        joining = size - h.size(0)
        if joining > 0:
            h = torch.cat([h, h0.narrow(0, h.size(0), joining)], 0)
            c = torch.cat([c, c0.narrow(0, c.size(0), joining)], 0)
        h, c = step(mode, data.narrow(0, begin, size), h, c, weights, has_biases)
        outputs.insert(0, h)
    return torch.cat(outputs, 0), h, c


def run_layers(mode: str, data: Tensor, batch_sizes: Tensor, hx: Tensor, cx: Tensor, params: List[Tensor],
               has_biases: bool, num_layers: int, dropout: float, train: bool,
               bidirectional: bool) -> Tuple[Tensor, Tensor, Tensor]:
    sizes: List[int] = batch_sizes.tolist()
    directions = 2 if bidirectional else 1
    projected = mode == "lstm" and hx.size(2) != cx.size(2)
    each = (4 if has_biases else 2) + (1 if projected else 0)
    if len(params) != each * num_layers * directions:
        raise RuntimeError("got an incorrect number of RNN parameters")
    last_h: List[Tensor] = []
    last_c: List[Tensor] = []
    for layer in range(num_layers):
        outputs: List[Tensor] = []
        for direction in range(directions):
            at = layer * directions + direction
            weights = params[at * each:(at + 1) * each]
            if direction == 0:
                output, h, c = run_forward(mode, data, sizes, hx[at], cx[at], weights, has_biases)
            else:
                output, h, c = run_backward(mode, data, sizes, hx[at], cx[at], weights, has_biases)
            outputs.append(output)
            last_h.append(h)
            last_c.append(c)
        data = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if dropout > 0 and train and layer < num_layers - 1:
            data = torch.dropout(data, dropout, True)
    return data, torch.stack(last_h), torch.stack(last_c)


@register_decomposition([aten.lstm.data])
def lstm(data: Tensor, batch_sizes: Tensor, hx: List[Tensor], params: List[Tensor], has_biases: bool,
         num_layers: int, dropout: float, train: bool, bidirectional: bool) -> Tuple[Tensor, Tensor, Tensor]:
    if len(hx) != 2:
        raise RuntimeError("lstm expects two hidden states")
    return run_layers("lstm", data, batch_sizes, hx[0], hx[1], params, has_biases, num_layers, dropout, train,
                      bidirectional)


@register_decomposition([aten.gru.data])
def gru(data: Tensor, batch_sizes: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool,
        num_layers: int, dropout: float, train: bool, bidirectional: bool) -> Tuple[Tensor, Tensor]:
    output, h, _ = run_layers("gru", data, batch_sizes, hx, hx, params, has_biases, num_layers, dropout, train,
                              bidirectional)
    return output, h


@register_decomposition([aten.rnn_tanh.data])
def rnn_tanh(data: Tensor, batch_sizes: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool,
             num_layers: int, dropout: float, train: bool, bidirectional: bool) -> Tuple[Tensor, Tensor]:
    output, h, _ = run_layers("tanh", data, batch_sizes, hx, hx, params, has_biases, num_layers, dropout, train,
                              bidirectional)
    return output, h


@register_decomposition([aten.rnn_relu.data])
def rnn_relu(data: Tensor, batch_sizes: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool,
             num_layers: int, dropout: float, train: bool, bidirectional: bool) -> Tuple[Tensor, Tensor]:
    output, h, _ = run_layers("relu", data, batch_sizes, hx, hx, params, has_biases, num_layers, dropout, train,
                              bidirectional)
    return output, h
