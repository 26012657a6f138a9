# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/library-helpers.out %t
# REQUIRES: ts-run
# Parts of inspect, textwrap, struct, shutil, gc, enum and operator. The output is Python's.
import inspect, textwrap, struct, shutil, gc, enum, operator
def f(a, b: int = 2, /, c=3, *args, d, e: "str" = "x", **kw) -> float:
    """First line.

        Indented more.
      Less.
    """
print(inspect.getdoc(f)); print(inspect.cleandoc("\n   a\n     b\n\n"))
print(inspect.getfullargspec(f)); print(inspect.getfullargspec(f).args, inspect.getfullargspec(lambda x, *, y=1: 0).kwonlydefaults)
class B:
    """Doc of B."""
    def g(self, x): "doc of g"
class C(B):
    def g(self, x): pass
print(inspect.getdoc(C), inspect.getfullargspec(C().g).args, inspect.getfullargspec(B.g).args)
print(inspect.get_annotations(f), inspect.isbuiltin(len), inspect.isbuiltin(f), inspect.isdatadescriptor(property()), inspect.getcallargs(lambda a, b=2: 0, 1))
w = textwrap.TextWrapper(width=20, initial_indent="* ", subsequent_indent="  ")
print(w.wrap("the quick brown fox jumps over the lazy dog")); print(w.fill("a b"))
print(textwrap.wrap("well-known hyphen-ated words in a line", 14), textwrap.wrap("aaaaaaaaaaaaaaaa bb", 5), textwrap.wrap("a  b\n\nc", 10))
print(textwrap.fill("one two three four five six", width=10, max_lines=2), textwrap.shorten("Hello  world!", width=11), textwrap.wrap("x" * 8, 3, break_long_words=False))
s = struct.Struct("<ihf"); d = s.pack(1, 2, 0.5); print(s.size, s.unpack(d), s.format, s.unpack_from(b"\0" + d, 1), list(s.iter_unpack(d * 2)))
t = shutil.get_terminal_size((80, 20)); print(t.columns > 0, t[1] > 0)
print(len(gc.get_count()), len(gc.get_threshold()), gc.freeze(), gc.get_freeze_count() >= 0)
@enum.unique
class K(enum.Enum):
    A = "a"
    @enum.property
    def low(self): return self.value * 2
print(K.A.low, operator.iconcat([1], [2]), operator.abs(-3))
text = "A long-ish text about state-of-the-art x-ray e-mail, and 10-20 more words; http://example.org/some/very/long/path-with-hyphens."
for width in (8, 13, 20, 40):
    print(textwrap.wrap(text, width), textwrap.wrap(text, width, max_lines=3, placeholder="..."), textwrap.wrap(text, width, break_on_hyphens=False))
print(textwrap.wrap("  a  b ", 4, drop_whitespace=False), textwrap.wrap("a\tb\nc", 20, replace_whitespace=False), textwrap.fill(text, 30, initial_indent="> ", subsequent_indent="| "))
try: textwrap.wrap("a", 0)
except ValueError as e: print(e)
try: inspect.getcallargs(lambda a: 0)
except TypeError as e: print("TypeError")
