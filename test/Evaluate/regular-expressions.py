# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/regular-expressions.out %t
# REQUIRES: ts-run
# Regular expressions, and random ones. The output is that of Python 3.11.
import re
text = "The year 1999, then 2004-05-06 and also 12/31/2020; contact bob@example.com or al.ice@mail.org."
print(re.findall(r"\d+", text))
print(re.findall(r"(\w+(?:\.\w+)*)@([\w.]+\w)", text))
m = re.search(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)", text)
print(m.group(), m.groups(), m.groupdict(), m.start(), m.end(), m.span("m"), m["y"])
print(re.sub(r"\s+", " ", "a   b \t c\n d"))
print(re.sub(r"(\w)(\d)", r"\2\1", "a1 b2 c3"))
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "1 20 300"))
print(re.split(r"[,;]\s*", "a, b;c,  d"))
print(re.split(r"(-)", "a-b-c"))
p = re.compile(r"^\s*(\w+)\s*=\s*(.*?)\s*$", re.M)
for k, v in p.findall("a = 1\n  b= two words  \nc=3"):
    print(repr(k), repr(v))
print(bool(re.match(r"abc", "abcdef")), re.fullmatch(r"abc", "abcdef"))
print([m.group() for m in re.finditer(r"[A-Z][a-z]+", "Hello World Foo")])
print(re.match("x", "y"))
print(re.escape("a.b*c"))
print(m)
print(p)
print(re.sub("a", "b", "aaaa", count=2), re.subn("a", "b", "aaaa"))
print(re.findall("(?i)hello", "Hello HELLO"), re.findall("h.llo", "hEllo", re.IGNORECASE))
try:
    re.compile("(")
except re.error as e:
    print("error:", e)
tok = re.compile(r"\s*(?:(\d+)|(.))")
print([(a, b) for a, b in tok.findall("3 + 4*(2-1)")])
print(m.expand(r"\g<d>.\g<m>.\g<y>"), m.lastindex, m.lastgroup, m.re.groups, m.string[:8])
print(re.findall(r"\bfoo\b", "foo foobar barfoo foo."))
print(re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"))
print(re.findall(r"é\w+", "été épée"))
words = re.findall(r"\w+", "It's a dog-eat-dog world".lower())
print(words)
print(re.compile("a|b", re.I | re.X).flags, re.I)
import random
random.seed(5)
atoms = ["a", "b", "c", ".", "\\d", "\\w", "\\s", "[ab]", "[^a]", "[a-c1]", "\\b", "^", "$", "1", " ", "é", "\\.", "(?:ab)", "\\B"]
quant = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{,2}", "*?", "+?", "??", "{1,}?", "*+", "++"]
def gen(d):
    n = random.randint(1, 4); out = ""
    for _ in range(n):
        r = random.random()
        if d > 0 and r < 0.35:
            k = random.choice(["(", "(", "(?:", "(?=", "(?!", "(?P<n%d>" % random.randint(0, 99), "(?>", "(?i:"])
            out += k + gen(d - 1) + ")" + random.choice(quant)
        elif d > 0 and r < 0.45:
            out += gen(d - 1) + "|" + gen(d - 1)
        elif r < 0.5:
            out += "\\1"
        else:
            out += random.choice(atoms) + random.choice(quant)
    return out
chars = "aaabbbc1 é.\nAB"
for n in range(1500):
    p = gen(2); s = "".join(random.choice(chars) for _ in range(random.randint(0, 10)))
    f = random.choice([0, 0, re.I, re.M, re.S, re.A])
    try:
        c = re.compile(p, f)
        m = c.search(s)
        print(n, repr(p), repr(s), m, m and m.groups(), m and m.lastindex, c.findall(s), c.sub("<\\g<0>>", s), c.split(s), c.fullmatch(s), c.match(s, 1))
    except re.error as e:
        print(n, repr(p), "error", e)
