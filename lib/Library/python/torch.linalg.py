"""torch.linalg: its functions are operators of these names."""

from torch import _LinAlgError as LinAlgError
