# torch.nn.utils.init: modules whose parameters have no values yet.
import inspect

import torch


def skip_init(module_cls, *args, **kwargs):
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError("Expected a Module; got {}".format(module_cls))
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    # There is no device without memory here: the numbers of the generator stay as they were.
    state = torch.get_rng_state()
    made = module_cls(*args, **kwargs)
    torch.set_rng_state(state)
    return made
