"""torch.types: names of types for annotations."""

import builtins
from typing import Any, List, Sequence, Tuple, Union

import torch

_int, _float, _bool, _dtype, _device, _layout = builtins.int, builtins.float, builtins.bool, torch.dtype, torch.device, torch.layout
_TensorOrTensors = Union[torch.Tensor, Sequence[torch.Tensor]]
_size = Union[torch.Size, List[builtins.int], Tuple[builtins.int, ...]]
Number = Union[builtins.int, builtins.float, builtins.bool]
Device = Union[torch.device, builtins.str, builtins.int, None]
Storage = Any
