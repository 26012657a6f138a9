"""torch._C._linalg: where PyTorch keeps its operators of linear algebra."""
