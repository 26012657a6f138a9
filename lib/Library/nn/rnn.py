# torch.nn.modules.rnn.
import math
import torch
import warnings
from torch import Tensor
from torch.nn import Module
from torch.nn import init
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence
from typing import List, Optional, Tuple


class RNNBase(Module):
    __constants__ = ["mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout",
                     "bidirectional", "proj_size"]
    __jit_unused_properties__ = ["all_weights"]
    mode: str
    input_size: int
    hidden_size: int
    num_layers: int
    bias: bool
    batch_first: bool
    dropout: float
    bidirectional: bool
    proj_size: int

    def __init__(self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0,
                 device=None, dtype=None) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._check_sizes(dropout)
        self._flat_weights_names = []
        self._all_weights = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse") if bidirectional else ("",):
                self._add_weights(layer, suffix, device, dtype)
        self._flat_weights = self._find_weights()
        self.flatten_parameters()
        self.reset_parameters()

    def _check_sizes(self, dropout) -> None:
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element "
                             "being zeroed")
        if dropout > 0 and self.num_layers == 1:
            warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout "
                          "expects num_layers greater than 1, but got dropout={} and num_layers={}".format(
                              dropout, self.num_layers))
        if self.proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")

    # The weights of one layer in one direction.
    def _add_weights(self, layer, suffix, device, dtype) -> None:
        if self.mode not in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
            raise ValueError("Unrecognized RNN mode: " + self.mode)
        rows = {"LSTM": 4, "GRU": 3}.get(self.mode, 1) * self.hidden_size
        state = self._state_size()
        columns = self.input_size if layer == 0 else state * (2 if self.bidirectional else 1)
        shapes = [("weight_ih", (rows, columns)), ("weight_hh", (rows, state))]
        if self.bias:
            shapes += [("bias_ih", (rows,)), ("bias_hh", (rows,))]
        if self.proj_size > 0:
            shapes += [("weight_hr", (self.proj_size, self.hidden_size))]
        names = []
        for name, shape in shapes:
            names.append("{}_l{}{}".format(name, layer, suffix))
            setattr(self, names[-1], Parameter(torch.empty(shape, device=device, dtype=dtype)))
        self._flat_weights_names.extend(names)
        self._all_weights.append(names)

    def _find_weights(self):
        return [getattr(self, name) if hasattr(self, name) else None for name in self._flat_weights_names]

    def __setattr__(self, name, value) -> None:
        weights = self.__dict__.get("_flat_weights")
        if weights is not None and name in self._flat_weights_names:
            weights[self._flat_weights_names.index(name)] = value
        super().__setattr__(name, value)

    def __setstate__(self, state) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("proj_size", 0)
        self._flat_weights = self._find_weights()

    # One piece of memory for all weights is a matter of GPUs.
    def flatten_parameters(self) -> None:
        pass

    def _apply(self, fn):
        result = super()._apply(fn)
        self._flat_weights = self._find_weights()
        self.flatten_parameters()
        return result

    def reset_parameters(self) -> None:
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def extra_repr(self) -> str:
        text = "{}, {}".format(self.input_size, self.hidden_size)
        for name, usual in (("proj_size", 0), ("num_layers", 1), ("bias", True), ("batch_first", False),
                            ("dropout", 0), ("bidirectional", False)):
            if getattr(self, name) != usual:
                text += ", {}={}".format(name, getattr(self, name))
        return text

    def _check_input(self, input: Tensor) -> None:
        if input.dim() != 3:
            raise RuntimeError("input must have 3 dimensions, got {}".format(input.dim()))
        if self.input_size != input.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. Expected {}, got {}".format(
                self.input_size, input.size(-1)))

    def _num_states(self) -> int:
        return self.num_layers * (2 if self.bidirectional else 1)

    def _state_size(self) -> int:
        return self.proj_size if self.proj_size > 0 else self.hidden_size

    def _zeros(self, input: Tensor, size: int) -> Tensor:
        max_batch_size = input.size(0) if self.batch_first else input.size(1)
        return torch.zeros(self._num_states(), max_batch_size, size, dtype=input.dtype, device=input.device)

    def _check_state(self, state: Tensor, batch: int, size: int, name: str) -> None:
        expected = (self._num_states(), batch, size)
        if list(state.size()) != [expected[0], expected[1], expected[2]]:
            raise RuntimeError("Expected {} size {}, got {}".format(name, expected, list(state.size())))

    def _check_state_dim(self, state: Tensor, is_batched: bool) -> None:
        wanted = 3 if is_batched else 2
        if state.dim() != wanted:
            raise RuntimeError("For {} {}-D input, hx should also be {}-D but got {}-D tensor".format(
                "batched" if is_batched else "unbatched", wanted, wanted, state.dim()))

    def _check_packed(self, data: Tensor) -> None:
        if data.dim() != 2:
            raise RuntimeError("input must have 2 dimensions, got {}".format(data.dim()))
        if self.input_size != data.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. Expected {}, got {}".format(
                self.input_size, data.size(-1)))

    def _permuted(self, state: Tensor, permutation: Optional[Tensor]) -> Tensor:
        return state if permutation is None else state.index_select(1, permutation)

    # The state of a packed sequence, longest sequence first; zeros by default.
    def _packed_state(self, input: PackedSequence, state: Optional[Tensor], size: int, name: str) -> Tensor:
        batch = int(input.batch_sizes[0])
        if state is None:
            sorted_state = torch.zeros(self._num_states(), batch, size, dtype=input.data.dtype,
                                       device=input.data.device)
        else:
            sorted_state = self._permuted(state, input.sorted_indices)
        self._check_state(sorted_state, batch, size, name)
        return sorted_state


