# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/values.out %t
# REQUIRES: ts-run
# Numbers, strings and containers print and compute as Python's do. The output is that of Python 3.11.
# data
s = "Hello, World"
print(s[1:5], s[::-1], s[-3:], s.upper(), s.lower(), s.swapcase(), s.title(), s.find("o"), s.rfind("o"), s.index("W"), s.count("l"))
print(s.split(", "), "a b  c".split(), "a,b,c".split(",", 1), "a,b,c".rsplit(",", 1), "x=1".partition("="), "l1\nl2\r\nl3".splitlines())
print(" pad ".strip(), "xxaxx".strip("x"), "abc".center(9, "*"), "abc".ljust(5) + "|", "abc".rjust(5), "42".zfill(5), "-42".zfill(5))
print("a-b".replace("-", "+"), "aXbX".replace("X", "", 1), ",".join(["a", "b"]), "abc".startswith("ab"), "abc".endswith(("x", "c")))
print("é".upper(), "ß".upper(), len("日本"), "日本語"[1], "日本語"[::-1], ord("é"), chr(233), "é" in "café", "naïve".encode())
print("%s %d %5.2f %x %o %e %r %c %%" % ("a", 5, 3.14159, 255, 8, 12345.678, "q", "z"), "%-5s|%5s|%05d|%+d" % ("a", "b", 42, 7), "%(k)s" % {"k": "v"})
print("{} {1} {0}".format(1, 2) if False else "{1} {0} {k}".format(1, 2, k=3), "{:>10}|{:<10}|{:^10}".format("r", "l", "c"), "{0.real} {1[0]} {2[k]}".format(5, [7], {"k": 8}))
print(f"{3.14159:.2f} {1e10:g} {1234567:,} {255:#x} {255:b} {0.5:%} {'a':>5} {5:05d} {-5:+d} {1e-10} {True} {None!r} {[1]!s:>6}")
for v in (0.1, 1e16, 1e15, 123456789.123, 1e-5, 0.0001, 1.0, -0.0, 1e300, 5e-324, float("inf"), float("-inf"), float("nan"), 100.0, 2.5e-7, 1/3):
    print(v, repr(v), f"{v:.3g}", f"{v:10.4f}", f"{v:e}", f"{v:.3}")
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(1.5), int(3.9), int(-3.9), float("1e5"), int("0x1f", 16), int("-12"), int(" 7 "))
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, divmod(-7, 3), 2 ** 10, 2 ** -1, 2 ** 0.5, pow(2, 10, 1000), abs(-5), 10 / 4)
print(1 << 70, (1 << 70) >> 68, ~5, 5 & 3, 5 | 3, 5 ^ 3, (2 ** 64).bit_length(), -(2 ** 65), (2 ** 65) // 3, (2 ** 65) % 1000, 3 ** 50 / 3 ** 49)
print(hash(1) == hash(1.0) == hash(True), hash(2 ** 61), hash(-1), hash(0.5), hash((1, 2)), hash(()), hash((1, (2, 3))))
print(1 == 1.0, 1 is 1, True == 1, True + True, isinstance(True, int), 1j * 1j, (1 + 2j) * (3 - 1j), abs(3 + 4j), (1 + 2j).conjugate(), complex(1, -2), 2j, -1j)
l = [3, 1, 2]
l.append(5); l.extend([7, 8]); l.insert(1, 9); print(l, l.pop(), l.pop(0), l.index(5), l.count(9)); l.remove(9); l.sort(); print(l); l.reverse(); print(l, l[::2], l[-2:])
l[1:3] = [10, 20, 30]; print(l); del l[0]; print(l); l[::2] = [0, 0]; print(l); l *= 2; print(l); l += (1,); print(l, [1, 2] + [3], [0] * 3, [1, 2] == [1, 2], [1, 2] < [1, 3])
print(sorted("hello"), sorted([3, 1, 2], reverse=True), sorted(["bb", "a", "ccc"], key=len), sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda t: t[0]), list(reversed([1, 2, 3])))
d = {"a": 1, "b": 2}
d["c"] = 3; print(d, d.get("z"), d.get("z", 0), d.pop("a"), d.setdefault("q", []), list(d), list(d.values()), list(d.items()), "b" in d, len(d)); d.update({"b": 5}, z=1); print(d, {**d, "x": 0}, d | {"m": 1}, dict(a=1), dict([("k", 2)]), dict(zip("ab", [1, 2])), {k: v for k, v in d.items() if v})
del d["b"]; print(d, d == {"z": 1, "c": 3, "q": []}, d.keys() & {"c"}, dict.fromkeys("ab", 0), d.popitem(), list(reversed(d)))
st = {3, 1, 2}
st.add(5); st.discard(9); print(st, st | {7}, st & {1, 2}, st - {1}, st ^ {1, 9}, {1} <= st, st.issuperset({1}), frozenset([1, 2]), set("a"), len(st), sorted(st))
print({100, 5, 17, 33, 8, 64, -1}, set(range(20)), {1.5, 2, 3.0}, set(), {i * 7 % 23 for i in range(15)})
t = (1, 2, 3)
print(t[0], t[1:], t + (4,), t * 2, t.index(2), t.count(1), (1,), (), tuple("ab"), (1, 2) < (1, 3), max(t), min(t), sum(t), len(t))
print(list(range(5)), list(range(2, 10, 3)), list(range(5, 0, -2)), range(3), len(range(0, 10, 3)), 4 in range(0, 10, 2), range(10)[2:5], range(0) == range(1, 1), range(1, 10, 2)[-1])
print(list(zip([1, 2], "ab", [True, False])), list(enumerate("ab", 1)), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])), any([0, 1]), all([]), list(map(str, [1, 2])))
print(min([3, 1], key=lambda v: -v), max("abc", "abd"), min([], default=0), sum([[1], [2]], []), sum([0.1] * 3))
print(str([1, "a", None, 2.0, (1,), {"k": {1}}]), repr("it's"), repr('q"'), repr("a\n\t\\"), repr("é\x00"), ascii("é"), b"ab\x00\xff", bytes([65, 66]), b"x"[0])
print(bin(10), oct(8), hex(255), bin(-5), chr(97), ord("a"), callable(len), isinstance(1, (int, str)), issubclass(bool, int), type([]) is list, id(t) == id(t))
a = [1]; a.append(a); print(a)
dd = {}; dd["s"] = dd; print(dd)
print([[i * j for j in range(3)] for i in range(3)], {i: [j for j in range(i)] for i in range(3)}, [(i, j) for i in range(3) for j in range(i)], list(x for x in "ab"))
it = iter([1, 2, 3]); print(next(it), next(it), list(it), next(it, "end"))
def fib():
    a, b = 0, 1
    while 1:
        yield a
        a, b = b, a + b
