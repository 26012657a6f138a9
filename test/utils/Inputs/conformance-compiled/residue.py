import torch


def compiled(x: torch.Tensor):
    return torch.relu(x) + x


def resized(x: torch.Tensor):
    return torch.relu(x).resize_([2, 1])


CALLS = [("compiled", [torch.ones(3)]), ("resized", [torch.ones(2)])]
