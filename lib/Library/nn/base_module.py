# torch.nn.modules.module for TorchScript: modules of the class itself, which have
# members and no methods. What they do in Python is in module.py.
import torch.nn


class Module(torch.nn.Module):
    pass
