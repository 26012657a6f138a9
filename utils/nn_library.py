"""Runs the texts of lib/Library as Python packages, on PyTorch's tensors.

`load()` returns a namespace like `torch.nn` whose classes and functions are
those of the texts: they import each other by PyTorch's names, while operators
and tensors are PyTorch's own.
"""
import builtins
import pathlib
import re
import types

import torch

standard = pathlib.Path(__file__).resolve().parent.parent / "lib" / "Library"


def find_texts(root):
    """The file of each Python module that the library has, as CMakeLists.txt lists them."""
    listed = (root / "CMakeLists.txt").read_text()
    texts = dict(re.findall(r"^\s*(torch[\w.]*)=([\w/]+\.py)", listed, re.M))
    for layers in re.findall(r"foreach\(name ([\w\s]+)\)", listed):
        texts.update({"torch.nn.modules." + name: "nn/" + name + ".py" for name in layers.split()})
    return {name: root / file for name, file in texts.items()}


class Package(types.ModuleType):
    """A Python module: texts first, PyTorch's own members where no text has them."""

    def __init__(self, library, name):
        super().__init__(name)
        self.__dict__["library"] = library

    def __getattr__(self, name):
        library, path = self.library, self.__name__ + "." + name
        if path in library.packages or path in library.texts:
            return library.get(path)
        if self.__name__ in ("torch.nn", "torch.nn.modules"):
            found = library.find_class(name)
            if found is not None:
                return found
        if self.__name__ == "torch.nn.parameter" and name.startswith("Uninit"):
            return library.find_class(name)
        return getattr(library.get_real(self.__name__), name)


class Library:
    packages = ("torch", "torch.nn", "torch.nn.modules", "torch.nn.parameter", "torch.nn.utils", "torch.utils")

    def __init__(self, own_functional, root):
        self.texts = find_texts(root)
        # These hold no classes of layers, and `torch.functional` is a part of `torch`.
        for name in ("torch.functional", "torch.profiler", "torch.autograd.profiler", "torch.cuda.amp"):
            del self.texts[name]
        if not own_functional:
            del self.texts["torch.nn.functional"]
        self.loaded = {}

    def get_real(self, name):
        found = torch
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        return found

    def get(self, name):
        if name in self.loaded:
            return self.loaded[name]
        package = self.loaded[name] = Package(self, name)
        if name in self.texts:
            scope = package.__dict__
            scope["__builtins__"] = dict(vars(builtins), __import__=self.import_module)
            path = self.texts[name]
            exec(compile(path.read_text(), str(path), "exec"), scope)
        return package

    def import_module(self, name, scope=None, locals=None, wanted=(), level=0):
        if name == "_torch":  # of the compiler: nothing records calls here
            return types.SimpleNamespace(recorder=None)
        if name.split(".")[0] != "torch":
            return __import__(name, scope, locals, wanted, level)
        return self.get(name) if wanted else self.get("torch")

    def find_class(self, name):
        for module, path in self.texts.items():
            if module.startswith("torch.nn.modules.") and re.search(r"^class %s\b" % name, path.read_text(), re.M):
                return getattr(self.get(module), name)
        return None


def load(own_functional=True, root=standard):
    """torch.nn of the texts below `root`; `torch.nn.functional` is PyTorch's if not `own_functional`."""
    return Library(own_functional, root).get("torch.nn")
