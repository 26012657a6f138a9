"""torch.ao.nn.quantized.modules.linear."""

from typing import Optional

import torch
import torch.nn as nn
from torch.ao.nn.intrinsic import LinearReLU
from torch.ao.nn.quantized.modules.utils import WeightedQuantizedModule, _quantize_weight, hide_packed_params_repr
from torch.nn.utils.fusion import fuse_linear_bn_weights
from torch.nn.utils.parametrize import type_before_parametrizations


class LinearPackedParams(torch.nn.Module):
    """The weight and the bias of a linear layer, packed."""

    _version = 3

    def __init__(self, dtype=torch.qint8):
        super().__init__()
        self.dtype = dtype
        if dtype == torch.float16:
            weight = torch.zeros([1, 1], dtype=torch.float)
        else:
            weight = torch._empty_affine_quantized([1, 1], scale=1.0, zero_point=0, dtype=torch.qint8)
        self.set_weight_bias(weight, None)

    @torch.jit.export
    def set_weight_bias(self, weight: torch.Tensor, bias: Optional[torch.Tensor]) -> None:
        if self.dtype == torch.qint8:
            self._packed_params = torch.ops.quantized.linear_prepack(weight, bias)
        elif self.dtype == torch.float16:
            self._packed_params = torch.ops.quantized.linear_prepack_fp16(weight, bias)
        else:
            raise RuntimeError("Unsupported dtype on dynamic quantized linear!")

    @torch.jit.export
    def _weight_bias(self):
        if self.dtype == torch.qint8:
            return torch.ops.quantized.linear_unpack(self._packed_params)
        elif self.dtype == torch.float16:
            return torch.ops.quantized.linear_unpack_fp16(self._packed_params)
        else:
            raise RuntimeError("Unsupported dtype on dynamic quantized linear!")

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "dtype"] = self.dtype
        destination[prefix + "_packed_params"] = self._weight_bias()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        version = local_metadata.get("version", None) or 1
        self.dtype = torch.qint8 if version < 2 else state_dict.pop(prefix + "dtype")
        if version < 3:
            self.set_weight_bias(state_dict.pop(prefix + "weight"), state_dict.pop(prefix + "bias"))
        else:
            self.set_weight_bias(*state_dict.pop(prefix + "_packed_params"))
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def __repr__(self):
        return repr(self._weight_bias())


class Linear(WeightedQuantizedModule):
    """A linear layer of quantized tensors."""

    _version = 3
    _FLOAT_MODULE = (nn.Linear, nn.modules.linear.NonDynamicallyQuantizableLinear)

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        bias = torch.zeros(out_features, dtype=torch.float) if bias_ else None
        sizes = [out_features, in_features]
        if dtype == torch.qint8:
            weight = torch._empty_affine_quantized(sizes, scale=1, zero_point=0, dtype=torch.qint8)
        elif dtype == torch.float16:
            weight = torch.zeros(sizes, dtype=torch.float)
        else:
            raise RuntimeError("Unsupported dtype specified for quantized Linear!")
        self._packed_params = LinearPackedParams(dtype)
        self._packed_params.set_weight_bias(weight, bias)
        self.scale = 1.0
        self.zero_point = 0

    def _get_name(self):
        return "QuantizedLinear"

    def extra_repr(self):
        return "in_features={}, out_features={}, scale={}, zero_point={}, qscheme={}".format(
            self.in_features, self.out_features, self.scale, self.zero_point, self.weight().qscheme())

    def __repr__(self):
        return hide_packed_params_repr(self, LinearPackedParams)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.quantized.linear(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"] = torch.tensor(self.scale)
        destination[prefix + "zero_point"] = torch.tensor(self.zero_point)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.scale = float(state_dict.pop(prefix + "scale"))
        self.zero_point = int(state_dict.pop(prefix + "zero_point"))
        if (local_metadata.get("version", None) or 1) == 1:
            for name in ("weight", "bias"):
                state_dict[prefix + "_packed_params." + name] = state_dict.pop(prefix + name)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def _weight_bias(self):
        return self._packed_params._weight_bias()

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        self._packed_params.set_weight_bias(w, b)

    @classmethod
    def from_float(cls, mod):
        kind = type_before_parametrizations(mod)
        if hasattr(mod, "weight_fake_quant"):
            if kind.__name__ == "LinearBn1d":
                bn = mod.bn
                mod.weight, mod.bias = fuse_linear_bn_weights(
                    mod.weight, mod.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
            weight_observer, observer = mod.weight_fake_quant, mod.activation_post_process
        else:
            known = cls._FLOAT_MODULE if isinstance(cls._FLOAT_MODULE, (tuple, list)) else [cls._FLOAT_MODULE]
            assert kind in known, "nnq.{}.from_float only works for {}, but got: {}".format(
                cls.__name__, ", ".join(each.__name__ for each in known), type(mod))
            assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
            observer = mod.activation_post_process
            if kind == LinearReLU:
                mod = mod[0]
            weight_observer = mod.qconfig.weight()
        weight_observer(mod.weight)
        assert weight_observer.dtype == torch.qint8, "Weight observer must have dtype torch.qint8"
        scale, zero_point = observer.calculate_qparams()
        made = cls(mod.in_features, mod.out_features, dtype=weight_observer.dtype)
        made.set_weight_bias(_quantize_weight(mod.weight.float(), weight_observer), mod.bias)
        made.scale, made.zero_point = float(scale), int(zero_point)
        return made
