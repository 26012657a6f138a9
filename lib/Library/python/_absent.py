"""Modules that programs import and that are not here: what is done with something of them is an error that names it."""

_names = {
    # Python's own.
    "ast", "asyncio", "atexit", "bdb", "builtins", "bz2", "cmd",
    "code", "codecs", "colorsys", "copyreg", "cProfile", "ctypes", "curses",
    "dbm", "decimal", "dis", "doctest", "email", "errno", "fcntl", "filecmp", "fileinput",
    "ftplib", "getopt", "getpass", "gettext", "grp", "gzip", "hmac", "html", "http",
    "imaplib", "importlib", "ipaddress", "linecache", "locale", "lzma", "mailbox",
    "mimetypes", "mmap", "multiprocessing", "netrc", "optparse", "pdb", "pkgutil", "plistlib",
    "poplib", "posixpath", "profile", "pstats", "pty", "pwd", "quopri", "readline", "reprlib",
    "resource", "runpy", "sched", "secrets", "select", "selectors", "shelve", "signal", "site",
    "smtplib", "socket", "socketserver", "sqlite3", "ssl", "stat", "subprocess", "symtable", "sysconfig", "syslog",
    "tarfile", "termios", "test", "tkinter", "token", "tokenize", "trace",
    "tracemalloc", "tty", "turtle", "urllib", "venv", "wave", 
    "webbrowser", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
}
# What nearly every file about images or arrays imports; where they are installed they are no text, either.
_binary = {"PIL", "requests", "scipy", "pandas", "matplotlib", "cv2", "av", "accimage", "h5py", "lmdb", "psutil"}
# Parts of torch and others that have nothing to do with running a program here.
_parts = ("torch.onnx", "torch.distributed", "torch.multiprocessing", "torch.package", "torch.utils.tensorboard",
          "torch.utils.cpp_extension", "torch.utils.model_zoo", "torch.utils.mobile_optimizer", "torch.fx", "torch.cuda",
          "torch.backends", "torch.jit.annotations", "six.moves.urllib")

# Packages that have another name, too, and the parts of what is one module here.
_renamed = {
    "torch.autograd.grad_mode": "torch",
    "torch.autograd.gradcheck": "torch.autograd",
    "torch.utils.data.dataset": "torch.utils.data",
    "torch.utils.data.dataloader": "torch.utils.data",
    "torch.utils.data.sampler": "torch.utils.data",
    "torch.utils.data.distributed": "torch.utils.data",
    "torch.utils.data._utils.collate": "torch.utils.data",
    "torch.utils.data._utils": "torch.utils.data",
    "torch.nn.parallel.data_parallel": "torch.nn.parallel",
    "torch.nn.parallel.distributed": "torch.nn.parallel",
    "torch.quantization": "torch.ao.quantization",
    "torch.nn.quantized": "torch.ao.nn.quantized",
    "torch.nn.qat": "torch.ao.nn.qat",
    "torch.nn.intrinsic.modules": "torch.ao.nn.intrinsic.modules",
    "six.moves.cPickle": "pickle",
    "six.moves.queue": "queue",
}
# Why parts of packages that are there are not.
_reasons = {
    "torch.ao.quantization": "models are quantized module by module here (prepare, convert, quantize_dynamic), not by "
                             "their graphs",
    "numpy": "the arrays here have the part of numpy that programs with tensors use",
    "torch.fx": "of its parts there are graphs, tracing, interpreters, patterns, shape_prop and optimization here",
    "torch.ao.nn": "of its parts there are intrinsic, qat and quantized here, without reference modules",
}


for _optimizer in "adadelta adagrad adam adamax adamw asgd nadam radam rmsprop rprop sgd".split():
    _renamed["torch.optim." + _optimizer] = "torch.optim"


def _find_part(name):
    for old, new in _renamed.items():
        if name == old or name.startswith(old + "."):
            return __import__(new + name[len(old):], None, None, ("*",))
    if name == "torch.nn.quantizable" or name.startswith(tuple(package + "." for package in _reasons)):
        return make(name)
    return None


def _find_reason(path):
    for package, reason in _reasons.items():
        if path.startswith(package + "."):
            return reason
    return "there is no module '" + path.partition(".")[0] + "' here but its name"


class _Absent(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError("'" + cls._path + "' has no attribute '" + name + "'")
        return make(cls._path + "." + name)

    def __call__(cls, *args, **kwargs):
        raise ImportError("'" + cls._path + "' is not available: " + _find_reason(cls._path))

    def __getitem__(cls, key):
        return cls

    def __or__(cls, other):
        return cls

    __ror__ = __or__

    def __repr__(cls):
        return "<absent '" + cls._path + "'>"


_made = {}


def make(path):
    if path not in _made:
        name = path.rpartition(".")[2]
        _made[path] = _Absent(name, (), {"_path": path, "__module__": path.rpartition(".")[0] or path})
    return _made[path]


def find(name, is_first):
    """The module of a name, or None when imports of it are to fail; at first what is not searched for among files."""
    root = name.partition(".")[0]
    if root in _binary and (root == name or root in _made):
        return make(name)
    if is_first:
        return _find_part(name) if name.startswith(("torch.", "six.moves.")) else None
    if name.startswith("numpy.") or root in _names or name in _parts or name.startswith(tuple(part + "." for part in _parts)):
        return make(name)
    return None
