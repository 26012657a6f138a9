"""torch.ao.nn.qat.modules.embedding_ops."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


def _check_scheme(qconfig, name):
    found = qconfig.weight().qscheme
    assert found == torch.per_channel_affine_float_qparams, \
        name + " weights requires a qscheme of torch.per_channel_affine_float_qparams Got " + str(found)


def _check_float(cls, mod):
    assert type(mod) == cls._FLOAT_MODULE, " qat." + cls.__name__ + ".from_float only works for " + \
        cls._FLOAT_MODULE.__name__
    assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
    assert mod.qconfig, "Input float module must have a valid qconfig"


class Embedding(nn.Embedding):
    _FLOAT_MODULE = nn.Embedding

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None, qconfig=None):
        super().__init__(num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                         _weight)
        assert qconfig, "qconfig must be provided for QAT module"
        _check_scheme(qconfig, "Embedding")
        self.qconfig = qconfig
        self.weight_fake_quant = qconfig.weight(factory_kwargs={"device": device, "dtype": dtype})

    def forward(self, input) -> Tensor:
        return F.embedding(input, self.weight_fake_quant(self.weight), self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    @classmethod
    def from_float(cls, mod):
        _check_float(cls, mod)
        return cls(mod.num_embeddings, mod.embedding_dim, mod.padding_idx, mod.max_norm, mod.norm_type,
                   mod.scale_grad_by_freq, mod.sparse, mod.weight, qconfig=mod.qconfig)

    def to_float(self):
        made = nn.Embedding(self.num_embeddings, self.embedding_dim, self.padding_idx, self.max_norm, self.norm_type,
                            self.scale_grad_by_freq, self.sparse)
        made.weight = nn.Parameter(self.weight.detach())
        made.train(self.training)
        return made


class EmbeddingBag(nn.EmbeddingBag):
    _FLOAT_MODULE = nn.EmbeddingBag

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                 mode="mean", sparse=False, _weight=None, include_last_offset=False, padding_idx=None, qconfig=None,
                 device=None, dtype=None):
        super().__init__(num_embeddings, embedding_dim, max_norm, norm_type, scale_grad_by_freq, mode, sparse, _weight,
                         include_last_offset, padding_idx)
        assert qconfig, "qconfig must be provided for QAT module"
        _check_scheme(qconfig, "Embedding Bag")
        self.qconfig = qconfig
        self.weight_fake_quant = qconfig.weight(factory_kwargs={"device": device, "dtype": dtype})

    def forward(self, input, offsets=None, per_sample_weights=None) -> Tensor:
        return F.embedding_bag(
            input, self.weight_fake_quant(self.weight), offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq,
            self.mode, self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx)

    @classmethod
    def from_float(cls, mod):
        _check_float(cls, mod)
        return cls(mod.num_embeddings, mod.embedding_dim, mod.max_norm, mod.norm_type, mod.scale_grad_by_freq, mod.mode,
                   mod.sparse, mod.weight, mod.include_last_offset, mod.padding_idx, qconfig=mod.qconfig)

    def to_float(self):
        made = nn.EmbeddingBag(self.num_embeddings, self.embedding_dim, self.max_norm, self.norm_type,
                               self.scale_grad_by_freq, self.mode, self.sparse, None, self.include_last_offset,
                               self.padding_idx)
        made.weight = nn.Parameter(self.weight.detach())
        made.train(self.training)
        return made
