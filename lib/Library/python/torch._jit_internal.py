"""Helpers that the texts of torch import."""

from _torch_names import *


def _overload(function):
    return function


_overload_method = _overload
