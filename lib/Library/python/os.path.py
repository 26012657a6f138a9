"""os.path, as a module that can be imported."""

from os import _Path


def __getattr__(name):
    return getattr(_Path, name)
