"""torch.ao.nn.quantized.dynamic.modules.linear."""

import torch
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.quantized.modules import linear as _static
from torch.ao.nn.quantized.modules.utils import _quantize_weight


class Linear(_static.Linear):
    """A linear layer of floats with a quantized weight."""

    _version = 4

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__(in_features, out_features, bias_, dtype=dtype)
        self.version = 4

    def forward(self, x):
        if self._packed_params.dtype == torch.qint8:
            if self.version is None or self.version < 4:
                Y = torch.ops.quantized.linear_dynamic(x, self._packed_params._packed_params)
            else:
                Y = torch.ops.quantized.linear_dynamic(x, self._packed_params._packed_params, reduce_range=True)
        elif self._packed_params.dtype == torch.float16:
            Y = torch.ops.quantized.linear_dynamic_fp16(x, self._packed_params._packed_params)
        else:
            raise RuntimeError("Unsupported dtype on dynamic quantized linear!")
        return Y.to(x.dtype)

    def _get_name(self):
        return "DynamicQuantizedLinear"

    def extra_repr(self):
        text = "in_features={}, out_features={}, dtype={}".format(
            self.in_features, self.out_features, self._packed_params.dtype)
        if self._packed_params.dtype == torch.qint8:
            text += ", qscheme={}".format(self.weight().qscheme())
        return text

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.version = local_metadata.get("version", None)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        from torch.ao.nn.qat.dynamic import Linear as _Trained
        from torch.ao.quantization.qconfig import default_dynamic_qconfig

        known = [torch.nn.Linear, torch.nn.modules.linear.NonDynamicallyQuantizableLinear, nni.LinearReLU, _Trained]
        assert type(mod) in known, "nn.quantized.dynamic.Linear.from_float only works for one of" + \
            str([each.__name__ for each in known])
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        if type(mod) == nni.LinearReLU:
            mod = mod[0]
        has_weight = mod.qconfig is not None and mod.qconfig.weight is not None
        observer = (mod.qconfig if has_weight else default_dynamic_qconfig).weight()
        dtype = observer.dtype
        assert dtype in [torch.qint8, torch.float16], "The only supported dtypes for " \
            "dynamic quantized linear are qint8 and float16 got: {}".format(dtype)
        observer(mod.weight)
        weight = mod.weight.float()
        if dtype == torch.qint8:
            weight = _quantize_weight(weight, observer)
        made = cls(mod.in_features, mod.out_features, dtype=dtype)
        made.set_weight_bias(weight, mod.bias)
        return made
