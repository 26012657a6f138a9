"""torch.fx.passes: changes of graphs, and what is found out about them."""
