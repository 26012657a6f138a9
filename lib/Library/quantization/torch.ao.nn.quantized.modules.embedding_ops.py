"""torch.ao.nn.quantized.modules.embedding_ops."""

from typing import Optional

import torch
import torch.nn as nn
from torch import Tensor
from torch.ao.nn.quantized.modules.utils import _quantize_weight, hide_packed_params_repr


def _empty_table(num_embeddings, embedding_dim, dtype):
    return torch._empty_per_channel_affine_quantized(
        [num_embeddings, embedding_dim], scales=torch.ones(num_embeddings, dtype=torch.float),
        zero_points=torch.zeros(num_embeddings, dtype=torch.float), axis=0, dtype=dtype)


class EmbeddingPackedParams(torch.nn.Module):
    """The table of an embedding, packed."""

    _version = 1

    def __init__(self, num_embeddings, embedding_dim, dtype=torch.quint8):
        super().__init__()
        self.dtype = dtype
        if dtype not in (torch.quint8, torch.quint4x2):
            raise NotImplementedError(
                f"Unsupported dtype on quantized embedding! Supports quint8 and quint4x2. Got dtype: {dtype}")
        self.set_weight(_empty_table(num_embeddings, embedding_dim, dtype))

    @torch.jit.export
    def set_weight(self, weight: torch.Tensor) -> None:
        if self.dtype in [torch.quint8, torch.quint4x2]:
            self._packed_weight = torch.ops.quantized.embedding_bag_prepack(weight)
        else:
            raise NotImplementedError("Unsupported dtype for quantized embedding prepack! Supports quint8 and quint4x2.")

    @torch.jit.export
    def _weight(self):
        if self.dtype in [torch.quint8, torch.quint4x2]:
            return torch.ops.quantized.embedding_bag_unpack(self._packed_weight)
        else:
            raise NotImplementedError("Unsupported dtype for quantized embedding unpack! Supports quint8 and quint4x2.")

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "dtype"] = self.dtype
        destination[prefix + "_packed_weight"] = self._weight()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.dtype = state_dict.pop(prefix + "dtype")
        self.set_weight(state_dict.pop(prefix + "_packed_weight"))
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def __repr__(self):
        return repr(self._weight())


class Embedding(torch.nn.Module):
    _version = 1
    _FLOAT_MODULE = nn.Embedding

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: Optional[int] = None,
                 max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
                 sparse: bool = False, _weight: Optional[Tensor] = None, dtype=torch.quint8) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.dtype = dtype
        if _weight is None:
            _weight = _empty_table(num_embeddings, embedding_dim, torch.quint8)
        assert list(_weight.shape) == [num_embeddings, embedding_dim], \
            "Shape of weight does not match num_embeddings and embedding_dim"
        self._packed_params = EmbeddingPackedParams(num_embeddings, embedding_dim, dtype)
        self._packed_params.set_weight(_weight)

    def forward(self, indices: Tensor) -> Tensor:
        if self.dtype == torch.quint4x2:
            return torch.ops.quantized.embedding_4bit(self._packed_params._packed_weight, indices)
        else:
            return torch.ops.quantized.embedding_byte(self._packed_params._packed_weight, indices)

    def _get_name(self):
        return "QuantizedEmbedding"

    def __repr__(self):
        return hide_packed_params_repr(self, EmbeddingPackedParams)

    def extra_repr(self):
        return "num_embeddings={}, embedding_dim={}, dtype={}, qscheme={}".format(
            self.num_embeddings, self.embedding_dim, self._packed_params.dtype, self.weight().qscheme())

    def set_weight(self, w: torch.Tensor) -> None:
        self._packed_params.set_weight(w)

    def weight(self):
        return self._packed_params._weight()

    @classmethod
    def _find_observer(cls, mod):
        """The observer of the weight, which has seen it."""
        name = "nnq." + cls.__name__
        if hasattr(mod, "weight_fake_quant"):
            observer = mod.weight_fake_quant
        else:
            assert type(mod) == cls._FLOAT_MODULE, name + ".from_float only works for " + cls._FLOAT_MODULE.__name__
            assert hasattr(mod, "qconfig"), cls.__name__ + " input float module must have qconfig defined"
            from torch.ao.quantization.qconfig import float_qparams_weight_only_qconfig

            has_weight = mod.qconfig is not None and mod.qconfig.weight is not None
            observer = (mod.qconfig if has_weight else float_qparams_weight_only_qconfig).weight()
        assert observer.qscheme == torch.per_channel_affine_float_qparams, \
            cls.__name__ + " quantization is only supported with float_qparams_weight_only_qconfig."
        assert observer.dtype in (torch.quint8, torch.quint4x2), \
            f"The only supported dtype for {name} is torch.quint8 and torch.quint4x2, got {observer.dtype}"
        observer(mod.weight)
        return observer

    @classmethod
    def from_float(cls, mod):
        observer = cls._find_observer(mod)
        made = cls(mod.num_embeddings, mod.embedding_dim)
        made.set_weight(_quantize_weight(mod.weight.float(), observer))
        return made


class EmbeddingBag(Embedding):
    _version = 1
    _FLOAT_MODULE = nn.EmbeddingBag

    def __init__(self, num_embeddings: int, embedding_dim: int, max_norm: Optional[float] = None,
                 norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "sum", sparse: bool = False,
                 _weight: Optional[Tensor] = None, include_last_offset: bool = False, dtype=torch.quint8) -> None:
        super().__init__(num_embeddings, embedding_dim, _weight=_weight, dtype=dtype)
        self.mode = mode
        self.pruned_weights = False
        self.include_last_offset = include_last_offset
        self.dtype = dtype

    def forward(self, indices: Tensor, offsets: Optional[Tensor] = None, per_sample_weights: Optional[Tensor] = None,
                compressed_indices_mapping: Optional[Tensor] = None) -> Tensor:
        if self.dtype == torch.quint4x2:
            return torch.ops.quantized.embedding_bag_4bit(
                self._packed_params._packed_weight, indices, offsets, False, 0, self.pruned_weights,
                per_sample_weights, compressed_indices_mapping, self.include_last_offset)
        else:
            return torch.ops.quantized.embedding_bag_byte(
                self._packed_params._packed_weight, indices, offsets, False, 0, self.pruned_weights,
                per_sample_weights, compressed_indices_mapping, self.include_last_offset)

    def _get_name(self):
        return "QuantizedEmbeddingBag"

    @classmethod
    def from_float(cls, mod):
        observer = cls._find_observer(mod)
        made = cls(mod.num_embeddings, mod.embedding_dim, dtype=observer.dtype)
        made.set_weight(_quantize_weight(mod.weight.float(), observer))
        return made
