"""torch.ao.nn.qat.dynamic."""

from torch.ao.nn.qat.dynamic.modules.linear import Linear
