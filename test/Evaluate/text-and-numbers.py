# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/text-and-numbers.out %t
# REQUIRES: ts-run
# Formats, texts, bytes and fractions. The output is that of Python 3.11.
import math
for v in [0, 1, -1, 255, 10**20, -7]:
    print(f"{v:5}|{v:<5}|{v:^7}|{v:+}|{v: }|{v:08}|{v:x}|{v:#X}|{v:b}|{v:#o}|{v:,}|{v:_}")
for v in [0.0, -0.0, 1.5, 3.14159265, 1e10, 1e-10, 1e22, 123456789.123, float("inf"), float("nan"), 2/3]:
    print(f"{v}|{v:.2f}|{v:10.3e}|{v:g}|{v:.3g}|{v:%}|{v:+.1f}|{v:010.2f}|{v:,.2f}|{v!r}|{v:G}|{v:.0f}|{v:#.0f}")
print("%d %5d %-5d| %05d %+d %x %X %o %c %s %r %%" % (1, 2, 3, 4, 5, 255, 255, 8, "c", "s", "r"))
print("%.3f %10.2f %-10.2f| %e %g %G %s" % (3.14159, 2.5, 2.5, 12345.678, 1e-5, 1e20, [1, 2]))
print("%(a)s and %(b)05.1f" % {"a": 1, "b": 2.25})
print("%*d|%-*d|%.*f" % (5, 3, 5, 3, 2, 3.14159))
print("{} {1} {0}".format("a", "b") if False else "{1} {0} {1}".format("a", "b"))
print("{a[0]} {b.real} {c!r:>10}".format(a=[1], b=3, c="x"))
print("{:>{w}.{p}f}".format(3.14159, w=10, p=3))
print(f"{'a':>5}{'b':<5}{'c':^5}{'d':*^9}")
print(f"{3 + 4=}, {'x'=}, {math.pi=:.3f}")
print(f"{1+2j} {1.5-0j:.2f} {complex(0, -1)}")
print(f"{True:d} {True} {None} {[1, 'a', 2.0]!s:>20}")
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1e20), round(0.5), round(1.005, 2))
print(1e16, 1e15, 123456789012345678.0, 1e-4, 1e-5, 0.1 + 0.2, 5e-324, 1.7976931348623157e308)
print(int("ff", 16), int("0b101", 0), int(" 42 "), float("1e3"), int(-3.9), bin(10), hex(255), oct(8))
print((255).to_bytes(2, "big"), int.from_bytes(b"\x01\x00", "big"), (10).bit_length(), (3.75).as_integer_ratio(), (0.5).hex(), float.fromhex("0x1.8p1"))
print(divmod(-7, 3), -7 // 3, -7 % 3, 7 // -3, 7 % -3, -7.5 // 2, -7.5 % 2, divmod(7.5, -2))
print(2**100, 2**-2, (-2)**3, pow(3, 200, 1000007), pow(3, -1, 7))
print("abc".center(10, "-"), "abc".ljust(6) + "|", "abc".rjust(6), "7".zfill(3), "-7".zfill(4))
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("tab\tnl\n\x00\x7f\u00e9\u200b"), ascii("é"))
print(f"{'nested ' + f'{1 + 1}'}", f"{{}}", f"{'a' if 1 else 'b'}")
print(format(1234567.891, ",.1f"), format(0.000123, ".2e"), format(42, "c"), format("s", "5"))
print(str(1e100), 1e5, 100000000000000000000.0, 12345678.9, -1e-7)
print(f"{12345.678:12,.1f}|{-5:=+8d}|{5:^+9}|{0.1:.20f}")
text = """It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness"""
words = [w.strip(".,").lower() for w in text.split()]
freq = {}
for w in words: freq[w] = freq.get(w, 0) + 1
for w, n in sorted(freq.items(), key=lambda kv: (-kv[1], kv[0]))[:5]:
    print(f"{w:<10}{n:>3} {'#' * n}")
