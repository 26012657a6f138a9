# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/abstract-containers.out %t
# REQUIRES: ts-run
# collections.abc: what follows from the methods that a class defines, what is asked of classes, and what cannot be made: the output is Python's.
import collections.abc as c
class S(c.MutableSequence):
    def __init__(s, *a): s.d = list(a)
    def __getitem__(s, i): return s.d[i]
    def __setitem__(s, i, v): s.d[i] = v
    def __delitem__(s, i): del s.d[i]
    def __len__(s): return len(s.d)
    def insert(s, i, v): s.d.insert(i, v)
    def __repr__(s): return f"S{s.d}"
s = S(3, 1, 2)
s.reverse(); s += [5]; s.extend(s); print(s, s.pop(), s.pop(0), s.index(1), s.count(5), 7 in s, list(reversed(s)), s.remove(1), s)
s.clear(); print(s, isinstance(s, c.Sequence), issubclass(list, c.MutableSequence), isinstance((), c.MutableSequence), isinstance(range(2), c.Sequence), isinstance("a", c.Sequence))
class U(c.MutableSet):
    def __init__(s, it=()): s.d = dict.fromkeys(it)
    def __contains__(s, x): return x in s.d
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
    def add(s, x): s.d[x] = None
    def discard(s, x): s.d.pop(x, None)
    def __repr__(s): return f"U{list(s.d)}"
a, b = U([1, 2, 3]), U([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, a < U([1, 2, 3, 4]), a == U([3, 2, 1]), a == {1, 2, 3}, a.isdisjoint([9]), a | [7], {1} | a, [1, 9] - a if False else "", a != b)
a |= [10]; a &= {2, 10}; a ^= [10, 11]; a -= [2]; print(a, a.pop(), a.remove(11) if 11 in a else "gone")
try: a.remove(5)
except KeyError as e: print("KeyError", e)
class M(c.MutableMapping):
    def __init__(s, *a, **k): s.d = {}; s.update(*a, **k)
    def __getitem__(s, k): return s.d[k.lower()]
    def __setitem__(s, k, v): s.d[k.lower()] = v
    def __delitem__(s, k): del s.d[k.lower()]
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
m = M({"A": 1}, b=2)
print(m["a"], "B" in m, m.get("z", 5), list(m.items()), len(m.values()), 2 in m.values(), ("a", 1) in m.items(), m.keys() & {"a", "q"}, m == {"a": 1, "b": 2}, m.setdefault("C", 3), m.pop("a"), m.pop("q", None), m.popitem(), dict(m), {**m})
try: m.pop("none")
except KeyError as e: print("KeyError", e)
class P(c.Mapping):
    def __getitem__(s, k): return 1
for k in (P, c.Sequence, c.Iterator, c.Sized):
    try: k()
    except TypeError as e: print(e)
class I(c.Iterator):
    n = 0
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration
        return s.n
print(list(I()), isinstance(iter([]), c.Iterator), isinstance((x for x in []), c.Generator), isinstance({}, c.Mapping), isinstance({}.keys(), c.KeysView), isinstance([], c.Hashable), isinstance(1, c.Hashable), callable(len) and isinstance(len, c.Callable), isinstance(set(), c.MutableSet), isinstance(frozenset(), c.MutableSet), issubclass(c.MutableMapping, c.Mapping), isinstance(b"", c.ByteString))
class W:
    def __len__(s): return 0
    def __iter__(s): return iter(())
    def __contains__(s, x): return False
print(isinstance(W(), c.Collection), isinstance(W(), c.Sequence), c.Sequence.register(W) is W, isinstance(W(), c.Sequence), isinstance(W(), c.Reversible))
def f(x: c.Sequence[int], g: c.Callable[[int], str]) -> c.Iterable[str]: pass
print(f.__annotations__["x"], c.Mapping[str, int], c.Callable[[int], str])
class G(c.Generator):
    def send(s, v): return v
    def throw(s, t, v=None, tb=None): raise t
print(next(G()), G().send(4), G().close())
