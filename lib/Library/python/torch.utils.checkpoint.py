"""torch.utils.checkpoint: parts of a network whose gradients are computed from what was kept anyway."""


def checkpoint(function, *args, use_reentrant=True, preserve_rng_state=True, **kwargs):
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, **kwargs):
    for function in functions:
        input = function(input)
    return input
