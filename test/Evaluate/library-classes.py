# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/library-classes.out %t
# REQUIRES: ts-run
"""Classes of Python's library."""
# The output is that of Python 3.11.
import cmath, enum, functools, inspect, io, statistics, weakref
from contextlib import redirect_stdout
from typing import Protocol, runtime_checkable


class Fmt:
    @functools.singledispatchmethod
    def show(self, value):
        return "?"

    @show.register
    def _(self, value: int):
        return f"int {value}"

    @show.register(list)
    def _(self, value):
        return [self.show(v) for v in value]


print(__doc__, Fmt().show(3), Fmt().show("s"), Fmt().show([1, None]))


@runtime_checkable
class Sized2(Protocol):
    width: int

    def describe(self) -> str: ...


class Good:
    width = 1
    def describe(self): return ""


class Plain(Protocol):
    def f(self): ...


print(isinstance(Good(), Sized2), isinstance(3, Sized2))
for wrong in (lambda: isinstance(3, Plain), lambda: issubclass(Good, Sized2), lambda: runtime_checkable(Good)):
    try:
        print(wrong())
    except TypeError as e:
        print(str(e).split(",")[0])


class F(enum.Flag):
    NONE = 0
    A = 1
    B = 2
    AB = A | B


print(list(F), len(F), F.A in F.AB, F(3).name, F.__members__.keys())


def f(a, /, b: int, *c, d=1, **e) -> str: ...


sig = inspect.signature(f)
print(sig, [(p.name, p.kind.name) for p in sig.parameters.values()], sig.parameters["a"].kind.description)
bound = sig.bind(1, 2, 3, x=4)
bound.apply_defaults()
print(bound.arguments, bound.args, bound.kwargs, bound)
for args, keywords in (((), {}), ((1, 2), {"b": 3}), ((1,), {})):
    try:
        sig.bind(*args, **keywords)
    except TypeError as e:
        print(e)
try:
    inspect.signature(lambda a: 0).bind(1, 2)
except TypeError as e:
    print(e)
print(inspect.isgeneratorfunction(lambda: (yield)), inspect.isgeneratorfunction(f), inspect.ismethod(Good().describe), inspect.ismethod(Good().__init__))
buf = io.StringIO()
with redirect_stdout(buf):
    print("captured")
print(repr(buf.getvalue()))
g = Good()
r = weakref.ref(g)
d = weakref.WeakValueDictionary(g=g)
k = weakref.WeakKeyDictionary({g: 1})
print(r() is g, r == weakref.ref(g), list(d), k[g], len(k), g in weakref.WeakSet([g]))
del g
print(r(), len(d), len(k), "dead" in repr(r))
try:
    weakref.ref(3)
except TypeError as e:
    print(e)
for z in (3 - 4j, -1, 0.25j, 1e-3 + 2j):
    print([f"{w:.12g}" for w in (cmath.sqrt(z), cmath.exp(z), cmath.log(z), cmath.sin(z), cmath.cos(z), cmath.tan(z), cmath.acos(z), cmath.asin(z), cmath.atan(z), cmath.tanh(z), cmath.acosh(z), cmath.asinh(z), cmath.atanh(z / 3), cmath.log10(z))])
print(cmath.polar(1j), cmath.rect(2, 0), cmath.phase(-1), cmath.isclose(1, 1 + 1e-12), cmath.isnan(cmath.nanj), cmath.inf)
print(statistics.quantiles([1, 2, 3, 4, 5]), statistics.quantiles([1, 5, 7], n=3, method="inclusive"))


class AttrDict(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


a = AttrDict(x=1)
a.y = 2
print(a, a.y)