print(text.title()); print(text.swapcase()[:20], text.capitalize()[:10], "ß".upper())
print(text.partition("best"), text.rpartition("was")[0][-5:], text.find("zzz"), text.count("was"), text.replace("was", "is", 2)[:30])
print("a,b,,c".split(","), " a  b ".split(), "a b c".split(None, 1), "a.b.c".rsplit(".", 1), "x\ny\r\nz".splitlines(), "x\ny\n".splitlines(True))
print("abc".isalpha(), "12".isdigit(), "a1".isalnum(), " ".isspace(), "Abc".istitle(), "ab".islower(), "a_b".isidentifier(), "".isalpha())
print("-".join(["a", "b"]), "abc".startswith(("x", "a")), "abc".endswith("bc"), "aXbX".strip("aX"), "xxabxx".lstrip("x"), "abc".removeprefix("a"), "abc".removesuffix("c"))
print("hello".translate(str.maketrans("el", "ip")), "a\tb".expandtabs(4), "%s" % "x", "abc" * 2, "a" < "b", "abc"[::-1], "abc"[1:], ord("a"), chr(8364), "naïve".encode(), b"abc".decode(), "x".encode("utf-16-le"), bytes([1, 2]))
caesar = lambda s, k: "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.islower() else c for c in s)
print(caesar("hello, world", 3), caesar(caesar("hello", 3), -3))
table = [["name", "qty", "price"], ["apple", 3, 1.5], ["kiwi", 12, 0.25]]
widths = [max(len(str(r[i])) for r in table) for i in range(3)]
for r in table: print(" | ".join(str(c).rjust(w) if not isinstance(c, str) else c.ljust(w) for c, w in zip(r, widths)))
print("+".join("-" * (w + 2) for w in widths))
import textwrap, string, json
print(textwrap.fill("the quick brown fox jumps over the lazy dog " * 2, width=30)); print(textwrap.dedent("   a\n     b\n")); print(textwrap.indent("a\nb", "> ")); print(textwrap.shorten("hello big world", width=12))
print(string.ascii_lowercase, string.digits, string.punctuation, string.Template("$a ${b}").substitute(a=1, b=2), string.capwords("a bc d"))
print(json.dumps({"a": [1, 2.5, None, True, "é\n"], "b": {"c": {}}}, sort_keys=True), json.dumps([1, {"x": []}], indent=4), json.loads('{"a": [1, 2.0, "x", null, true], "b": {"c": -1e3}}'), json.dumps("é", ensure_ascii=False), json.dumps({"k": 1}, separators=(",", ":")))
try: json.loads("{bad")
except json.JSONDecodeError as e: print(e)
print("The {} is {:.1f}% {}".format("x", 12.345, [1]), "abc".encode().hex(), bytes.fromhex("6162"), "a-b_c".replace("-", "_").split("_"), "Straße".casefold(), "%08.3f" % 3.14159, "é".encode("latin-1"), b"\x00\xffab", "a\\b", r"\n", 'q"', "line1\
line2")
print("αβγ".upper(), len("日本語"), "日本語"[1], "😀" * 2, "e\u0301", "\N{GREEK SMALL LETTER ALPHA}", sorted("bca"), "".join(sorted("hello", reverse=True)), "abcabc".rfind("b"), "a".center(5, "*"), "tEST".capitalize(), "x=1;y=2".split(";"))
print("abc".index("c"), max("hello", key="hello".count), list(zip("abc", range(3))), str(b"a", "ascii"), "a" in "abc", not "z" in "abc", "".join(map(str, range(5))), "%s %s" % ("a", "b"), "{:>10}|{:<10}|{:^10}".format("r", "l", "c"))
def is_pal(s): s = "".join(c for c in s.lower() if c.isalnum()); return s == s[::-1]
print(is_pal("A man, a plan, a canal: Panama"))

print(bytes.fromhex("00 ff"), b"a-b".split(b"-"), b"-".join([b"a", b"b"]), b"abc".upper(), b"abc".find(b"c"), b"abc".startswith(b"a"), b" a ".strip(), b"abc".replace(b"b", b"X"), b"ab".isalpha(), b"x".ljust(3), b"a,b".partition(b","))
for name, data in [("ascii", "é"), ("latin-1", "\u20ac"), ("nothing", "a")]:
    try: print(data.encode(name))
    except (UnicodeEncodeError, LookupError) as e: print(type(e).__name__, e)
for data, name in [(b"\xff", "utf-8"), (b"\xe9", "ascii")]:
    try: print(data.decode(name))
    except UnicodeDecodeError as e: print(type(e).__name__, str(e)[:40])
print(b"\xe9".decode("latin-1"), b"\xffa".decode(errors="replace"), "\U0001F600a".encode("utf-16-le").decode("utf-16-le"), "a\u20ac".encode("ascii", "replace"), str(b"caf\xc3\xa9", "utf-8"), bytes("é", "latin-1"))
from fractions import Fraction as F
print(F(3, 4) + 1, F("0.125"), F(0.5) * 2.0, F(-7, 2) // 2, F(7, 3) % 1, F(1, 3) ** -2, sorted([F(1, 2), F(1, 3)]), F(355, 113).limit_denominator(10), round(F(7, 2)), F(22, 7) > 3, hash(F(4, 2)) == hash(2), repr(F(1, 2)), abs(F(-1, 2)), float(F(1, 8)))
for bad in [lambda: F(1, 0), lambda: F("x"), lambda: float.fromhex("zz"), lambda: bytes.fromhex("0")]:
    try: bad()
    except Exception as e: print(type(e).__name__, e)
