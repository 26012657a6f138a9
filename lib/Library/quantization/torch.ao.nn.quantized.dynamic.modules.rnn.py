"""torch.ao.nn.quantized.dynamic.modules.rnn."""

import numbers
import warnings
from typing import Optional, Tuple

import torch
import torch.nn as nn
from torch import Tensor
from torch.ao.nn.quantized.modules.utils import _quantize_weight
from torch.nn.utils.rnn import PackedSequence

_chunks = {"LSTM": 4, "GRU": 3}


def _apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    return tensor.index_select(dim, permutation)


def apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    warnings.warn("apply_permutation is deprecated, please use tensor.index_select(dim, permutation) instead")
    return _apply_permutation(tensor, permutation, dim)


def pack_weight_bias(qweight, bias, dtype):
    if dtype == torch.qint8:
        return torch.ops.quantized.linear_prepack(qweight, bias)
    return torch.ops.quantized.linear_prepack_fp16(qweight, bias)


def _pack_cell(w_ih, w_hh, b_ih, b_hh, dtype, version):
    """The weights of one direction of a layer."""
    ih, hh = pack_weight_bias(w_ih, b_ih, dtype), pack_weight_bias(w_hh, b_hh, dtype)
    if dtype != torch.qint8:
        return torch.ops.quantized.make_quantized_cell_params_fp16(ih, hh)
    if version is None or version < 2:
        return torch.ops.quantized.make_quantized_cell_params_dynamic(ih, hh, b_ih, b_hh)
    return torch.ops.quantized.make_quantized_cell_params_dynamic(ih, hh, b_ih, b_hh, True)


def _find_weight_observer(mod):
    """What makes the observers of the weights of a layer, and the dtype that they ask for."""
    from torch.ao.quantization.qconfig import default_dynamic_qconfig

    assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
    has_weight = mod.qconfig is not None and mod.qconfig.weight is not None
    make = (mod.qconfig if has_weight else default_dynamic_qconfig).weight
    dtype = make().dtype
    if dtype not in (torch.qint8, torch.float16):
        raise RuntimeError("Unsupported dtype for dynamic RNN quantization: {}".format(dtype))
    return make, dtype


def _observe_and_quantize(weight, make, dtype):
    if dtype != torch.qint8:
        return weight.float()
    observer = make()
    observer(weight)
    return _quantize_weight(weight.float(), observer)


class PackedParameter(torch.nn.Module):
    """Packed weights as a part of a module."""

    def __init__(self, param):
        super().__init__()
        self.param = param

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "param"] = self.param

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.param = state_dict[prefix + "param"]
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)


