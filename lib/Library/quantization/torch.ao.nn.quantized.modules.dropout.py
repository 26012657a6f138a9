"""torch.ao.nn.quantized.modules.dropout."""

import torch


class Dropout(torch.nn.Dropout):
    """Gives back what it is given, in training, too."""

    def forward(self, input):
        return input

    def _get_name(self):
        return "QuantizedDropout"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.p, mod.inplace)
