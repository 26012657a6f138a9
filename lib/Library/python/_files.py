"""Whole files: those that the user allows (_disk), and temporary ones, which are kept in memory."""

import _disk

# The text of each temporary file by its path; None for a directory.
_temporary = {}
_roots = []


def _normal(path):
    parts = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def _kept(path):
    """The path by which a temporary file is kept; None for all other files."""
    if not _roots or not isinstance(path, str) or not path.startswith("/"):
        return None
    path = _normal(path)
    for root in _roots:
        if path == root or path.startswith(root + "/"):
            return path
    return None


def has_temporary(path):
    return path in _temporary


def reserve_temporary(path):
    """The path is that of a temporary file, once somebody writes it."""
    _roots.append(path)


def add_temporary(path, data):
    """Begins a temporary file with these bytes, or, with None, a directory."""
    if path not in _temporary:
        reserve_temporary(path)
    _temporary[path] = data


def _missing(path):
    return FileNotFoundError("[Errno 2] No such file or directory: " + repr(path))


def _check_file(kept, path):
    if kept in _temporary and _temporary[kept] is None:
        raise IsADirectoryError("[Errno 21] Is a directory: " + repr(path))


def _check_parent(kept, path):
    if kept not in _roots and _temporary.get(kept.rpartition("/")[0], b"") is not None:
        raise _missing(path)


def read(path):
    kept = _kept(path)
    if kept is None:
        return _disk.read(path)
    if kept not in _temporary:
        raise _missing(path)
    _check_file(kept, path)
    return _temporary[kept]


def write(path, data):
    kept = _kept(path)
    if kept is None:
        return _disk.write(path, data)
    _check_parent(kept, path)
    _check_file(kept, path)
    _temporary[kept] = data


def kind(path):
    kept = _kept(path)
    if kept is None:
        return _disk.kind(path)
    return "" if kept not in _temporary else "directory" if _temporary[kept] is None else "file"


def names(path):
    kept = _kept(path)
    if kept is None:
        return _disk.names(path)
    if kind(kept) != "directory":
        raise _missing(path)
    return sorted(name[len(kept) + 1:] for name in _temporary if name.rpartition("/")[0] == kept)


def make_directory(path):
    kept = _kept(path)
    if kept is None:
        return _disk.make_directory(path)
    _check_parent(kept, path)
    if kept in _temporary:
        raise FileExistsError("[Errno 17] File exists: " + repr(path))
    _temporary[kept] = None


def remove(path):
    kept = _kept(path)
    if kept is None:
        return _disk.remove(path)
    if kept not in _temporary:
        raise _missing(path)
    if _temporary[kept] is None and names(kept):
        raise OSError("[Errno 39] Directory not empty: " + repr(path))
    del _temporary[kept]
    if kept in _roots:
        _roots.remove(kept)
