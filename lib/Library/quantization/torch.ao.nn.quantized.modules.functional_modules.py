"""torch.ao.nn.quantized.modules.functional_modules: operators that are observed."""

from typing import List

import torch
from torch import Tensor


class FloatFunctional(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.activation_post_process = torch.nn.Identity()

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the " +
                           "'forward'. Please use the underlying operation")

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.add(x, y)
        r = self.activation_post_process(r)
        return r

    def add_scalar(self, x: Tensor, y: float) -> Tensor:
        r = torch.add(x, y)
        return r

    def mul(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.mul(x, y)
        r = self.activation_post_process(r)
        return r

    def mul_scalar(self, x: Tensor, y: float) -> Tensor:
        r = torch.mul(x, y)
        return r

    def cat(self, x: List[Tensor], dim: int = 0) -> Tensor:
        r = torch.cat(x, dim=dim)
        r = self.activation_post_process(r)
        return r

    def add_relu(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.add(x, y)
        r = torch.nn.functional.relu(r)
        r = self.activation_post_process(r)
        return r


class FXFloatFunctional(torch.nn.Module):
    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the " +
                           "'forward'. Please use the underlying operation")

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.add(x, y)

    def add_scalar(self, x: Tensor, y: float) -> Tensor:
        return torch.add(x, y)

    def mul(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.mul(x, y)

    def mul_scalar(self, x: Tensor, y: float) -> Tensor:
        return torch.mul(x, y)

    def cat(self, x: List[Tensor], dim: int = 0) -> Tensor:
        return torch.cat(x, dim=dim)

    def add_relu(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.nn.functional.relu(torch.add(x, y))


class QFunctional(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0
        self.zero_point = 0
        self.activation_post_process = torch.nn.Identity()

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"] = torch.tensor(self.scale)
        destination[prefix + "zero_point"] = torch.tensor(self.zero_point)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.scale = float(state_dict.pop(prefix + "scale"))
        self.zero_point = int(state_dict.pop(prefix + "zero_point"))
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def _get_name(self):
        return "QFunctional"

    def extra_repr(self):
        return "scale={}, zero_point={}".format(self.scale, self.zero_point)

    def forward(self, x):
        raise RuntimeError("Functional is not intended to use the " + "'forward'. Please use the underlying operation")

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.ops.quantized.add(x, y, scale=self.scale, zero_point=self.zero_point)
        r = self.activation_post_process(r)
        return r

    def add_scalar(self, x: Tensor, y: float) -> Tensor:
        r = torch.ops.quantized.add_scalar(x, y)
        return r

    def mul(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.ops.quantized.mul(x, y, scale=self.scale, zero_point=self.zero_point)
        r = self.activation_post_process(r)
        return r

    def mul_scalar(self, x: Tensor, y: float) -> Tensor:
        r = torch.ops.quantized.mul_scalar(x, y)
        return r

    def cat(self, x: List[Tensor], dim: int = 0) -> Tensor:
        r = torch.ops.quantized.cat(x, scale=self.scale, zero_point=self.zero_point, dim=dim)
        r = self.activation_post_process(r)
        return r

    def add_relu(self, x: Tensor, y: Tensor) -> Tensor:
        r = torch.ops.quantized.add_relu(x, y, scale=self.scale, zero_point=self.zero_point)
        r = self.activation_post_process(r)
        return r

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == FloatFunctional, "QFunctional.from_float expects an instance of FloatFunctional"
        scale, zero_point = mod.activation_post_process.calculate_qparams()
        made = QFunctional()
        made.scale, made.zero_point = float(scale), int(zero_point)
        return made
