# torch.nn.modules.rnn in TorchScript.
import torch
from torch import Tensor
from torch.nn import Module
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

    def _check_input(self, input: Tensor) -> None:
        if input.dim() != 2 and input.dim() != 3:
            raise RuntimeError("input must have 2 or 3 dimensions, got {}".format(input.dim()))
        if self.input_size != input.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. Expected {}, got {}".format(
                self.input_size, input.size(-1)))

    def _num_states(self) -> int:
        return self.num_layers * (2 if self.bidirectional else 1)

    def _state_size(self) -> int:
        return self.proj_size if self.proj_size > 0 else self.hidden_size

    def _zeros(self, input: Tensor, size: int) -> Tensor:
        batch = input.size(0) if self.batch_first else input.size(1)
        return torch.zeros(self._num_states(), batch, size, dtype=input.dtype, device=input.device)

    def _check_state(self, state: Tensor, batch: int, size: int, name: str) -> None:
        expected = (self._num_states(), batch, size)
        if state.size() != [expected[0], expected[1], expected[2]]:
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
        self._check_input(input)
        is_batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not is_batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            state = self._zeros(input, self.hidden_size)
        else:
            self._check_state_dim(hx, is_batched)
            state = hx if is_batched else hx.unsqueeze(1)
        self._check_state(state, input.size(batch_dim), self.hidden_size, "hidden")
        output, last = self._run(input, state)
        if not is_batched:
            return output.squeeze(batch_dim), last.squeeze(1)
        return output, last


class RNN(_PlainRNN):
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
    def _run(self, input: Tensor, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return torch.gru(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
                         self.bidirectional, self.batch_first)

    def _run_packed(self, input: PackedSequence, hx: Tensor) -> Tuple[Tensor, Tensor]:
        return torch.gru(input.data, input.batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                         self.dropout, self.training, self.bidirectional)


class LSTM(RNNBase):
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
        self._check_input(input)
        is_batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not is_batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            state = (self._zeros(input, self._state_size()), self._zeros(input, self.hidden_size))
        else:
            self._check_state_dim(hx[0], is_batched)
            self._check_state_dim(hx[1], is_batched)
            state = hx if is_batched else (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
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

    def _check_input(self, input: Tensor) -> None:
        assert input.dim() == 1 or input.dim() == 2, \
            "Expected input to be 1-D or 2-D but received {}-D tensor".format(input.dim())

    def _zeros(self, input: Tensor) -> Tensor:
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)


class RNNCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]
    nonlinearity: str

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self._check_input(input)
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
    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        self._check_input(input)
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
    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self._check_input(input)
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
        if hx is None:
            state = self._zeros(input)
        else:
            state = hx if is_batched else hx.unsqueeze(0)
        result = torch.gru_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return result if is_batched else result.squeeze(0)
