"""What a program may know of its process."""

import _system


class _Stream:
    def __init__(self, write, name):
        self._write = write
        self.name, self.mode, self.errors = name, "w", "strict"
        self.encoding = "utf-8"

    def write(self, text):
        self._write(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writelines(self, lines):
        for line in lines:
            self.write(line)


class _VersionInfo(tuple):
    @property
    def major(self):
        return self[0]

    @property
    def minor(self):
        return self[1]

    @property
    def micro(self):
        return self[2]


stdout = __stdout__ = _Stream(_system.write_output, "<stdout>")
stderr = __stderr__ = _Stream(_system.write_error, "<stderr>")
version_info = _VersionInfo((3, 11, 2, "final", 0))
version = "3.11.2"
hexversion = 0x030B02F0
path = []
modules = _system.modules()
# A program is started without arguments.
argv = [getattr(modules.get("__main__"), "__file__", "")]
maxsize = 2**63 - 1
maxunicode = 0x10FFFF
platform = "linux"
byteorder = "little"
flags = None
executable = ""
implementation = None


class _FloatInfo:
    max = 1.7976931348623157e308
    min = 2.2250738585072014e-308
    epsilon = 2.220446049250313e-16
    dig = 15
    mant_dig = 53


float_info = _FloatInfo()


def exit(status=None):
    raise SystemExit(status) if status is not None else SystemExit()


def getrecursionlimit():
    return _system.recursion_limit()


def setrecursionlimit(limit):
    pass


def getrefcount(object):
    return _system.references(object)


def getsizeof(object, default=0):
    return 64


def intern(text):
    return text


def exc_info():
    error = _system.exception()
    if error is None:
        return (None, None, None)
    return (type(error), error, None)


def getdefaultencoding():
    return "utf-8"
