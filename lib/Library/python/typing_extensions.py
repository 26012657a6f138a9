"""typing_extensions: the names of `typing`."""

import typing as _typing


def __getattr__(name):
    return getattr(_typing, name)
