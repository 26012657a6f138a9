# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/module-classes.out %t
# REQUIRES: ts-run
# Classes derived from that of modules: lazy ones, their entries in sys.modules. The output is that of Python and PyTorch 1.13.
import sys
import types

m = types.ModuleType("mine", "what it says")
print(m.__name__, m.__doc__, m.__package__, sorted(m.__dict__))
print(repr(m), types.ModuleType("other").__doc__)


class Lazy(types.ModuleType):
    kind = "lazy"

    def __init__(self, name, values):
        super().__init__(name)
        self._values = values

    def __getattr__(self, name):
        if name in self._values:
            value = self._values[name]()
            setattr(self, name, value)
            return value
        raise AttributeError(f"module {self.__name__} has no {name}")

    @property
    def count(self):
        return len(self._values)

    def __dir__(self):
        return sorted(self._values)


lazy = Lazy("lazy", {"number": lambda: print("made") or 5, "text": lambda: "x"})
print(lazy.number, lazy.number, lazy.count, lazy.kind, dir(lazy), isinstance(lazy, types.ModuleType), type(lazy).__mro__[1:])
print(repr(lazy), lazy.__name__)
try:
    lazy.missing
except AttributeError as e:
    print(e)
sys.modules["lazy"] = lazy
import lazy as again
from lazy import text

print(again is lazy, text)
try:
    from lazy import missing
except ImportError as e:
    print(type(e).__name__)


class Plain(types.ModuleType):
    pass


plain = Plain("plain")
plain.value = 3
print(plain.value, vars(plain)["value"], plain)
for call in (lambda: plain.missing, lambda: types.ModuleType(), lambda: types.ModuleType(3), lambda: Plain()):
    try:
        call()
    except (AttributeError, TypeError) as e:
        print(type(e).__name__)
sys.modules[__name__].__class__ = Plain
print(type(sys.modules[__name__]).__name__)
