"""Classes of named tuples that compiled code returns, one for each name and fields."""

import collections

_known = {}


def namedtuple(name, fields):
    key = (name, fields)
    if key not in _known:
        _known[key] = collections.namedtuple(name, fields)
    return _known[key]