class RNNBase(torch.nn.Module):
    _version = 2

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, dtype=torch.qint8):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.dtype = dtype
        self.version = 2
        self.training = False
        if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element "
                             "being zeroed")
        if dropout > 0 and num_layers == 1:
            warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                          "num_layers greater than 1, but got dropout={} and num_layers={}".format(dropout, num_layers))
        if mode not in _chunks:
            raise ValueError("Unrecognized RNN mode: " + mode)
        rows, directions, cells = _chunks[mode] * hidden_size, 2 if bidirectional else 1, []
        for layer in range(num_layers):
            for _ in range(directions):
                columns = input_size if layer == 0 else hidden_size * directions
                weights = [torch.randn(rows, columns), torch.randn(rows, hidden_size)]
                biases = [torch.randn(rows), torch.randn(rows)]
                if dtype == torch.qint8:
                    weights = [torch.quantize_per_tensor(w, scale=0.1, zero_point=0, dtype=torch.qint8) for w in weights]
                cells.append(PackedParameter(_pack_cell(*weights, *biases, dtype, self.version)))
        self._all_weight_values = torch.nn.ModuleList(cells)

    def _get_name(self):
        return "DynamicQuantizedRNN"

    def extra_repr(self):
        text = "{}, {}".format(self.input_size, self.hidden_size)
        for name, usual in (("num_layers", 1), ("bias", True), ("batch_first", False), ("dropout", 0),
                            ("bidirectional", False)):
            if getattr(self, name) != usual:
                text += ", {}={}".format(name, getattr(self, name))
        return text

    def __repr__(self):
        return self._get_name() + "(" + self.extra_repr() + ")"

    def check_input(self, input: Tensor, batch_sizes: Optional[Tensor]) -> None:
        expected_input_dim = 2 if batch_sizes is not None else 3
        if input.dim() != expected_input_dim:
            raise RuntimeError("input must have {} dimensions, got {}".format(expected_input_dim, input.dim()))
        if self.input_size != input.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. Expected {}, got {}".format(
                self.input_size, input.size(-1)))

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Optional[Tensor]) -> Tuple[int, int, int]:
        if batch_sizes is not None:
            mini_batch = int(batch_sizes[0])
        else:
            mini_batch = input.size(0) if self.batch_first else input.size(1)
        num_directions = 2 if self.bidirectional else 1
        return (self.num_layers * num_directions, mini_batch, self.hidden_size)

    def check_hidden_size(self, hx: Tensor, expected_hidden_size: Tuple[int, int, int],
                          msg: str = "Expected hidden size {}, got {}") -> None:
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.version = local_metadata.get("version", None)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def _suffixes(self):
        return [f"_l{layer}{direction}" for layer in range(self.num_layers)
                for direction in ([""] if not self.bidirectional else ["", "_reverse"])]

    def set_weight_bias(self, weight_bias_dict):
        cells = []
        for suffix in self._suffixes():
            parts = [weight_bias_dict[kind + suffix] for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            cells.append(PackedParameter(_pack_cell(*parts, parts[0].dtype, self.version)))
        self._all_weight_values = torch.nn.ModuleList(cells)

    @classmethod
    def from_float(cls, mod):
        assert type(mod) in (nn.LSTM, nn.GRU), \
            "nn.quantized.dynamic.RNNBase.from_float only works for nn.LSTM and nn.GRU"
        make, dtype = _find_weight_observer(mod)
        kind = LSTM if mod.mode == "LSTM" else GRU
        made = kind(mod.input_size, mod.hidden_size, mod.num_layers, mod.bias, mod.batch_first, mod.dropout,
                    mod.bidirectional, dtype)
        assert mod.bias
        cells = []
        for suffix in made._suffixes():
            weights = [_observe_and_quantize(getattr(mod, name + suffix), make, dtype)
                       for name in ("weight_ih", "weight_hh")]
            biases = [getattr(mod, name + suffix) for name in ("bias_ih", "bias_hh")]
            cells.append(PackedParameter(_pack_cell(*weights, *biases, dtype, made.version)))
        made._all_weight_values = torch.nn.ModuleList(cells)
        return made


class LSTM(RNNBase):
    _FLOAT_MODULE = nn.LSTM

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedLSTM"

    def forward_impl(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]], batch_sizes: Optional[Tensor],
                     max_batch_size: int, sorted_indices: Optional[Tensor]) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        if hx is None:
            num_directions = 2 if self.bidirectional else 1
            zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size, dtype=input.dtype,
                                device=input.device)
            hx = (zeros, zeros)
        else:
            hx = self.permute_hidden(hx, sorted_indices)
        self.check_forward_args(input, hx, batch_sizes)
        _all_params = [m.param for m in self._all_weight_values]
        if batch_sizes is None:
            result = torch.quantized_lstm(
                input, hx, _all_params, self.bias, self.num_layers, float(self.dropout), self.training,
                self.bidirectional, self.batch_first, dtype=self.dtype, use_dynamic=True)
        else:
            result = torch.quantized_lstm(
                input, batch_sizes, hx, _all_params, self.bias, self.num_layers, float(self.dropout), self.training,
                self.bidirectional, dtype=self.dtype, use_dynamic=True)
        return result[0], result[1:]

    @torch.jit.export
    def forward_tensor(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) \
            -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        max_batch_size = input.size(0) if self.batch_first else input.size(1)
        return self.forward_impl(input, hx, None, max_batch_size, None)

    def forward_packed(self, input, hx=None):
        data, batch_sizes, sorted_indices, unsorted_indices = input
        output, hidden = self.forward_impl(data, hx, batch_sizes, int(batch_sizes[0]), sorted_indices)
        return (PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices),
                self.permute_hidden(hidden, unsorted_indices))

    def permute_hidden(self, hx: Tuple[Tensor, Tensor], permutation: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        if permutation is None:
            return hx
        return _apply_permutation(hx[0], permutation), _apply_permutation(hx[1], permutation)

    def check_forward_args(self, input: Tensor, hidden: Tuple[Tensor, Tensor], batch_sizes: Optional[Tensor]) -> None:
        self.check_input(input, batch_sizes)
        expected_hidden_size = self.get_expected_hidden_size(input, batch_sizes)
        self.check_hidden_size(hidden[0], expected_hidden_size, "Expected hidden[0] size {}, got {}")
        self.check_hidden_size(hidden[1], expected_hidden_size, "Expected hidden[1] size {}, got {}")

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) \
            -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        if not torch.jit.is_scripting():
            if isinstance(input, PackedSequence):
                return self.forward_packed(input, hx)
        return self.forward_tensor(input, hx)


