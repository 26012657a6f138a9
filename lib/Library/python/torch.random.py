"""torch.random: the generator that all random numbers are drawn from."""

import contextlib as _contextlib

import torch as _torch
from torch import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


@_contextlib.contextmanager
def fork_rng(devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices"):
    """Random numbers are as before behind the block, whatever it draws."""
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
