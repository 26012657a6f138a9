"""torch._six: names from the time of Python 2."""

from math import inf, nan

string_classes = (str, bytes)
