"""torch.nn.parallel: modules over several devices, of which there is one here."""

from torch.nn.modules.parallel import DataParallel


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return module(*inputs, **(module_kwargs or {}))


class DistributedDataParallel:
    def __init__(self, module, *args, **kwargs):
        raise RuntimeError("Default process group has not been initialized, please make sure to call init_process_group.")
