# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/programs.out %t
# REQUIRES: ts-run
# Containers, exceptions, closures as programs use them. The output is that of Python 3.11.
from collections import *
import heapq, bisect, operator, functools
c = Counter("mississippi")
print(c, c.most_common(2), c["z"], sum(c.values()), sorted(c.elements())[:3])
c.update("miss"); c.subtract({"s": 2})
print(c, c + Counter(a=1), c - Counter(i=3), c & Counter(s=1, m=9), c | Counter(q=1), +Counter(a=-1, b=1))
d = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    d[k].append(v)
print(d, dict(d), d.get("zz"), "zz" in d)
o = OrderedDict(a=1, b=2)
o.move_to_end("a"); print(o, o.popitem(), list(reversed(o)))
dq = deque([1, 2, 3]); dq.rotate(1); dq.appendleft(0); dq.extend([7, 8]); print(dq, dq.pop(), dq.popleft(), dq[1], len(dq))
P = namedtuple("P", "x y z", defaults=[0]); print(P(1, 2), P(1, y=5).z, P._fields)
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(cm["a"], cm["b"], dict(cm))
h = [5, 1, 4]; heapq.heapify(h); heapq.heappush(h, 0); print([heapq.heappop(h) for _ in range(4)], heapq.nlargest(2, [3, 1, 9]), heapq.nsmallest(2, "zxy"), list(heapq.merge([1, 4], [2, 3])))
l = [1, 3, 5]; bisect.insort(l, 4); print(l, bisect.bisect(l, 3), bisect.bisect_left(l, 3))
d = {"b": 1, "a": 2}
print(d | {"c": 3}, sorted(d), sorted(d.items(), key=operator.itemgetter(1), reverse=True), d.setdefault("q", []), d.pop("b"), d.pop("nope", None), d, list(d.keys()), d.items() & {("a", 2)})
d.update(z=1, a=0); print(d, {**d, "a": 5}, dict(zip("ab", [1, 2])), dict.fromkeys("ab", 0))
s = {1, 2, 3}; t = {3, 4}
print(s | t, s & t, s - t, s ^ t, s <= {1, 2, 3, 4}, s.isdisjoint({9}), frozenset([1]), {frozenset([1]): 2})
s.add(9); s.discard(100); s.remove(1); print(s, sorted(s | {0}), set("aab") == {"a", "b"})
try: s.remove(55)
except KeyError as e: print("KeyError", e)
l = list(range(10)); print(l[::2], l[::-1], l[-3:], l[2:5], l[:-7], l[8:2:-2]); l[2:4] = ["x"]; del l[0], l[-1]; l[::3] = [0] * len(l[::3]); print(l)
l = [3, 1, 2]; l.sort(key=lambda x: -x); print(l, sorted(["b", "A", "c"], key=str.lower), l.index(1), l.count(3), l + [1] * 2, [[0] * 2 for _ in range(2)]); l.insert(1, 7); l.extend("ab"); l.reverse(); print(l, l.pop(), l.pop(0)); l.remove(2); print(l); l.clear(); print(l)
recs = [("b", 2), ("a", 2), ("c", 1), ("a", 1)]
print(sorted(recs, key=lambda r: r[1]), sorted(recs, key=lambda r: r[1], reverse=True), sorted(recs, key=operator.itemgetter(1, 0)))
print(functools.reduce(lambda a, b: a * b, range(1, 6)), functools.partial(pow, 2)(5), list(map(operator.attrgetter("real"), [1, 2])))
@functools.lru_cache(maxsize=None)
def f(n): return n if n < 2 else f(n - 1) + f(n - 2)
print(f(50), f.cache_info())
@functools.singledispatch
def show(x): return "obj"
@show.register
def _(x: int): return "int"
@show.register(list)
def _(x): return "list"
print(show(1), show([]), show("s"), show(True))
print((1, 2) + (3,), (1, 2) * 2, (1, 2, 3)[1:], (1,), (), tuple("ab"), (1, 2) < (1, 3), (1, [2]) == (1, [2]))
a = b = [1]; b += [2]; print(a, a is b, a == [1, 2]); x, (y, *z), w = 1, (2, 3, 4), 5; print(x, y, z, w)
print("spam" in ["spam"], [1, 2, 3] > [1, 2], [1, [2, 3]].copy(), sum([[1], [2]], []), max("abc"), min(3, 1, 2), abs(-3), list("abc"), str([1, "a", None, 1.0, (1,), {2}, {"k": "v"}]))
try: [1, 2][5]
except IndexError as e: print("IndexError", e)
try: {}["k"]
except KeyError as e: print("KeyError", e)
try: [1].remove(4)
except ValueError as e: print(e)
try: "a" + 1
except TypeError as e: print(e)
try: 1 + "a"
except TypeError as e: print(e)
try: len(5)
except TypeError as e: print(e)
try: int("x")
except ValueError as e: print(e)
try: [] < 3
except TypeError as e: print(e)
try: None.foo
except AttributeError as e: print(e)
try: undefined_name
except NameError as e: print(e)
try: {[]: 1}
except TypeError as e: print(e)
try: (lambda x: x)()
except TypeError as e: print(e)
try: "abc"[10]
except IndexError as e: print(e)
try: 1 / 0
except ZeroDivisionError as e: print(e)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try: for_ = 3; for_()
except TypeError as e: print(e)
import functools, time
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    inc.reset = lambda: None
    return inc