from itertools import *
print(list(islice(fib(), 10)), list(takewhile(lambda v: v < 20, fib())))
print(list(chain([1], [2, 3])), list(combinations([1, 2, 3], 2)), list(permutations([1, 2, 3], 2)), list(product("ab", [1, 2])), list(accumulate([1, 2, 3])), [(k, list(g)) for k, g in groupby("aabbb")], list(zip_longest([1, 2], [3])), list(starmap(pow, [(2, 3)])), list(repeat(1, 3)), list(islice(cycle("ab"), 5)), list(islice(count(5, 2), 3)), list(combinations_with_replacement("ab", 2)), list(pairwise([1, 2, 3])), list(compress("abc", [1, 0, 1])), list(dropwhile(lambda v: v < 2, [1, 2, 1])), list(filterfalse(lambda v: v % 2, range(5))), list(chain.from_iterable(["ab", "c"])), [list(x) for x in tee([1, 2])], list(islice(range(10), 2, 8, 3)))
import math
print(math.pi, math.sqrt(2), math.floor(2.7), math.ceil(2.1), math.factorial(20), math.gcd(12, 18), math.log(8, 2), math.log2(8), math.log10(1000), math.exp(1), math.sin(1), math.hypot(3, 4), math.isclose(0.1 + 0.2, 0.3), math.inf, math.nan, math.trunc(-2.5), math.prod([1, 2, 3]), math.comb(5, 2), math.perm(5, 2), math.isqrt(17), math.fsum([0.1] * 10), math.copysign(1, -0.0), math.degrees(math.pi), math.lcm(4, 6), math.dist([0, 0], [3, 4]), math.erf(0.5), math.gamma(5), math.frexp(8.0), math.modf(2.5), math.tau)
try: math.sqrt(-1)
except ValueError as e: print(e)
import functools, operator, copy, string, json
print(functools.reduce(operator.add, [1, 2, 3]), functools.partial(int, base=2)("101"), functools.partial(print, "p", sep="-")("q"), operator.itemgetter(1)([1, 2]), operator.attrgetter("real")(3))
@functools.lru_cache(maxsize=None)
def fb(n): return n if n < 2 else fb(n - 1) + fb(n - 2)
print(fb(80), fb.cache_info())
@functools.wraps(fb)
def w(): "doc"
print(w.__name__)
o = {"a": [1, {"b": 2}]}; c1 = copy.copy(o); c2 = copy.deepcopy(o); o["a"][1]["b"] = 9; print(c1, c2)
print(json.dumps({"a": [1, 2.5, None, True, "x\"y"], "b": {}}), json.loads('{"a": [1, 2.5, null, true, "x"]}'), json.dumps([1, {"a": 2}], indent=2))
print(string.ascii_lowercase, string.digits)
x = 5; print(f"{x=} {x+1=} {x!r:>4} {'nested ' + f'{x}'} {{}} {x:{'>'}{6}}")
print(*[1, 2], sep="", end="!\n")
print("a" "b", 'x' * 3, """multi
line""", r"\n", "\x41\u00e9\N{BULLET}" if False else "\x41")
print(int.from_bytes(b"\x01\x02", "big"), (258).to_bytes(2, "big"), (0.5).as_integer_ratio(), (3.0).is_integer(), float.fromhex if False else 1)
print(slice(1, 2), [1, 2, 3][slice(0, 2)], slice(1, 10, 2).indices(5))
print("abc" < "abd", "a" < "B", [1, "a"] == [1, "a"], (1, 2) == [1, 2], None == 0, "1" == 1)
print(" ".join(str(i) for i in range(3)), "".join(sorted("hello")), "tab\tx".expandtabs(4), "aAbB".casefold(), "hello world".capitalize(), "x".isalpha(), "1a".isalnum(), " ".isspace(), "Ab".istitle(), "abc".translate(str.maketrans("ab", "xy")), "prefix_x".removeprefix("prefix_"))
