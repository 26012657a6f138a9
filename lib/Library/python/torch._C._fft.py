"""torch._C._fft: where PyTorch keeps its operators of Fourier transforms."""
