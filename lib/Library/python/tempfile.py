"""tempfile: files and directories for a while. They are kept in memory, so that a program needs no leave for them."""

import io as _io

import _files
import shutil as _shutil

tempdir = None
_letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
_count = 0


def gettempdir():
    return tempdir or "/tmp"


def gettempprefix():
    return "tmp"


def _make_name(prefix, suffix, dir):
    global _count
    while True:
        _count += 1
        letters, rest = "", _count * 2654435761
        for _ in range(8):
            rest, letter = divmod(rest, len(_letters))
            letters += _letters[letter]
        name = (dir.__fspath__() if hasattr(dir, "__fspath__") else dir or gettempdir()) + "/"
        name += ("tmp" if prefix is None else prefix) + letters + (suffix or "")
        if not _files.has_temporary(name):
            return name


def _begin(name, dir, data):
    if dir is None:
        _files.add_temporary(name, data)
    elif data is None:
        _files.make_directory(name)
    else:
        _files.write(name, data)
    return name


def mkdtemp(suffix=None, prefix=None, dir=None):
    return _begin(_make_name(prefix, suffix, dir), dir, None)


def mktemp(suffix="", prefix="tmp", dir=None):
    name = _make_name(prefix, suffix, dir)
    if dir is None:
        _files.reserve_temporary(name)
    return name


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return "<{} {!r}>".format(type(self).__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, type, value, traceback):
        self.cleanup()

    def cleanup(self):
        _shutil.rmtree(self.name, ignore_errors=True)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    name = _begin(_make_name(prefix, suffix, dir), dir, b"")
    made = open(name, mode)
    if delete:
        close = made.close

        def close_and_remove():
            if not made.closed:
                close()
                _files.remove(name)

        made.close = close_and_remove
    return made


def TemporaryFile(mode="w+b", *args, **kwargs):
    return _io.BytesIO() if "b" in mode else _io.StringIO()


def SpooledTemporaryFile(max_size=0, mode="w+b", *args, **kwargs):
    return TemporaryFile(mode)
