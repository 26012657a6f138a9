"""torch.ao.nn.qat.dynamic.modules."""

from torch.ao.nn.qat.dynamic.modules.linear import Linear
