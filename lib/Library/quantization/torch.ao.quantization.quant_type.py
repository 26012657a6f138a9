"""torch.ao.quantization.quant_type."""

import enum


class QuantType(enum.IntEnum):
    DYNAMIC = 0
    STATIC = 1
    QAT = 2
    WEIGHT_ONLY = 3


def quant_type_to_str(quant_type):
    return quant_type.name.lower()
