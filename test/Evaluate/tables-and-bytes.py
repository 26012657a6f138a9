# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/tables-and-bytes.out %t
# REQUIRES: ts-run
# `csv`, `queue`, bytearray, names of torch's functions and inference mode; the
# output is what Python prints.
import csv, io, queue, torch
text = 'id,name,note\n1,"Smith, J.","said ""hi"""\n2,Lee,\n\n3,"two\nlines",x,extra\n4\n'
rows = list(csv.reader(io.StringIO(text)))
print(rows)
r = csv.DictReader(io.StringIO(text), restkey="more", restval="-")
print(r.fieldnames)
for row in r:
    print(row)
print(list(csv.reader(["a;b;'c;d'", "1; 2;3"], delimiter=";", quotechar="'", skipinitialspace=True)))
print(list(csv.reader(["1,2.5,\"x\""], quoting=csv.QUOTE_NONNUMERIC)))
out = io.StringIO()
w = csv.writer(out)
w.writerow(["a", 1, 2.5, None, 'q"q', "x,y", "l\nm", True])
w.writerow([""])
w.writerows([[1, 2], (3, 4)])
d = csv.DictWriter(out, ["k", "v"], restval="?", lineterminator="\n", quoting=csv.QUOTE_ALL)
d.writeheader()
d.writerow({"k": 1})
print(repr(out.getvalue()))
for bad in (lambda: d.writerow({"z": 1}), lambda: csv.reader([], dialect="no"), lambda: w.writerow(5), lambda: csv.reader([], delimiter="ab")):
    try:
        bad()
    except (ValueError, csv.Error, TypeError) as e:
        print(type(e).__name__, e)
q = queue.Queue(2)
q.put("a"); q.put("b")
print(q.full(), q.get(), q.qsize(), q.empty())
try:
    q.put(1); q.put_nowait(2)
except queue.Full:
    print("full")
p = queue.PriorityQueue()
for x in (3, 1, 2):
    p.put((x, "p"))
print([p.get()[0] for _ in range(3)])
try:
    p.get_nowait()
except queue.Empty:
    print("empty")
l = queue.LifoQueue(); l.put(1); l.put(2); print(l.get())
b = bytearray(b"abc")
b.append(100); b += b"e"; b[0] = 65; b[1:3] = b"xyz"; b.extend([1, 2])
print(b, len(b), b[0], b[1:3], list(b)[-1], b == b"Axyzde\x01\x02", bytes(b)[:2])
s = bytearray([1]) * 12
s[:2] = b"\0\0"
s[4::2] = bytes(len(range(4, 12, 2)))
print([i for i, v in enumerate(s) if v], sum(s), bytearray(3), bytearray("é", "utf-8"))
del s[:3]
print(s.pop(), len(s), b.find(b"yz"), b.upper(), b.decode("latin-1")[:3], b.hex(), bytearray(b"a,b").split(b","), 65 in b, b"yz" in b)
for bad in (lambda: b.append(256), lambda: bytearray("x"), lambda: b[99], lambda: {b: 1}, lambda: bytearray(-1), lambda: b.nope, lambda: s.__setitem__(slice(0, 4, 2), b"a")):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(torch.tanh.__name__, torch.relu.__name__, len.__name__, isinstance(b, bytearray), type(b), bytearray.__name__)
print(torch.is_inference_mode_enabled())
with torch.inference_mode():
    print(torch.is_inference_mode_enabled(), torch.is_grad_enabled())
    with torch.inference_mode(False):
        print(torch.is_inference_mode_enabled(), torch.is_grad_enabled())
@torch.inference_mode(mode=True)
def f():
    return torch.is_inference_mode_enabled()
@torch.inference_mode()
def g():
    return torch.is_grad_enabled()
print(f(), g(), torch.is_inference_mode_enabled(), torch.is_grad_enabled())
