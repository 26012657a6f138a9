"""torch.cuda.amp without a GPU: nothing is scaled, and nothing computed in other dtypes."""

import warnings as _warnings

import torch as _torch


class autocast(_torch.autocast):
    def __init__(self, enabled=True, dtype=_torch.float16, cache_enabled=True):
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler:
    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        if enabled:
            _warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
        self._enabled = False

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        return None

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        return None

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None


def custom_fwd(fwd=None, **kwargs):
    return (lambda function: function) if fwd is None else fwd


def custom_bwd(bwd):
    return bwd
