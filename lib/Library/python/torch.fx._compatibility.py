"""torch.fx._compatibility: what says how long a function stays as it is."""


def compatibility(is_backward_compatible):
    return lambda fn: fn
