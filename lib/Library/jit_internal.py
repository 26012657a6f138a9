# torch._jit_internal: names that mean something of their own in TorchScript, for
# texts that also run as Python.


# TorchScript takes another function where the argument `flag` is a true constant;
# in Python the function looks at its argument itself.
def boolean_dispatch(flag, if_true, if_false=None):
    return _unchanged


def _unchanged(function):
    return function


# Of several definitions the last is the function.
_overload = _unchanged
_overload_method = _unchanged


class _BroadcastingList(object):
    def __getitem__(self, element):
        return element


BroadcastingList1 = _BroadcastingList()
BroadcastingList2 = _BroadcastingList()
BroadcastingList3 = _BroadcastingList()