class _PlainRNN(RNNBase):
    # One state: RNN and GRU.
    def _run(self, input: Tensor, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return input, hx

    def _run_packed(self, input: PackedSequence, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return input.data, hx

    @torch._jit_internal._overload_method
    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        pass

    @torch._jit_internal._overload_method
    def forward(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        pass

    def forward(self, input, hx=None):
        if isinstance(input, PackedSequence):
            self._check_packed(input.data)
            data, last = self._run_packed(input, self._packed_state(input, hx, self.hidden_size, "hidden"))
            packed = PackedSequence(data, input.batch_sizes, input.sorted_indices, input.unsorted_indices)
            return packed, self._permuted(last, input.unsorted_indices)
        else:
            return self._forward_tensor(input, hx)

    def _forward_tensor(self, input: Tensor, hx: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        is_batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not is_batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            state = self._zeros(input, self.hidden_size)
        else:
            self._check_state_dim(hx, is_batched)
            state = hx if is_batched else hx.unsqueeze(1)
        self._check_input(input)
        self._check_state(state, input.size(batch_dim), self.hidden_size, "hidden")
        hx = state
        output, last = self._run(input, hx)
        if not is_batched:
            return output.squeeze(batch_dim), last.squeeze(1)
        return output, last


class RNN(_PlainRNN):
    def __init__(self, *args, **kwargs) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        self.nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError("Unknown nonlinearity '{}'".format(self.nonlinearity))
        super().__init__("RNN_TANH" if self.nonlinearity == "tanh" else "RNN_RELU", *args, **kwargs)

    def _run(self, input: Tensor, hx: Tensor) -> Tuple[Tensor, Tensor]:
        if self.mode == "RNN_TANH":
            return torch.rnn_tanh(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                                  self.training, self.bidirectional, self.batch_first)
        return torch.rnn_relu(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                              self.training, self.bidirectional, self.batch_first)

    def _run_packed(self, input: PackedSequence, hx: Tensor) -> Tuple[Tensor, Tensor]:
        if self.mode == "RNN_TANH":
            return torch.rnn_tanh(input.data, input.batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                                  self.dropout, self.training, self.bidirectional)
        return torch.rnn_relu(input.data, input.batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                              self.dropout, self.training, self.bidirectional)


class GRU(_PlainRNN):
    def __init__(self, *args, **kwargs) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)

    def _run(self, input: Tensor, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return torch.gru(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
                         self.bidirectional, self.batch_first)

    def _run_packed(self, input: PackedSequence, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return torch.gru(input.data, input.batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                         self.dropout, self.training, self.bidirectional)


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__("LSTM", *args, **kwargs)

    @torch._jit_internal._overload_method
    def forward(self, input: Tensor,
                hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        pass

    @torch._jit_internal._overload_method
    def forward(self, input: PackedSequence,
                hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[PackedSequence, Tuple[Tensor, Tensor]]:
        pass

    def forward(self, input, hx=None):
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        else:
            return self._forward_tensor(input, hx)

    def _check_state_dims(self, hidden: Tensor, cell: Tensor, is_batched: bool) -> None:
        wanted = 3 if is_batched else 2
        if hidden.dim() != wanted or cell.dim() != wanted:
            raise RuntimeError("For {} {}-D input, hx and cx should also be {}-D but got ({}-D, {}-D) tensors".format(
                "batched" if is_batched else "unbatched", wanted, wanted, hidden.dim(), cell.dim()))

    def _forward_packed(self, input: PackedSequence,
                        hx: Optional[Tuple[Tensor, Tensor]]) -> Tuple[PackedSequence, Tuple[Tensor, Tensor]]:
        self._check_packed(input.data)
        hidden: Optional[Tensor] = None
        cell: Optional[Tensor] = None
        if hx is not None:
            hidden, cell = hx
        hidden = self._packed_state(input, hidden, self._state_size(), "hidden[0]")
        cell = self._packed_state(input, cell, self.hidden_size, "hidden[1]")
        data, h, c = torch.lstm(input.data, input.batch_sizes, [hidden, cell], self._flat_weights, self.bias,
                                self.num_layers, self.dropout, self.training, self.bidirectional)
        packed = PackedSequence(data, input.batch_sizes, input.sorted_indices, input.unsorted_indices)
        return packed, (self._permuted(h, input.unsorted_indices), self._permuted(c, input.unsorted_indices))

    def _forward_tensor(self, input: Tensor,
                        hx: Optional[Tuple[Tensor, Tensor]]) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        is_batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not is_batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            state = (self._zeros(input, self._state_size()), self._zeros(input, self.hidden_size))
        else:
            self._check_state_dims(hx[0], hx[1], is_batched)
            state = hx if is_batched else (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
        self._check_input(input)
        self._check_state(state[0], input.size(batch_dim), self._state_size(), "hidden[0]")
        self._check_state(state[1], input.size(batch_dim), self.hidden_size, "hidden[1]")
        output, h, c = torch.lstm(input, [state[0], state[1]], self._flat_weights, self.bias, self.num_layers,
                                  self.dropout, self.training, self.bidirectional, self.batch_first)
        if not is_batched:
            return output.squeeze(batch_dim), (h.squeeze(1), c.squeeze(1))
        return output, (h, c)


class RNNCellBase(Module):
    __constants__ = ["input_size", "hidden_size", "bias"]
    input_size: int
    hidden_size: int
    bias: bool
    weight_ih: Tensor
    weight_hh: Tensor

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device=None,
                 dtype=None) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(torch.empty((rows, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((rows, hidden_size), device=device, dtype=dtype))
        for name in ("bias_ih", "bias_hh"):
            if bias:
                setattr(self, name, Parameter(torch.empty(rows, device=device, dtype=dtype)))
            else:
                self.register_parameter(name, None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        text = "{}, {}".format(self.input_size, self.hidden_size)
        if self.__dict__.get("bias", True) is not True:
            text += ", bias={}".format(self.bias)
        if self.__dict__.get("nonlinearity", "tanh") != "tanh":
            text += ", nonlinearity={}".format(self.nonlinearity)
        return text

    def _check_input(self, input: Tensor, name: str) -> None:
        assert input.dim() == 1 or input.dim() == 2, \
            "{}: Expected input to be 1-D or 2-D but received {}-D tensor".format(name, input.dim())

    def _zeros(self, input: Tensor) -> Tensor:
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)


class RNNCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]
    nonlinearity: str

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh", device=None,
                 dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=1, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self._check_input(input, "RNNCell")
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
        if hx is None:
            state = self._zeros(input)
        else:
            state = hx if is_batched else hx.unsqueeze(0)
        if self.nonlinearity == "tanh":
            result = torch.rnn_tanh_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        elif self.nonlinearity == "relu":
            result = torch.rnn_relu_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            raise RuntimeError("Unknown nonlinearity: {}".format(self.nonlinearity))
        return result if is_batched else result.squeeze(0)


class LSTMCell(RNNCellBase):
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=4, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        self._check_input(input, "LSTMCell")
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
        if hx is None:
            zeros = self._zeros(input)
            state = (zeros, zeros)
        else:
            state = hx if is_batched else (hx[0].unsqueeze(0), hx[1].unsqueeze(0))
        h, c = torch.lstm_cell(input, [state[0], state[1]], self.weight_ih, self.weight_hh, self.bias_ih,
                               self.bias_hh)
        if not is_batched:
            return h.squeeze(0), c.squeeze(0)
        return h, c


class GRUCell(RNNCellBase):
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=3, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self._check_input(input, "GRUCell")
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
        if hx is None:
            state = self._zeros(input)
        else:
            state = hx if is_batched else hx.unsqueeze(0)
        result = torch.gru_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return result if is_batched else result.squeeze(0)
