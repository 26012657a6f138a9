"""pathlib: paths as objects; files below the directories that the program may open."""

import os as _os


def _normal(text):
    parts = [part for part in text.split("/") if part not in ("", ".")]
    return ("/" if text.startswith("/") else "") + "/".join(parts) or "."


class PurePath:
    def __init__(self, *parts):
        self._text = _normal(_os.path.join(*[str(part) for part in parts])) if parts else "."

    def __str__(self):
        return self._text

    __fspath__ = as_posix = __str__

    def __repr__(self):
        return "{}({!r})".format(type(self).__name__, self._text)

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    def __truediv__(self, other):
        return type(self)(self._text, str(other)) if isinstance(other, (str, PurePath)) else NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self._text) if isinstance(other, str) else NotImplemented

    def joinpath(self, *others):
        return type(self)(self._text, *others)

    @property
    def parts(self):
        names = tuple(part for part in self._text.split("/") if part not in ("", "."))
        return ("/",) + names if self.is_absolute() else names

    @property
    def name(self):
        names = self.parts
        return names[-1] if names and names[-1] != "/" else ""

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        return [] if self.name.endswith(".") else ["." + part for part in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        names = self.parts
        if len(names) <= (1 if self.is_absolute() else 0):
            return self
        return type(self)(*names[:-1])

    @property
    def parents(self):
        found, path = [], self
        while path.parent != path:
            path = path.parent
            found.append(path)
        return tuple(found)

    def match(self, pattern):
        import fnmatch

        parts = [part for part in pattern.split("/") if part]
        own = self.parts
        if len(parts) > len(own) or pattern.startswith("/") and len(parts) + 1 != len(own):
            return False
        return all(fnmatch.fnmatchcase(name, part) for name, part in zip(own[len(own) - len(parts):], parts))

    def relative_to(self, *other):
        other = type(self)(*other)
        if not self.is_relative_to(other):
            raise ValueError("{!r} is not in the subpath of {!r} OR one path is relative and the other is absolute."
                             .format(self._text, other._text))
        return type(self)(*self.parts[len(other.parts):])

    def is_relative_to(self, *other):
        other = type(self)(*other)
        return self.parts[:len(other.parts)] == other.parts

    drive = ""

    @property
    def root(self):
        return "/" if self.is_absolute() else ""

    anchor = root

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        safe = "/-_.~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        return "file://" + "".join(chr(c) if chr(c) in safe else "%%%02X" % c for c in self._text.encode())

    def is_reserved(self):
        return False

    def __bytes__(self):
        return self._text.encode()

    def is_absolute(self):
        return self._text.startswith("/")

    def with_name(self, name):
        if not self.name:
            raise ValueError("{!r} has an empty name".format(self))
        return self.parent / name

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "."):
            raise ValueError("Invalid suffix {!r}".format(suffix))
        return self.with_name(self.stem + suffix)


class PurePosixPath(PurePath):
    pass


class _Status:
    def __init__(self, size):
        self.st_size = size


class Path(PurePath):
    def __new__(cls, *parts):
        return object.__new__(PosixPath if cls is Path else cls)

    def exists(self):
        return _os.path.exists(self._text)

    def is_file(self):
        return _os.path.isfile(self._text)

    def is_dir(self):
        return _os.path.isdir(self._text)

    def iterdir(self):
        return iter([self / name for name in _os.listdir(self._text)])

    def glob(self, pattern):
        import glob as _glob

        return iter([self / found for found in _glob.iglob(str(pattern), root_dir=self._text, recursive=True,
                                                           include_hidden=True)])

    def rglob(self, pattern):
        return self.glob("**/" + str(pattern))

    def absolute(self):
        return type(self)(_os.path.abspath(self._text))

    def resolve(self, strict=False):
        return type(self)(_os.path.normpath(self._text))

    expanduser = absolute

    def stat(self):
        return _Status(_os.path.getsize(self._text))

    def rmdir(self):
        _os.rmdir(self._text)

    def rename(self, target):
        _os.rename(self._text, target)
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        if not self.exists():
            self.write_bytes(b"")
        elif not exist_ok:
            raise FileExistsError("[Errno 17] File exists: {!r}".format(self._text))

    @classmethod
    def cwd(cls):
        return cls(_os.getcwd())

    def open(self, mode="r", *args, **kwargs):
        return open(self._text, mode, *args, **kwargs)

    def read_text(self, encoding=None):
        with self.open() as file:
            return file.read()

    def write_text(self, data, encoding=None):
        with self.open("w") as file:
            return file.write(data)

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)

    def unlink(self, missing_ok=False):
        try:
            _os.remove(self._text)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            (_os.makedirs if parents else _os.mkdir)(self._text)
        except FileExistsError:
            if not exist_ok or not self.is_dir():
                raise


class PosixPath(Path, PurePosixPath):
    pass
