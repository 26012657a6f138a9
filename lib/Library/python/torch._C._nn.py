"""torch._C._nn: where PyTorch keeps its operators of layers."""
