# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/array-files.out %t
# REQUIRES: ts-run
# Arrays are read from texts and files. The output is numpy's.
import numpy as np, io
a = np.arange(6.).reshape(2, 3)
f = io.StringIO(); np.savetxt(f, a); print(f.getvalue())
f = io.StringIO(); np.savetxt(f, np.array([1, 2, 3]), fmt='%d', delimiter=',', header='h'); print(f.getvalue())
f = io.StringIO(); np.savetxt(f, a, fmt='%.2f', delimiter=', ', newline='\n', footer='e', comments='% '); print(f.getvalue())
f = io.StringIO(); np.savetxt(f, a, fmt=['%d', '%.1f', '%g']); print(f.getvalue())
t = "# c\n1,2,3\n4,5,6\n\n7,8,9 # tail\n"
print(np.loadtxt(io.StringIO(t), delimiter=',')); print(np.loadtxt(io.StringIO(t), delimiter=',', dtype=np.float32, skiprows=2))
print(np.loadtxt(io.StringIO(t), delimiter=',', usecols=(0, 2), unpack=True)); print(np.loadtxt(io.StringIO(t), delimiter=',', usecols=1, dtype=int, max_rows=2))
print(np.loadtxt(io.StringIO("1 2\n3 4"), dtype=int).dtype, np.loadtxt(io.StringIO("5")), np.loadtxt(io.StringIO("5"), ndmin=2).shape, np.loadtxt(io.StringIO("1 2 3")).shape)
print(np.loadtxt(["1 2", "3 4"]), np.genfromtxt(io.StringIO("1,2\n3,\n5,x"), delimiter=','))
print(np.genfromtxt(io.StringIO("a,b\n1,2\n3,4"), delimiter=',', skip_header=1))
for bad in ("1 2\n3", "1 x"):
    try: print(np.loadtxt(io.StringIO(bad)))
    except ValueError as e: print(str(e).split(';')[0][:80])
b = io.BytesIO(); np.save(b, a); print(len(b.getvalue()), b.getvalue()[:60]); b.seek(0); print(np.load(b))
b = io.BytesIO(); np.save(b, np.array([True, False])); b.seek(0); c = np.load(b); print(c, c.dtype)
b = io.BytesIO(); np.savez(b, a, x=np.arange(3)); b.seek(0); z = np.load(b); print(sorted(z.files), z['arr_0'], z['x'], 'x' in z)
b = io.BytesIO(); np.savez_compressed(b, w=np.ones(2, dtype=np.float32)); b.seek(0); print(np.load(b)['w'].dtype)
f = b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '>i4', 'fortran_order': True, 'shape': (2, 2), }".ljust(117) + b"\n" + bytes([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4])
print(np.load(io.BytesIO(f)).tolist())
for bad in (b"abc", f[:60], f[:-1]):
    try: print(np.load(io.BytesIO(bad)))
    except ValueError: print("no array")
print(a.T.tobytes() == np.ascontiguousarray(a.T).tobytes(), np.ones(2, dtype=np.complex64).tobytes())
