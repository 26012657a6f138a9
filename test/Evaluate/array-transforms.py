# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/array-transforms.out %t
# REQUIRES: ts-run
# numpy.fft, columns and rows put together, and how complex numbers are rounded and written: the output is that of numpy 1.24.
import numpy as np
x = np.sin(np.arange(12.)) ; m = np.arange(12.).reshape(3,4)
f = np.fft
print(f.fft(x).round(4)); print(f.ifft(x)[:2].round(4)); print(f.rfft(x, 8).round(3)); print(np.allclose(f.irfft(f.rfft(x)), x))
print(f.fft2(m).round(3)); print(f.ifft2(m).round(3)[0]); print(f.rfft2(m).shape, f.fftn(m).shape, f.irfftn(f.rfftn(m)).round(3))
print(f.fftfreq(8, d=0.5), f.fftfreq(5), f.rfftfreq(8, 0.1), f.fftshift(f.fftfreq(5)), f.ifftshift(np.arange(6)), f.fftshift(m, axes=1)[0])
print(f.fft(m, axis=0).round(3)[1], f.fft(m, n=2, axis=0).shape, f.fft(x, norm="ortho")[1].round(4), f.hfft(x[:4]).round(3), f.ihfft(x).real.round(3)[:2])
print(f.rfft(np.arange(4, dtype=np.float32)).dtype, f.fft([1, 2, 3, 4]), f.irfft([1, 2j, 3], n=5).round(3), f.fft2(m, s=(2, 2)).round(2))
try:
    f.fft(np.array([]))
except ValueError as e: print("ValueError", e)
try:
    f.fft(x, n=0)
except ValueError as e: print("ValueError", e)
try:
    f.fft(x, axis=3)
except Exception as e: print(type(e).__name__, e)
try:
    f.fft(x, norm="bad")
except ValueError as e: print("ValueError", e)
import numpy as np
z = np.array([1.23456+2.34567j, -0.5j, 100])
print(z.round(2), np.round(z, 1)[0], np.complex128(1.23456-2.5j).round(2), np.float64(1.2345).round(2), np.int64(5).round(2))
print(np.array([66, -6+6j, -6, -6-6j]), np.array([[1.5j, 2],[3+13.856j, 4]]))
import numpy as np
X=np.arange(6.).reshape(3,2)
print(np.c_[X, np.ones(3)], np.c_[np.arange(3), np.arange(3)], np.c_[X, X], np.c_[1:4, 0:3])
print(np.r_[1:4, 0, 5.5], np.r_[X, X].shape, np.r_[np.arange(2), np.arange(3)], np.c_[1, 2], np.c_[X])
print(np.c_[np.array([[1],[2]]), np.array([3,4])], np.r_[0:1:5j], np.r_[0:10:3])
