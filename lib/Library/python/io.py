"""Streams in memory."""


class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value
        self._at = 0

    def write(self, text):
        self._text = self._text[: self._at] + text + self._text[self._at + len(text) :]
        self._at += len(text)
        return len(text)

    def read(self, size=-1):
        end = len(self._text) if size is None or size < 0 else self._at + size
        part = self._text[self._at : end]
        self._at += len(part)
        return part

    def readline(self):
        end = self._text.find("\n", self._at)
        part = self._text[self._at :] if end < 0 else self._text[self._at : end + 1]
        self._at += len(part)
        return part

    def readlines(self):
        return list(self)

    def __iter__(self):
        while line := self.readline():
            yield line

    def getvalue(self):
        return self._text

    def seek(self, offset, whence=0):
        base = 0 if whence == 0 else self._at if whence == 1 else len(self._text)
        self._at = base + offset
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        self._text = self._text[: self._at if size is None else size]

    def flush(self):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        pass


class BytesIO(StringIO):
    def __init__(self, initial_bytes=b""):
        self._text = initial_bytes
        self._at = 0

    def getbuffer(self):
        return self._text
