"""torch.amp."""

from torch import autocast