class GRU(RNNBase):
    _FLOAT_MODULE = nn.GRU

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedGRU"

    def forward_impl(self, input: Tensor, hx: Optional[Tensor], batch_sizes: Optional[Tensor], max_batch_size: int,
                     sorted_indices: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        if hx is None:
            num_directions = 2 if self.bidirectional else 1
            hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size, dtype=input.dtype,
                             device=input.device)
        else:
            hx = self.permute_hidden(hx, sorted_indices)
        self.check_forward_args(input, hx, batch_sizes)
        _all_params = [m.param for m in self._all_weight_values]
        if batch_sizes is None:
            result = torch.quantized_gru(
                input, hx, _all_params, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional,
                self.batch_first)
        else:
            result = torch.quantized_gru(
                input, batch_sizes, hx, _all_params, self.bias, self.num_layers, self.dropout, self.training,
                self.bidirectional)
        return result[0], result[1]

    @torch.jit.export
    def forward_tensor(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        max_batch_size = input.size(0) if self.batch_first else input.size(1)
        return self.forward_impl(input, hx, None, max_batch_size, None)

    def forward_packed(self, input, hx=None):
        data, batch_sizes, sorted_indices, unsorted_indices = input
        output, hidden = self.forward_impl(data, hx, batch_sizes, int(batch_sizes[0]), sorted_indices)
        return (PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices),
                self.permute_hidden(hidden, unsorted_indices))

    def permute_hidden(self, hx: Tensor, permutation: Optional[Tensor]) -> Tensor:
        if permutation is None:
            return hx
        return _apply_permutation(hx, permutation)

    def check_forward_args(self, input: Tensor, hidden: Tensor, batch_sizes: Optional[Tensor]) -> None:
        self.check_input(input, batch_sizes)
        expected_hidden_size = self.get_expected_hidden_size(input, batch_sizes)
        self.check_hidden_size(hidden, expected_hidden_size, "Expected hidden size {}, got {}")

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        if not torch.jit.is_scripting():
            if isinstance(input, PackedSequence):
                return self.forward_packed(input, hx)
        return self.forward_tensor(input, hx)


