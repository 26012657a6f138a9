"""The environment of a program: there is none but the files it is allowed to open."""

import _files


class _Path:
    sep = "/"

    @staticmethod
    def join(first, *rest):
        path = fspath(first)
        for part in map(fspath, rest):
            if part.startswith("/"):
                path = part
            else:
                path = path + part if not path or path.endswith("/") else path + "/" + part
        return path

    @staticmethod
    def basename(path):
        return fspath(path).rpartition("/")[2]

    @staticmethod
    def dirname(path):
        path = fspath(path)
        head = path[:len(path) - len(_Path.basename(path))]
        return head.rstrip("/") or head

    @staticmethod
    def split(path):
        return (_Path.dirname(path), _Path.basename(path))

    @staticmethod
    def splitext(path):
        path, base = fspath(path), _Path.basename(path)
        dot = base.rfind(".")
        if dot < 0 or not base[:dot].strip("."):
            return (path, "")
        cut = len(base) - dot
        return (path[:-cut], path[-cut:])

    @staticmethod
    def normpath(path):
        path = fspath(path)
        begin = "/" if path.startswith("/") else ""
        parts = []
        for part in path.split("/"):
            if part == ".." and parts and parts[-1] != "..":
                parts.pop()
            elif part not in ("", ".") and not (part == ".." and begin):
                parts.append(part)
        return begin + "/".join(parts) or "."

    @staticmethod
    def isabs(path):
        return fspath(path).startswith("/")

    @staticmethod
    def abspath(path):
        return fspath(path)

    realpath = abspath

    @staticmethod
    def expanduser(path):
        # Nobody has a home here.
        return fspath(path)

    @staticmethod
    def commonprefix(paths):
        if not paths:
            return ""
        paths = [fspath(path) if hasattr(path, "__fspath__") else path for path in paths]
        first, last = min(paths), max(paths)
        for i, letter in enumerate(first):
            if letter != last[i]:
                return first[:i]
        return first

    @staticmethod
    def exists(path):
        return _kind(path) != ""

    @staticmethod
    def isfile(path):
        return _kind(path) == "file"

    @staticmethod
    def isdir(path):
        return _kind(path) == "directory"

    @staticmethod
    def getsize(path):
        return len(_files.read(fspath(path)))

    curdir, pardir, sep, altsep, extsep, pathsep, devnull = ".", "..", "/", None, ".", ":", "/dev/null"

    @staticmethod
    def normcase(path):
        return fspath(path)

    @staticmethod
    def splitdrive(path):
        return ("", fspath(path))

    @staticmethod
    def expandvars(path):
        """No variable of the environment is known."""
        return fspath(path)

    @staticmethod
    def islink(path):
        return False

    @staticmethod
    def lexists(path):
        return _Path.exists(path)

    @staticmethod
    def ismount(path):
        return _Path.normpath(path) == "/"

    @staticmethod
    def samefile(first, second):
        return _Path.normpath(fspath(first)) == _Path.normpath(fspath(second))

    @staticmethod
    def relpath(path, start="."):
        if not path:
            raise ValueError("no path specified")
        parts = [p for p in _Path.normpath(fspath(path)).split("/") if p not in ("", ".")]
        base = [p for p in _Path.normpath(fspath(start)).split("/") if p not in ("", ".")]
        same = 0
        while same < min(len(parts), len(base)) and parts[same] == base[same]:
            same += 1
        return "/".join([".."] * (len(base) - same) + parts[same:]) or "."

    @staticmethod
    def commonpath(paths):
        paths = [fspath(path) for path in paths]
        if not paths:
            raise ValueError("commonpath() arg is an empty sequence")
        if len({path.startswith("/") for path in paths}) > 1:
            raise ValueError("Can't mix absolute and relative paths")
        split = [[p for p in path.split("/") if p not in ("", ".")] for path in paths]
        low, high = min(split), max(split)
        same = 0
        while same < len(low) and low[same] == high[same]:
            same += 1
        return ("/" if paths[0].startswith("/") else "") + "/".join(low[:same])


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    if not hasattr(path, "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    return path.__fspath__()


def _kind(path):
    # What the program may not open is not there for it.
    try:
        return _files.kind(fspath(path))
    except PermissionError:
        return ""


def listdir(path="."):
    return _files.names(fspath(path))


def mkdir(path, mode=511):
    _files.make_directory(fspath(path))


def makedirs(name, mode=511, exist_ok=False):
    name = fspath(name)
    if _kind(name) == "directory":
        if not exist_ok:
            raise FileExistsError("[Errno 17] File exists: " + repr(name))
        return
    head = _Path.dirname(name.rstrip("/"))
    if head and _kind(head) != "directory":
        makedirs(head, mode, True)
    _files.make_directory(name)


def remove(path):
    _files.remove(fspath(path))


def rename(src, dst):
    src = fspath(src)
    if _kind(src) == "directory":
        import shutil

        shutil.move(src, dst)
        return
    _files.write(fspath(dst), _files.read(src))
    _files.remove(src)


def walk(top, topdown=True, onerror=None, followlinks=False):
    """The directories at and below `top`: each with the names of its directories and of its files."""
    top = fspath(top)
    if _kind(top) != "directory":
        return
    directories, files = [], []
    for name in _files.names(top):
        (directories if _kind(_Path.join(top, name)) == "directory" else files).append(name)
    if topdown:
        yield top, directories, files
    for name in directories:
        yield from walk(_Path.join(top, name), topdown)
    if not topdown:
        yield top, directories, files


unlink = rmdir = remove
replace = rename
path = _Path()
environ = {}
sep = "/"
curdir, pardir, altsep, extsep, pathsep, devnull = ".", "..", None, ".", ":", "/dev/null"
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
linesep = "\n"
name = "posix"


def getenv(key, default=None):
    return environ.get(key, default)


def getcwd():
    return "."


def getpid():
    return 1


def cpu_count():
    return 1
