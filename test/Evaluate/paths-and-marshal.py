# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/paths-and-marshal.out %t
# REQUIRES: ts-run
# Paths as objects in os.path, values in the format of marshal, names of built-in classes. The output is what Python prints.
import io
import marshal
import math
import os
import pathlib
import types

p = pathlib.Path("a/b.tar.gz")
print(os.path.join(p, "c"), os.path.join("x", p), os.path.basename(p), os.path.dirname(p), os.path.split(p), os.path.splitext(p))
print(os.path.normpath(pathlib.Path("a/../b")), os.path.commonprefix([pathlib.Path("abc"), "abd"]), os.path.commonprefix([]))
for text in ["/a//b", "//", "/", "a/", "", "..a", ".bashrc", ".a.b", "a..", "a/.b", "a.b/c"]:
    print(os.path.dirname(text), os.path.split(text), os.path.splitext(text))
for wrong in (lambda: os.path.join("a", 3), lambda: os.path.basename(None)):
    try:
        wrong()
    except TypeError as e:
        print(type(e).__name__)

values = [None, True, False, ..., 0, -1, 2 ** 31 - 1, -2 ** 31, 2 ** 31, -10 ** 30, 1.5, -math.inf, 1j, b"", b"\x00\xff", "", "text", "ü" * 3,
          "long " * 100, (), (1, 2), tuple(range(300)), [], [1, [2, "x"]], {}, {"a": 1, 2: [None]}, {1}, frozenset({2.5})]
for value in values:
    data = marshal.dumps(value)
    again = marshal.loads(data)
    if again != value or type(again) is not type(value):
        print("differs", value)
print(marshal.loads(marshal.dumps(values)) == values)
# As Python writes it, with references.
print(marshal.loads(b"\xdb\x03\x00\x00\x00\xda\x01ar\x00\x00\x00\x00\xe9\x05\x00\x00\x00".replace(b"r\x00\x00\x00\x00", b"r\x01\x00\x00\x00")))
file = io.BytesIO()
marshal.dump({"x": [1]}, file)
file.seek(0)
print(marshal.load(file))
for wrong in (lambda: marshal.dumps(object()), lambda: marshal.loads(b""), lambda: marshal.loads(b"i\x01"), lambda: marshal.loads(b"?")):
    try:
        wrong()
    except (ValueError, EOFError) as e:
        print(type(e).__name__, str(e).split(" (")[0])


def run():
    pass


print(isinstance(run.__code__, types.CodeType), isinstance(list[int], types.GenericAlias), isinstance(int | str, types.UnionType))
print(isinstance(str.join, types.MethodDescriptorType), isinstance(None, types.TracebackType), types.FrameType.__name__)
