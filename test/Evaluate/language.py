# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/language.out %t
# REQUIRES: ts-run
# Statements, functions, classes, exceptions as Python runs them. The output is that of Python 3.11.
# language
x = 10
def outer():
    x = 1
    def inner():
        nonlocal x
        x += 1
        return x
    inner()
    return inner(), x
print(outer(), x)
def counter():
    global x
    x += 5
counter(); print(x)
fs = [lambda i=i: i * i for i in range(4)]
print([f() for f in fs])
gs = [lambda: i for i in range(3)]
print([g() for g in gs])
a, *b, c = range(6)
print(a, b, c)
(d, e), f = (1, 2), 3
print(d, e, f)
print([*range(3), *"ab"], {**{"a": 1}, "b": 2}, {*[1, 2], 3})
for i in range(5):
    if i == 2: continue
    if i == 4: break
    print(i, end=" ")
else:
    print("no break")
print()
for i in range(2): pass
else: print("else ran")
n = 0
while True:
    n += 1
    if n > 3: break
else:
    print("never")
print(n)
def f(a, /, b, *, c=3): return a, b, c
print(f(1, b=2, c=4))
for bad in (lambda: f(a=1, b=2), lambda: f(1), lambda: f(1, 2, 3), lambda: f(1, 2, d=5), lambda: f(1, 2, b=3)):
    try: bad()
    except TypeError as err: print(err)
def deco(n):
    def w(fn):
        def inner(*args, **kw):
            return fn(*args, **kw) * n
        return inner
    return w
@deco(3)
@deco(2)
def base(v): return v + 1
print(base(1))
if (y := 5) > 3: print("walrus", y)
print([z for w in range(5) if (z := w * 2) > 3], z)
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 != 2, not 3, 5 if x else 6)
print("a" or "b", "" or "c", 0 and 1, [] or {} or "x")
class Base:
    registry = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        Base.registry.append(cls.__name__)
    def hi(self): return "base " + type(self).__name__
class L(Base, tag="l"):
    def hi(self): return "L " + super().hi()
class R(Base, tag="r"):
    def hi(self): return "R " + super().hi()
class D(L, R, tag="d"):
    def hi(self): return "D " + super().hi()
print(D().hi(), [k.__name__ for k in D.__mro__], Base.registry, D.tag)
class V:
    def __init__(self, *v): self.v = v
    def __add__(self, o): return V(*(a + b for a, b in zip(self.v, o.v))) if isinstance(o, V) else NotImplemented
    def __radd__(self, o): return V(*(o + a for a in self.v))
    def __mul__(self, k): return V(*(a * k for a in self.v))
    __rmul__ = __mul__
    def __neg__(self): return V(*(-a for a in self.v))
    def __eq__(self, o): return isinstance(o, V) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __len__(self): return len(self.v)
    def __getitem__(self, i): return self.v[i]
    def __iter__(self): return iter(self.v)
    def __contains__(self, k): return k in self.v
    def __repr__(self): return "V" + repr(self.v)
    def __bool__(self): return any(self.v)
    def __call__(self, *a): return a
    def __lt__(self, o): return self.v < o.v
v = V(1, 2)
print(v + V(3, 4), 2 * v, -v, v == V(1, 2), len(v), v[1], list(v), 2 in v, bool(V(0)), v(1, 2), 1 + v, sorted([V(3), V(1)]), max(V(1), V(5)))
print({v: 1}[V(1, 2)])
try: v + 1
except TypeError as err: print(err)
class G:
    def __getattr__(self, name):
        if name.startswith("x"): return name.upper()
        raise AttributeError(f"no {name}")
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)
    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)
g = G(); g.a = 2
print(g.a, g.xyz, hasattr(g, "q"), getattr(g, "q", "dflt"))
del g.a
try: g.zz
except AttributeError as err: print(err)
class P:
    def __init__(self): self._t = 0
    @property
    def t(self): return self._t
    @t.setter
    def t(self, val):
        if val < 0: raise ValueError("neg")
        self._t = val
    @t.deleter
    def t(self): self._t = None
    @staticmethod
    def s(a): return a + 1
    @classmethod
    def c(cls, a): return cls.__name__, a
p = P(); p.t = 5; print(p.t, P.s(1), p.s(2), P.c(1), p.c(2))
try: p.t = -1
except ValueError as err: print("ValueError", err)
del p.t; print(p.t)
class CM:
    def __init__(self, n, swallow=False): self.n, self.sw = n, swallow
    def __enter__(self): print("enter", self.n); return self.n
    def __exit__(self, t, v, tb): print("exit", self.n, t and t.__name__, v); return self.sw
with CM(1) as a, CM(2) as b: print(a, b)
with CM(3, True): raise KeyError("k")
def early():
    with CM(4):
        return "ret"
print(early())
for i in range(3):
    with CM(i):
        if i == 1: break
def tf():
    try:
        return "try"
    finally:
        print("fin")
print(tf())
def tf2():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: return i
        finally:
            print("f", i)
print(tf2())
def nested():
    try:
        try:
            raise ValueError("a")
        except ValueError as e:
            raise KeyError("b") from e
        finally:
            print("inner")
    except KeyError as e:
        return type(e.__cause__).__name__, e.args
print(nested())
try:
    try: raise ValueError(1)
    except ValueError: raise
except ValueError as e: print("re", e)
try: assert 1 == 2, "msg"
except AssertionError as e: print("assert", e)
class MyErr(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(msg)
        self.code = code
try: raise MyErr(5)
except MyErr as e: print(e.code, e, repr(e), e.args)
try: [][1]
except (KeyError, IndexError) as e: print(type(e).__name__, e)
try: {}["k"]
except LookupError as e: print(repr(e), str(e))
try: undefined_name
except NameError as e: print(e)
def ub():
    print(q); q = 1
try: ub()
except UnboundLocalError as e: print(e)
try: int("x")
except ValueError as e: print(e)
try: "a" + 1
except TypeError as e: print(e)
try: 1 + "a"
except TypeError as e: print(e)
try: None.foo
except AttributeError as e: print(e)
try: len(5)
except TypeError as e: print(e)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try:
    for _ in 5: pass
except TypeError as e: print(e)
print(type(1), type("a"), type(None), type(print).__name__, type(lambda: 0).__name__, type(P), P.__name__)
