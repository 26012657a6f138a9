"""torch.special: its functions are operators of these names."""
