"""The base of optimizers, by the module where PyTorch defines it."""

from torch.optim import Optimizer, required
