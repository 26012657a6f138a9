"""glob: the files whose paths match a pattern."""

import fnmatch as _fnmatch
import os as _os


def has_magic(s):
    return any(letter in s for letter in "*?[")


def escape(pathname):
    return "".join("[" + letter + "]" if letter in "*?[" else letter for letter in pathname)


def _below(directory):
    """The directory and those below it."""
    yield directory
    for name in _names(directory):
        inner = _os.path.join(directory, name)
        if _os.path.isdir(inner):
            yield from _below(inner)


def _names(directory):
    return _os.listdir(directory or ".") if _os.path.isdir(directory or ".") else []


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    pathname = _os.fspath(pathname)
    found = ["/"] if pathname.startswith("/") else [_os.fspath(root_dir or "")]
    parts = [part for part in pathname.split("/") if part]
    # The directories above may be closed to the program: the plain names at the beginning are one.
    plain = 0
    while plain < len(parts) and not has_magic(parts[plain]):
        plain += 1
    parts[:plain] = ["/".join(parts[:plain])] if plain else []
    for i, part in enumerate(parts):
        after = []
        for directory in found:
            if part == "**" and recursive:
                for inner in _below(directory):
                    after.append(inner)
                    if i == len(parts) - 1:
                        after += [_os.path.join(inner, name) for name in _names(inner)
                                  if not _os.path.isdir(_os.path.join(inner, name))]
            elif has_magic(part):
                after += [_os.path.join(directory, name) for name in _fnmatch.filter(_names(directory), part)
                          if include_hidden or part.startswith(".") or not name.startswith(".")]
            elif _os.path.exists(_os.path.join(directory, part)):
                after.append(_os.path.join(directory, part))
        found = after
    cut = len(_os.fspath(root_dir).rstrip("/")) + 1 if root_dir else 0
    return iter([path[cut:] for path in found])


def glob(pathname, **kwargs):
    return list(iglob(pathname, **kwargs))
