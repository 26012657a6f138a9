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


_threshold = (700, 10, 10)


def get_threshold():
    return _threshold


def set_threshold(threshold0, threshold1=10, threshold2=10):
    """Remembered only: objects are counted here, and cycles looked for when it is worth it."""
    global _threshold
    _threshold = (threshold0, threshold1, threshold2)


def get_count():
    return 0, 0, 0


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0
