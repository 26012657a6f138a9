"""torch.fx: there is no symbolic tracing here; what marks functions for it leaves them as they are."""

import _absent


def wrap(fn_or_name):
    return fn_or_name


def __getattr__(name):
    return getattr(_absent.make("torch.fx"), name)
