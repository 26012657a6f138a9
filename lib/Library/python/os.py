"""The environment of a program: there is none."""


class _Path:
    sep = "/"

    @staticmethod
    def join(first, *rest):
        path = first
        for part in rest:
            if part.startswith("/"):
                path = part
            else:
                path = path + part if not path or path.endswith("/") else path + "/" + part
        return path

    @staticmethod
    def basename(path):
        return path.rpartition("/")[2]

    @staticmethod
    def dirname(path):
        head = path.rpartition("/")[0]
        return head or ("/" if path.startswith("/") else "")

    @staticmethod
    def split(path):
        return (_Path.dirname(path), _Path.basename(path))

    @staticmethod
    def splitext(path):
        base = _Path.basename(path)
        dot = base.rfind(".")
        if dot <= 0:
            return (path, "")
        cut = len(base) - dot
        return (path[:-cut], path[-cut:])

    @staticmethod
    def abspath(path):
        return path

    @staticmethod
    def exists(path):
        return False

    isfile = isdir = exists


path = _Path()
environ = {}
sep = "/"
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
