"""shutil: files and trees of files, copied and removed."""

import os as _os
from collections import namedtuple as _namedtuple

import _files


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def copyfile(src, dst, *, follow_symlinks=True):
    src, dst = _os.fspath(src), _os.fspath(dst)
    if src == dst:
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    _files.write(dst, _files.read(src))
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if _os.path.isdir(dst):
        dst = _os.path.join(_os.fspath(dst), _os.path.basename(_os.fspath(src)))
    return copyfile(src, dst)


copy2 = copy


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    src, dst = _os.fspath(src), _os.fspath(dst)
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    found = _os.listdir(src)
    left = set(ignore(src, found)) if ignore else ()
    for name in found:
        if name in left:
            continue
        old, new = _os.path.join(src, name), _os.path.join(dst, name)
        if _os.path.isdir(old):
            copytree(old, new, ignore=ignore, copy_function=copy_function, dirs_exist_ok=dirs_exist_ok)
        else:
            copy_function(old, new)
    return dst


def move(src, dst, copy_function=copy2):
    src, dst = _os.fspath(src), _os.fspath(dst)
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src.rstrip("/")))
    if _os.path.isdir(src):
        copytree(src, dst, copy_function=copy_function)
        rmtree(src)
    else:
        copy_function(src, dst)
        _os.remove(src)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    path = _os.fspath(path)
    try:
        for name in _os.listdir(path):
            inner = _os.path.join(path, name)
            if _os.path.isdir(inner):
                rmtree(inner)
            else:
                _os.remove(inner)
        _os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


_Size = _namedtuple("terminal_size", "columns lines")


def get_terminal_size(fallback=(80, 24)):
    """Programs have no terminal here: what COLUMNS and LINES say, or the fallback."""
    given = [_os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    return _Size(*[int(text) if text.isdigit() and int(text) else size for text, size in zip(given, fallback)])
