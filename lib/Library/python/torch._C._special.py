"""torch._C._special: where PyTorch keeps its operators of special functions."""
