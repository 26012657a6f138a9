"""Names that the texts of torch use without importing them."""

import functools as _functools
import inspect as _inspect


def boolean_dispatch(flag, when_true, when_false=None):
    """The decorator that selects a function by the argument `flag`: by name, or the one decorated."""

    def decorate(function):
        names = list(_inspect.signature(function).parameters)
        place = names.index(flag)
        default = _inspect.signature(function).parameters[flag].default

        @_functools.wraps(function)
        def choose(*args, **kwargs):
            value = args[place] if place < len(args) else kwargs.get(flag, default)
            other = when_true if value else when_false
            if other is None:
                return function(*args, **kwargs)
            args = args[:place] + args[place + 1 :]
            kwargs.pop(flag, None)
            return function.__globals__[other](*args, **kwargs)

        return choose

    return decorate


class _BroadcastingList:
    def __class_getitem__(cls, item):
        return cls


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = _BroadcastingList
BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = _BroadcastingList
