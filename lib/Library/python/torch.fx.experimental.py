"""torch.fx.experimental: changes of graphs that make modules faster."""
