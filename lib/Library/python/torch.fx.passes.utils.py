"""torch.fx.passes.utils: parts of graphs."""
