"""Cycles of objects."""

from _system import collect as _collect


def collect(generation=2):
    return _collect()


def enable():
    pass


def disable():
    pass


def isenabled():
    return True
