# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/library-methods.out %t
# REQUIRES: ts-run
# Methods of the classes of Python's library and of its numbers and bytes; the output is Python's.
import collections, json, string, re, datetime, io, logging, statistics, pathlib, fractions, uuid, weakref, threading, functools, itertools, operator, types, enum, dataclasses, time, struct, textwrap, copy, sys, argparse, inspect, contextlib, random, math, numbers, heapq, bisect, typing, os
from collections import *
def at(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


at(lambda: (ChainMap({"a":1},{"b":2}).copy()))
at(lambda: ((lambda c: (c.pop("a"), c, c.setdefault("z", 3), c.update(q=1), c, c.popitem(), bool(c), c.new_child({"n":1}), c.parents, len(c), sorted(c), dict(c), c | {"k": 1}))(ChainMap({"a":1},{"b":2}))))
at(lambda: (ChainMap({"a":1})["zz"]))
at(lambda: (-Counter(a=-2, b=3), +Counter(a=-2,b=3), Counter("aab") & Counter("ab"), Counter("aab") | Counter("bc"), Counter("ab") <= Counter("aab"), Counter("aab").total(), Counter("aab") - Counter("a"), Counter(a=1) == Counter(a=1, b=0)))
at(lambda: ((lambda d: (d.copy(), d.pop("a"), d.setdefault("k", 5), d.popitem(), d.clear(), d, d | {"x": 1}))(UserDict(a=1, b=2))))
at(lambda: ((lambda l: (l.append(3), l + [1], l[::-1], sorted(l), l.copy(), l * 2, l == [1,2,3], list(reversed(l)), l.count(1), l.extend([9]), l))(UserList([1,2]))))
at(lambda: ((UserString("abc").upper(), UserString("12") + "x", int(UserString("12")), UserString("a,b").split(","))))
at(lambda: ((lambda d: (d.maxlen, d * 2, d.rotate(1), d, d.index(2), d.insert(1, 7), d, d.copy(), d + deque([8]), d.count(7), d.remove(7), d == deque([3,1,2]), d < deque([9]), d.extendleft([5]), d, d[0], d[-1]))(deque([1,2,3], 5))))
at(lambda: ((lambda d: (d.default_factory, d["x"], d, d | {"y": 1}, d.copy()))(defaultdict(list))))
at(lambda: ((lambda o: (o.move_to_end("a"), o, o.popitem(False), list(reversed(o)), o == {"a":1}, OrderedDict(a=1,b=2) == OrderedDict(b=2,a=1)))(OrderedDict(a=1, b=2))))
at(lambda: (json.JSONDecoder().raw_decode('{"a": 1} rest')))
at(lambda: (json.loads('[1, 2.5, null, true, "x\\u00e9", -0.0, 1e3, NaN]', parse_float=str)))
at(lambda: (json.loads('{"a": {"b": 1}}', object_hook=lambda d: tuple(d.items())), json.loads('{"a":1,"a":2}', object_pairs_hook=list)))
at(lambda: (json.dumps({"b": [1, (2, 3)], "a": None, 1: True, 2.5: "é"}, ensure_ascii=False, indent=1), json.dumps(float("inf")), json.dumps("é\n\t\"")))
at(lambda: (json.dumps({1,2}, default=list), json.dumps({"x": datetime.date(2020,1,1)}, default=str), json.dumps([1,2], separators=(",", ":")), json.dumps({"b":1,"a":2}, sort_keys=True)))
at(lambda: (json.loads("{bad}")))
at(lambda: (json.loads('[1,')))
at(lambda: (json.loads('')))
at(lambda: (json.dumps({(1,2): 3})))
at(lambda: (json.dumps({(1,2): 3, "a": 1}, skipkeys=True)))
at(lambda: (json.dumps(object)))
at(lambda: (string.Formatter().format("{0} {x!r:>5}", 1, x="a"), list(string.Formatter().parse("a{b!r:c}d{{"))))
at(lambda: (string.Template("$a ${b} $$").safe_substitute(a=1), string.Template("$a $b").get_identifiers(), string.Template("$a").is_valid(), string.Template("$a").template))
at(lambda: (string.Template("$a").substitute()))
at(lambda: (string.capwords("hello big world"), string.punctuation, string.hexdigits, string.whitespace))
at(lambda: (re.match(r"(?P<y>\d+)-(\d+)", "2020-10 x").groupdict(), re.match(r"(a)(b)?", "a").groups("z"), re.match("(a)(b)", "ab").lastindex, re.match("(?P<n>a)", "ab").lastgroup, re.match("a", "ab").string, re.match("a","ab").re.pattern, re.match("a", "ab").pos, re.match("b?", "ab").span()))
at(lambda: (re.compile("(?P<a>x)(y)").groups, re.compile("(?P<a>x)(y)").groupindex, re.compile("x", re.I).flags, re.compile("x", re.I), re.compile("a+").pattern))
at(lambda: (re.split(r"(\s)", "a b c"), re.split(",", "a,b,c", maxsplit=1), re.sub("a", r"\g<0>\g<0>", "banana", count=2), re.subn("a", "b", "aaa"), re.escape("a.b*c"), re.fullmatch("a+", "aaa") is not None, [m.start() for m in re.finditer("a", "banana")], re.match("a", "ab").expand(r"<\g<0>>"), re.match("(a)(b)", "ab")[2], re.findall(r"\b\w", "hi there"), re.sub("(?i)HELLO", lambda m: m.group().upper(), "hello")))
at(lambda: (re.compile("(")))
at(lambda: (re.compile("[a")))
at(lambda: (re.compile("*a")))
at(lambda: (io.StringIO("a\nb").readlines(), io.StringIO("abc").read(2), (lambda s: (s.write("abc"), s.seek(0), s.read(), s.tell(), s.getvalue(), s.truncate(1), s.closed, s.readable(), s.close(), s.closed))(io.StringIO())))
at(lambda: ((lambda b: (b.write(b"abc"), b.seek(1), b.read(1), b.getvalue(), b.getbuffer().nbytes, b.readable(), b.seekable(), b.tell(), b.writelines([b"x", b"y"]), b.getvalue()))(io.BytesIO())))
at(lambda: (list(io.StringIO("x\ny\n")), next(io.StringIO("q\nr"))))
at(lambda: (statistics.NormalDist(0, 1).inv_cdf(0.975), statistics.NormalDist(1, 2) - statistics.NormalDist(0, 1), statistics.NormalDist(1, 2).quantiles(4), statistics.NormalDist(0,1).overlap(statistics.NormalDist(1,1)), -statistics.NormalDist(1,2), statistics.NormalDist(1,2)/2, statistics.NormalDist.from_samples([1,2,3,4]), statistics.NormalDist(0,1).zscore(2), statistics.NormalDist(0,1).pdf(0.5), statistics.NormalDist(0,1).cdf(0.5)))
at(lambda: (statistics.mode("aab"), statistics.multimode("aabb"), statistics.pvariance([1,2,3]), statistics.harmonic_mean([1,2,4]), statistics.geometric_mean([1,2,4]), statistics.median_low([1,2,3,4]), statistics.median_high([1,2,3,4]), statistics.median_grouped([1,2,2,3]), statistics.fmean([1,2]), statistics.correlation([1,2,3],[1,3,2]), statistics.linear_regression([1,2,3],[2,4,6]), statistics.covariance([1,2,3],[1,3,2]), statistics.quantiles([1,2,3,4,5], n=3, method="inclusive")))
at(lambda: (statistics.mean([])))
at(lambda: ((lambda p: (p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.anchor, p.root, p.drive, p.with_suffix(".x"), p.with_name("q"), p.with_stem("s"), p / "k", p.joinpath("a", "b"), p.is_absolute(), p.as_posix(), list(p.parents), p.match("*.gz"), p.relative_to("/a"), p.as_uri(), p.is_relative_to("/a")))(pathlib.PurePosixPath("/a/b/c.tar.gz"))))
at(lambda: (pathlib.Path("a/../b"), pathlib.Path("a") == pathlib.Path("a/"), sorted([pathlib.Path("b"), pathlib.Path("a")]), str(pathlib.Path("x") / "y"), repr(pathlib.Path("x")), os.fspath(pathlib.Path("x")), pathlib.Path("a/b").relative_to("c")))
at(lambda: (fractions.Fraction(3, 6), fractions.Fraction("0.125"), fractions.Fraction(0.5), fractions.Fraction(1,3) + 1, fractions.Fraction(1,3) * 0.5, round(fractions.Fraction(7,3)), fractions.Fraction(22,7).limit_denominator(3), divmod(fractions.Fraction(7,2), 1), float(fractions.Fraction(1,3)), fractions.Fraction(1,3) ** 2, fractions.Fraction(5,2) // 1, fractions.Fraction(1,2) < 0.6, hash(fractions.Fraction(1,2)) == hash(0.5), math.floor(fractions.Fraction(5,2)), fractions.Fraction(1, 2).numerator, str(fractions.Fraction(4,2)), f"{fractions.Fraction(1,2)}", fractions.Fraction(3,2).as_integer_ratio(), fractions.Fraction(1,2).conjugate()))
at(lambda: (fractions.Fraction(1, 0)))
at(lambda: ((lambda u: (u, u.hex, u.int, u.version, u.urn, u.fields, u.bytes[:2], str(u)))(uuid.UUID("12345678123456781234567812345678")), uuid.uuid5(uuid.NAMESPACE_DNS, "a"), uuid.uuid3(uuid.NAMESPACE_DNS, "a")))
at(lambda: (int.from_bytes(b"\x01\x02", "big"), (258).to_bytes(2, "little"), (5).bit_count(), (10).as_integer_ratio(), int("z", 36), (-3).__abs__(), True.__class__, (2.5).is_integer(), (0.1).hex(), float.fromhex("0x1p-2"), (3).real, (1+2j).imag, (1+2j).conjugate(), complex("1+2j"), abs(3+4j), int.from_bytes([1,2], "little", signed=True)))
at(lambda: (b"%d %s" % (3, b"x"), b"abc".translate(bytes.maketrans(b"a", b"z")), b"a,b".split(b","), b"ab".hex(" "), bytes([65, 66]), bytes(3), b"ab"[0], b"ab" + b"c", b"a" in b"abc", bytes.fromhex("4142"), b"abc".find(b"c"), b"Ab".lower(), b"x".join([b"a", b"b"]), b" a ".strip(), b"ab".startswith(b"a"), b"abc"[::-1], list(b"ab"), b"abc".replace(b"b", b""), b"ab".decode(), b"a\nb".splitlines(), b"ab".ljust(4, b"."), b"ab".isalpha(), b"ab".count(b"a"), b"abc".partition(b"b")))
at(lambda: ((lambda b: (b.append(67), b, b.extend(b"de"), b[0], b.decode(), b.upper(), b.find(b"C"), b.split(b"C"), b.hex(), bytes(b), b.pop(), b.reverse(), b, len(b), b + b"x", b.replace(b"d", b"_"), b.startswith(b"d"), b == b"dCBA"))(bytearray(b"AB"))))
at(lambda: (memoryview(b"abc")[1], memoryview(b"abc").tobytes(), len(memoryview(b"abc")), bytes(memoryview(b"abc")[1:]), memoryview(b"abc").tolist()))
at(lambda: (slice(1, 5, 2).indices(4), slice(1,2).start, range(0, 10, 3).stop, range(5)[1:3], range(5).index(3), range(5).count(9), range(10)[-1], range(0) == range(2, 2), hash(range(3)) == hash(range(0, 3, 1)), list(reversed(range(3))), 3 in range(0, 10, 3)))


import enum
class P(enum.IntFlag):
    R=4; W=2; X=1
class Q(enum.Flag):
    A=1; B=2
    AB=3
print(P.R|2, repr(P.R|2), repr(P.R|8), P.R & 4, repr(~P.R), P.R+1, repr(2|P.R), repr(P(7)), P(0), repr(P.R^P.W), repr(P.R&1), list(P.R|P.W), len(P(7)), P.R in P(6), isinstance(P.R|8, P))
print(Q.A|Q.B, repr(Q.A|Q.B), ~Q.A, list(Q.AB), Q(0), bool(Q(0)), Q.A in Q.AB, Q.AB.name, Q.AB.value)
for f in (lambda: Q.A|1, lambda: P(-1), lambda: Q("A")):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
print(f"{P.R} {P.R!r} {P.R:>4} {Q.A}", P.R == 4, hash(P.R)==hash(4), {P.R: 1}[4], P["R"], P.R.name, (P.R|P.W).name, (P.R|8).name)


at(lambda: time.strptime("2020-02-03", "%Y-%m-%d"))
at(lambda: [str(p.kind) for p in inspect.signature(lambda a, /, b, *c, d: 0).parameters.values()])
at(lambda: typing.Union[int, str, None])
at(lambda: (list(defaultdict(int, a=1) | {"b": 2}), defaultdict(int, a=1) | {"b": 2}))
at(lambda: dataclasses.field(metadata={"u": 1}).metadata)
at(lambda: b"ab".hex("-", -1) + bytes(5).hex(":", 2))
