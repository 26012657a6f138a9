"""torch.fft: its functions are operators of these names."""
