"""importlib: modules by their names."""

import sys as _sys


def import_module(name, package=None):
    if name.startswith("."):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        level = len(name) - len(name.lstrip("."))
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        base = ".".join(parts[: len(parts) - level + 1])
        name = base + "." + name[level:] if name[level:] else base
    return __import__(name, None, None, ("*",))


def reload(module):
    raise ImportError("modules are read once here; 'importlib.reload' is not available")


def invalidate_caches():
    pass