c = counter(); c(); print(c(5), c.__name__, c.__closure__ is not None)
fs = [lambda: i for i in range(3)]; print([f() for f in fs]); fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
def deco(arg):
    def wrap(f):
        @functools.wraps(f)
        def inner(*a, **k):
            print(f"{arg} -> {f.__name__}{a}{k}")
            return f(*a, **k)
        return inner
    return wrap
@deco("log")
@deco("log2")
def add(a, b=2, *rest, key=None, **kw):
    "Adds."
    return a + b + sum(rest)
print(add(1), add(1, 2, 3, key=4, z=5), add.__name__, add.__doc__, add.__wrapped__.__name__)
def sig(a, /, b, *, c=3): return (a, b, c)
print(sig(1, b=2), sig(1, 2, c=4))
for bad in [lambda: sig(a=1, b=2), lambda: sig(1), lambda: sig(1, 2, 3), lambda: sig(1, 2, d=4), lambda: sig(1, 2, b=3)]:
    try: bad()
    except TypeError as e: print(e)
args = [1, 2]; kw = {"c": 9}; print(sig(*args, **kw), [*args, *"ab"], {**kw, "d": 1}, (*args,))
x = 10
def scope():
    global x
    x = 20
    y = [x for x in range(3)]
    return y, x
print(scope(), x)
def unbound():
    try: print(zz)
    except UnboundLocalError as e: print(e)
    zz = 1
unbound()
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: f(g(x)), fs)
print(compose(str, lambda x: x + 1, abs)(-5))
if (n := len("walrus")) > 3: print(n)
print([y for v in range(5) if (y := v * v) > 3], (lambda *a, **k: (a, k))(1, b=2))
def mutable(a, l=[]): l.append(a); return l
print(mutable(1), mutable(2))
def kwonly(*, a, b=2): return a, b
print(kwonly(a=1), kwonly.__kwdefaults__, mutable.__defaults__, sig.__code__.co_varnames if hasattr(sig, "__code__") else "")
class Memo:
    def __init__(self, f): self.f, self.cache = f, {}; functools.update_wrapper(self, f)
    def __call__(self, *a):
        if a not in self.cache: self.cache[a] = self.f(*a)
        return self.cache[a]
    def __get__(self, obj, t=None): return functools.partial(self.__call__, obj)
@Memo
def slow(n): return n if n < 2 else slow(n - 1) + slow(n - 2)
print(slow(80), len(slow.cache))
class Lazy:
    @functools.cached_property
    def v(self): print("computing"); return 42
l = Lazy(); print(l.v, l.v)
def gen_counter():
    count = 0
    while (yield count) != "stop": count += 1
g = gen_counter(); print(next(g), g.send("x"), next(g))
print(callable(print), callable(3), isinstance(sig, type(lambda: 0)), type(sig).__name__, repr(len), type(print), id(x) == id(x), sig.__qualname__, Lazy.v.__class__.__name__)
from operator import add as oadd, mul, methodcaller
print(oadd(1, 2), methodcaller("upper")("a"), functools.reduce(mul, [1, 2, 3, 4]), list(map(int.__add__, [1], [2])))
