"""torch.autograd.graph: what becomes of the tensors that gradients need."""

import _saved
import torch

__all__ = ["saved_tensors_hooks", "save_on_cpu"]


class saved_tensors_hooks:
    """Within it what is kept of a tensor is `pack_hook(tensor)`, and `unpack_hook` of that is the tensor again."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        _saved.hooks.append((self.pack_hook, self.unpack_hook))

    def __exit__(self, *error):
        _saved.hooks.pop()


class save_on_cpu(saved_tensors_hooks):
    def __init__(self, pin_memory=False):
        super().__init__(lambda tensor: (tensor.device, tensor.clone()), lambda packed: packed[1].to(packed[0]))
