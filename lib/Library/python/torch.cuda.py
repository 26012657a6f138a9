"""torch.cuda where there is no such device: what may be asked, and PyTorch's error for the rest."""

import torch as _torch

_refusal = "Torch not compiled with CUDA enabled"
_initialized = False


def is_available():
    return False


def is_initialized():
    return False


def device_count():
    return 0


def get_arch_list():
    return []


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def seed():
    pass


def seed_all():
    pass


def empty_cache():
    pass


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def memory_reserved(device=None):
    return 0


def max_memory_reserved(device=None):
    return 0


memory_cached, max_memory_cached = memory_reserved, max_memory_reserved


def init():
    raise AssertionError(_refusal)


def _refused(name):
    def refuse(*args, **kwargs):
        raise AssertionError(_refusal)

    refuse.__name__ = name
    return refuse


for _name in ("synchronize", "current_device", "set_device", "get_device_name", "get_device_capability", "get_device_properties", "current_stream",
              "default_stream", "set_stream", "get_rng_state", "get_rng_state_all", "set_rng_state", "set_rng_state_all", "initial_seed",
              "ipc_collect", "mem_get_info", "memory_stats", "memory_summary", "reset_peak_memory_stats", "reset_max_memory_allocated",
              "is_bf16_supported", "utilization"):
    globals()[_name] = _refused(_name)


class Stream:
    def __init__(self, *args, **kwargs):
        raise AssertionError(_refusal)


class Event:
    def __init__(self, *args, **kwargs):
        raise AssertionError(_refusal)


class device:
    """A choice of device, of which there is none to choose but -1, which chooses nothing."""

    def __init__(self, device):
        device = _torch.device(device) if isinstance(device, str) else device
        self.idx = device.index if isinstance(device, _torch.device) else device

    def __enter__(self):
        if self.idx != -1:
            raise AssertionError(_refusal)

    def __exit__(self, kind, value, traceback):
        return False


class stream:
    def __init__(self, stream):
        if stream is not None:
            raise AssertionError(_refusal)

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return False


def __getattr__(name):
    if name == "amp":
        return __import__("torch.cuda.amp", None, None, ("amp",))
    raise AttributeError("module 'torch.cuda' has no attribute '" + name + "'")