class RNNCellBase(torch.nn.Module):
    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias=True, num_chunks=4, dtype=torch.qint8):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.weight_dtype = dtype
        rows = num_chunks * hidden_size
        if bias:
            self.bias_ih = torch.randn(rows)
            self.bias_hh = torch.randn(rows)
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        weights = [torch.randn(rows, input_size), torch.randn(rows, hidden_size)]
        if dtype == torch.qint8:
            weights = [torch.quantize_per_tensor(w, scale=1, zero_point=0, dtype=torch.qint8) for w in weights]
        self._packed_weight_ih = pack_weight_bias(weights[0], self.bias_ih, dtype)
        self._packed_weight_hh = pack_weight_bias(weights[1], self.bias_hh, dtype)

    def _get_name(self):
        return "DynamicQuantizedRNNBase"

    def extra_repr(self):
        text = "{}, {}".format(self.input_size, self.hidden_size)
        if self.bias is not True:
            text += ", bias={}".format(self.bias)
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += ", nonlinearity={}".format(self.nonlinearity)
        return text

    def check_forward_input(self, input):
        if input.size(1) != self.input_size:
            raise RuntimeError("input has inconsistent input_size: got {}, expected {}".format(
                input.size(1), self.input_size))

    def check_forward_hidden(self, input: Tensor, hx: Tensor, hidden_label: str = "") -> None:
        if input.size(0) != hx.size(0):
            raise RuntimeError("Input batch size {} doesn't match hidden{} batch size {}".format(
                input.size(0), hidden_label, hx.size(0)))
        if hx.size(1) != self.hidden_size:
            raise RuntimeError("hidden{} has inconsistent hidden_size: got {}, expected {}".format(
                hidden_label, hx.size(1), self.hidden_size))

    @classmethod
    def from_float(cls, mod):
        kinds = {nn.LSTMCell: LSTMCell, nn.GRUCell: GRUCell, nn.RNNCell: RNNCell}
        assert type(mod) in kinds, "nn.quantized.dynamic.RNNCellBase.from_float " \
            "only works for nn.LSTMCell, nn.GRUCell and nn.RNNCell"
        make, dtype = _find_weight_observer(mod)
        options = {"nonlinearity": mod.nonlinearity} if type(mod) == nn.RNNCell else {}
        made = kinds[type(mod)](mod.input_size, mod.hidden_size, bias=mod.bias, dtype=dtype, **options)
        assert mod.bias
        made._packed_weight_ih = pack_weight_bias(_observe_and_quantize(mod.weight_ih, make, dtype), mod.bias_ih, dtype)
        made._packed_weight_hh = pack_weight_bias(_observe_and_quantize(mod.weight_hh, make, dtype), mod.bias_hh, dtype)
        return made

    def _weight_bias(self):
        w1, b1 = torch.ops.quantized.linear_unpack(self._packed_weight_ih)
        w2, b2 = torch.ops.quantized.linear_unpack(self._packed_weight_hh)
        return {"weight": {"weight_ih": w1, "weight_hh": w2}, "bias": {"bias_ih": b1, "bias_hh": b2}}

    def get_weight(self):
        return self._weight_bias()["weight"]

    def get_bias(self):
        return self._weight_bias()["bias"]

    def set_weight_bias(self, weight_bias_dict):
        weights, biases = weight_bias_dict["weight"], weight_bias_dict["bias"]
        self._packed_weight_ih = pack_weight_bias(weights["weight_ih"], biases["bias_ih"], self.weight_dtype)
        self._packed_weight_hh = pack_weight_bias(weights["weight_hh"], biases["bias_hh"], self.weight_dtype)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "_packed_weight_ih"] = self._packed_weight_ih
        destination[prefix + "_packed_weight_hh"] = self._packed_weight_hh

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self._packed_weight_ih = state_dict.pop(prefix + "_packed_weight_ih")
        self._packed_weight_hh = state_dict.pop(prefix + "_packed_weight_hh")
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)


class RNNCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", dtype=torch.qint8):
        super().__init__(input_size, hidden_size, bias, num_chunks=1, dtype=dtype)
        self.nonlinearity = nonlinearity

    def _get_name(self):
        return "DynamicQuantizedRNNCell"

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self.check_forward_input(input)
        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
        self.check_forward_hidden(input, hx, "")
        if self.nonlinearity == "tanh":
            ret = torch.ops.quantized.quantized_rnn_tanh_cell_dynamic(
                input, hx, self._packed_weight_ih, self._packed_weight_hh, self.bias_ih, self.bias_hh)
        elif self.nonlinearity == "relu":
            ret = torch.ops.quantized.quantized_rnn_relu_cell_dynamic(
                input, hx, self._packed_weight_ih, self._packed_weight_hh, self.bias_ih, self.bias_hh)
        else:
            ret = input
            raise RuntimeError("Unknown nonlinearity: {}".format(self.nonlinearity))
        return ret


class LSTMCell(RNNCellBase):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, num_chunks=4, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedLSTMCell"

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        self.check_forward_input(input)
        if hx is None:
            zeros = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
            hx = (zeros, zeros)
        self.check_forward_hidden(input, hx[0], "[0]")
        self.check_forward_hidden(input, hx[1], "[1]")
        return torch.ops.quantized.quantized_lstm_cell_dynamic(
            input, hx, self._packed_weight_ih, self._packed_weight_hh, self.bias_ih, self.bias_hh)


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, dtype=torch.qint8):
        super().__init__(input_size, hidden_size, bias, num_chunks=3, dtype=dtype)

    def _get_name(self):
        return "DynamicQuantizedGRUCell"

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self.check_forward_input(input)
        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
        self.check_forward_hidden(input, hx, "")
        return torch.ops.quantized.quantized_gru_cell_dynamic(
            input, hx, self._packed_weight_ih, self._packed_weight_hh, self.bias_ih, self.bias_hh)
