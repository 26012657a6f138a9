"""torch.utils.checkpoint: parts of a network that run again on the way back.

What a gradient needs is kept all the same: the second run is there for what it does besides, such as a count of calls
or statistics. Random numbers of it are those of the first run.
"""

import warnings as _warnings

import torch as _torch


def _tensors_of(value):
    if isinstance(value, _torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors_of(item)
    elif isinstance(value, dict):
        yield from _tensors_of(list(value.values()))


def check_backward_validity(inputs):
    if not any(t.requires_grad for t in inputs if isinstance(t, _torch.Tensor)):
        _warnings.warn("None of the inputs have requires_grad=True. Gradients will be None")


def get_device_states(*args):
    """Devices of the arguments other than the processor, and their generators."""
    return [], []


def set_device_states(devices, states):
    pass


def _detached(value):
    if isinstance(value, _torch.Tensor):
        return value.detach().requires_grad_(value.requires_grad)
    return value


def detach_variable(inputs):
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(_detached(value) for value in inputs)


def checkpoint(function, *args, use_reentrant=True, preserve_rng_state=True, **kwargs):
    if use_reentrant and kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if use_reentrant:
        check_backward_validity(args)
        if not any(isinstance(a, _torch.Tensor) and a.requires_grad for a in args):
            with _torch.no_grad():
                return function(*args)
    if not _torch.is_grad_enabled():
        return function(*args, **kwargs)
    state = _torch.get_rng_state() if preserve_rng_state else None
    result = function(*args, **kwargs)
    ran = []

    def run_again(gradient):
        if ran:
            return
        ran.append(True)
        with _torch.random.fork_rng():
            if state is not None:
                _torch.set_rng_state(state)
            with _torch.enable_grad():
                function(*map(_detached, args), **kwargs)

    for tensor in _tensors_of(result):
        if tensor.grad_fn is not None:
            tensor.register_hook(run_again)
    return result


def checkpoint_sequential(functions, segments, input, use_reentrant=True, **kwargs):
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if isinstance(functions, _torch.nn.Sequential):
        functions = list(functions.children())

    def run(start, end):
        def forward(input):
            for i in range(start, end + 1):
                input = functions[i](input)
            return input

        return forward

    size = len(functions) // segments
    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(run(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run(end + 1, len(functions) - 1)(input)
