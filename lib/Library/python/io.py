"""Streams in memory, and files that are read and written whole."""

import _files


class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value
        self._at = 0

    def write(self, text):
        self._check()
        self._text = self._text[: self._at] + text + self._text[self._at + len(text) :]
        self._at += len(text)
        return len(text)

    def read(self, size=-1):
        self._check()
        end = len(self._text) if size is None or size < 0 else self._at + size
        part = self._text[self._at : end]
        self._at += len(part)
        return part

    def readline(self):
        self._check()
        end = self._text.find("\n", self._at)
        part = self._text[self._at :] if end < 0 else self._text[self._at : end + 1]
        self._at += len(part)
        return part

    def readlines(self, hint=-1):
        return list(self)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def __iter__(self):
        return self

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    def getvalue(self):
        self._check()
        return self._text

    def seek(self, offset, whence=0):
        self._check()
        base = 0 if whence == 0 else self._at if whence == 1 else len(self._text)
        self._at = base + offset
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        size = self._at if size is None else size
        self._text = self._text[:size]
        return size

    def flush(self):
        pass

    closed = False

    def close(self):
        self.closed = True

    _problem = "I/O operation on closed file"

    def _check(self):
        if self.closed:
            raise ValueError(self._problem)

    def readable(self):
        return True

    writable = seekable = readable

    def isatty(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()


class _Buffer:
    """The bytes that a stream has when it is asked for them."""

    def __init__(self, data):
        self.obj, self.nbytes = data, len(data)

    def __len__(self):
        return self.nbytes

    def __getitem__(self, key):
        return self.obj[key]

    def __iter__(self):
        return iter(self.obj)

    def __bytes__(self):
        return self.obj

    tobytes = __bytes__

    def __eq__(self, other):
        return self.obj == bytes(other)

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        pass

    def release(self):
        pass


class BytesIO(StringIO):
    _problem = "I/O operation on closed file."

    def __init__(self, initial_bytes=b""):
        self._text = bytes(initial_bytes)
        self._at = 0

    def write(self, data):
        data = bytes(data)
        if self._at > len(self._text):
            self._text += b"\0" * (self._at - len(self._text))
        return StringIO.write(self, data)

    def read(self, size=-1):
        return StringIO.read(self, size)

    def readline(self):
        self._check()
        end = self._text.find(b"\n", self._at)
        part = self._text[self._at :] if end < 0 else self._text[self._at : end + 1]
        self._at += len(part)
        return part

    def getbuffer(self):
        return _Buffer(self._text)

    def readinto(self, buffer):
        part = self.read(len(buffer))
        buffer[: len(part)] = part
        return len(part)

    read1 = read


class UnsupportedOperation(OSError, ValueError):
    pass


def _check_mode(file, writes):
    file._check()
    if not ("+" in file.mode or (file.mode[0] == "r") != writes):
        raise UnsupportedOperation("not writable" if writes else "not readable")


class _Text(StringIO):
    """A file as text: it is written whole when it is closed."""

    _problem = "I/O operation on closed file."
    encoding = "UTF-8"

    def write(self, text):
        _check_mode(self, True)
        return StringIO.write(self, text)

    def read(self, size=-1):
        _check_mode(self, False)
        return StringIO.read(self, size)

    def readline(self):
        _check_mode(self, False)
        return StringIO.readline(self)

    def __init__(self, name, mode):
        StringIO.__init__(self, *_begin(name, mode, False))
        self.name, self.mode, self.closed = name, mode, False
        self._at = len(self._text) if "a" in mode else 0

    def flush(self):
        if self.mode[0] != "r" or "+" in self.mode:
            _files.write(self.name, self._text.encode("utf-8"))

    def close(self):
        if not self.closed:
            self.flush()
        self.closed = True

    def __exit__(self, type, value, traceback):
        self.close()


class _Binary(BytesIO):
    def write(self, data):
        _check_mode(self, True)
        return BytesIO.write(self, data)

    def read(self, size=-1):
        _check_mode(self, False)
        return BytesIO.read(self, size)

    def __init__(self, name, mode):
        BytesIO.__init__(self, *_begin(name, mode, True))
        self.name, self.mode, self.closed = name, mode, False
        self._at = len(self._text) if "a" in mode else 0

    def flush(self):
        if self.mode[0] != "r" or "+" in self.mode:
            _files.write(self.name, self._text)

    def close(self):
        if not self.closed:
            self.flush()
        self.closed = True

    def __exit__(self, type, value, traceback):
        self.close()


def _begin(name, mode, is_binary):
    """What a file has when it is opened."""
    kind = mode[:1]
    if kind not in ("r", "w", "a", "x"):
        raise ValueError("invalid mode: " + repr(mode))
    exists = _files.kind(name)
    if kind == "x" and exists:
        raise FileExistsError("[Errno 17] File exists: " + repr(name))
    if kind == "r" or kind == "a" and exists:
        data = _files.read(name)
    else:
        data = b""
        _files.write(name, data)
    return (data,) if is_binary else (data.decode("utf-8"),)


def open(file, mode="r"):
    file = file.__fspath__() if hasattr(file, "__fspath__") else file
    return _Binary(file, mode.replace("b", "")) if "b" in mode else _Text(file, mode.replace("t", ""))
