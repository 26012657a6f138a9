# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/arrays.out %t
# REQUIRES: ts-run
# Arrays of numpy as they are printed, indexed and computed: the output is that of numpy 1.24.
import numpy as np
a = np.array([1, 2, 3])
b = np.array([[1.5, 2.25], [3, 4]])
print(a, repr(a), b, repr(b), a.dtype, repr(a.dtype), b.shape, b.T, sep="\n")
print(a / 2, a * 2.5, a // 2, a ** 2, a % 2, -a, a == 2, (a > 1) & (a < 3), a.sum(), a.mean(), repr(a.mean()), b.std(), b.max(axis=0), b.argmax(), b.sum(1, keepdims=True))
print(np.zeros(3), np.ones((2, 3)), np.arange(5), np.arange(0, 1, 0.25), np.linspace(0, 1, 5), np.eye(2), np.full((2,), 7), np.zeros(0), np.zeros((0, 3)).shape, repr(np.zeros((0,3))))
print(np.array([1e-5, 1.0]), np.array([1e8, 1.0]), np.array([0.1, 100000.5]), np.array([np.nan, 1, np.inf]), np.array([1e-10]), np.array([123456.789, 0.5]), np.array([1/3, 2/3]), np.array([1.0, 10.5, 100.25]))
print(repr(np.array([1, 2], dtype=np.float32)), repr(np.array([1, 2], dtype=np.int32)), repr(np.array([True, False])), repr(np.array([1+2j, 3.5-1j])), repr(np.array(3)), repr(np.array(2.5)), repr(np.float32(0.1)), np.float32(0.1), repr(np.array([0.1, 0.2], dtype=np.float32)))
print(np.arange(2000), np.arange(1200.).reshape(30, 40), sep="\n")
print(np.arange(60), np.arange(40.) / 7, repr(np.arange(40.) / 7), np.arange(24).reshape(2, 3, 4), repr(np.arange(24).reshape(2, 3, 4)), sep="\n")
np.random.seed(0)
print(np.random.rand(3), np.random.randn(2, 2), np.random.randint(0, 10, 5), np.random.randint(5), np.random.normal(1, 2, 3), np.random.uniform(-1, 1, (2,)), np.random.permutation(6), np.random.choice(5, 3), np.random.choice(5, 3, replace=False), np.random.choice([10, 20, 30], p=[.1, .2, .7]), np.random.choice(4, 6, p=[.1, .2, .3, .4]), sep="\n")
x = np.arange(6); np.random.shuffle(x); print(x)
l = [1, 2, 3, 4]; np.random.shuffle(l); print(l, np.random.exponential(2.0, 2), np.random.random())
rs = np.random.RandomState(42); print(rs.randn(3), rs.rand(), rs.randint(100, size=(2, 3)))
m = np.random.RandomState(1).rand(4, 3); print(m[1], m[:, 0], m[1:3, ::2], m[-1, -1], m[m > 0.5], m[[0, 2]], m[::-1][:2], m[..., None].shape)
m[0] = 0; m[1, 1] = 5; m[:, 2] += 1; print(m.round(2))
print(np.concatenate([a, a]), np.stack([a, a]), np.vstack([a, a]), np.hstack([a, a]), np.where(a > 1, a, 0), np.where(a > 1), np.unique([3, 1, 1], return_counts=True), np.argsort([3, 1, 2]), np.sort([3, 1, 2]), np.clip(a, 1, 2), np.dot(a, a), b @ b, np.outer(a, a))
print(np.linalg.norm(b), np.linalg.inv(b), np.percentile(a, 50), np.median(b), np.cumsum(a), np.exp(a), np.sqrt(b), np.abs(-a), np.maximum(a, 2), np.isnan(b).any(), np.allclose(b, b), np.mean([1, 2, 3]), np.round(3.14159, 2), np.pi)
print(a.astype(float), a.astype(np.float32).dtype, a.tolist(), list(a), b.flatten(), a.reshape(3, 1), a[None, :].shape, len(b), b.size, b.ndim, type(a), type(a[0]), isinstance(a[0], np.integer), a[0].item())
for bad in (lambda: a + np.array([1, 2]), lambda: b.reshape(3, 2), lambda: a[5], lambda: bool(a), lambda: np.dot(b, a), lambda: np.linalg.inv(np.zeros((2, 2))), lambda: np.array([[1], [1, 2]]), lambda: np.concatenate([a, b]), lambda: a[0, 0], lambda: b @ a):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(np.histogram([1, 2, 2, 3], bins=3), np.bincount([0, 1, 1]), np.meshgrid([1, 2], [3, 4]), np.tile([1, 2], 2), np.repeat([1, 2], 2), np.diff([1, 4, 9]), np.split(np.arange(6), 3), np.array_split(np.arange(7), 3), np.pad([1, 2], 1), np.roll(a, 1), np.flip(a), np.expand_dims(a, 0).shape, np.corrcoef([1, 2, 3], [1, 2, 4]))
s = np.float64(2.5); print(s, repr(s), s + 1, s.dtype, f"{s:.3f}", np.int64(3), np.float32(1) / 3, type(np.float64(1) + 1), np.float32(0.1) + np.float32(0.2), isinstance(s, float))
np.set_printoptions(precision=3, suppress=True); print(np.array([1e-9, 1.23456, 100.0]))

import numpy as np, torch
from numpy import ndarray
from numpy.linalg import norm
import numpy.random as npr
x = np.linspace(-2, 2, 9).reshape(3, 3)
print(x, x.astype(np.float32), (x * 1e6), x / 1e6, x * 1e-3, repr(x.astype(np.float16)), sep="\n")
print(np.array([[0.001, 1000.0], [12.5, -3]]), np.array([1e-3, 1e3, 1.]), np.array([0.00012, 0.5]), np.array([1.10000001, 2]), np.array([1e15, 1.0]), np.array([-1.5, np.nan, np.inf]), np.array([5e-324]), np.array([100000000.0]), np.array([99999999.0]), np.array([1e16]), np.array([0.1 + 0.2]))
print(np.float32(3.14159274), np.array(np.float32([0.1, 1/3])), np.float16(0.1), np.float64(1e-7), np.float64(1e22), np.float32(1e-7), np.float32(16777216.0), np.array([1e-7, 2e-7], dtype=np.float32), np.float64(123456789.123))
print(repr(np.array([[True, False]])), repr(np.array([[1, 200], [3, -4]], dtype=np.int16)), repr(np.zeros((2, 2), dtype=np.float32)), repr(np.arange(30, dtype=np.float32)), repr(np.arange(100)), repr(np.random.RandomState(0).rand(2, 10)))
y = np.zeros((3, 4), dtype=np.float32); y[1] = [1, 2, 3, 4]; y[:, 0] = 7; y[y > 3] *= 2; y += 1; print(y, y.dtype, y.mean(axis=0), y.argmax(axis=1), np.unravel_index(y.argmax(), y.shape))
z = np.arange(24).reshape(2, 3, 4); print(z.transpose(2, 0, 1).shape, z.sum(axis=(0, 2)), z[:, 1, :2], z[..., -1], z.swapaxes(0, 1).shape, z.max(), z.min(axis=-1), np.moveaxis(z, 0, -1).shape, z.cumsum()[-1], z.any(), z.ravel()[:3], z.T.shape, z.strides, z.nbytes)
print(np.where(x > 0, 1, -1), np.sign(x)[0], np.floor(x)[0], np.power(2, [1, 2, 3]), np.mod([5, -5], 3), np.hypot(3, 4), np.arctan2(1, 1), np.exp(1), np.sqrt(2), np.square(3), np.abs(-3), np.add(1, 2), type(np.sqrt(2)).__name__)
print(np.isin([1, 2], [2]), np.searchsorted([1, 3, 5], [2, 6]), np.digitize([0.5, 2.5], [0, 1, 2]), np.interp([0.5, 1.5], [0, 1, 2], [0, 10, 20]), np.polyfit([0, 1, 2], [1, 3, 5], 1).round(6), np.polyval([2, 1], 3), np.convolve([1, 2, 3], [0, 1, 0.5]), np.cross([1, 0, 0], [0, 1, 0]), np.einsum("ij,jk", x, x)[0], np.trace(x), np.triu(x), np.linalg.matrix_rank(x), norm([3, 4]))
w, v = np.linalg.eigh(np.array([[2., 1], [1, 2]])); print(w, np.abs(v)); u, s, vt = np.linalg.svd(x); print(s.round(4)); print(np.linalg.solve(np.eye(2) * 2, [1, 2]), np.linalg.lstsq(np.array([[1., 1], [1, 2], [1, 3]]), np.array([1., 2, 3]), rcond=None)[0].round(6))
npr.seed(3); print(npr.randn(), npr.rand(2, 2), npr.randint(3, 9), npr.permutation(np.array([5, 6, 7])), npr.standard_normal(2), npr.normal(size=2), npr.normal([0, 10], [1, 2]), npr.multivariate_normal([0, 0], [[1, 0], [0, 1]]).shape, npr.uniform(0, 5), npr.random_sample(2), npr.lognormal(), npr.choice(10, (2, 2)), npr.choice(3, 2, replace=False, p=[.2, .3, .5]))
i8 = np.array([1, 2], dtype=np.uint8); print(i8 / 2, i8 * 2, i8.dtype, (i8 + 1).dtype, (i8 + 1.0).dtype, (i8 * np.float32(2)).dtype, (np.float32([1]) * 2.0).dtype, (np.float32([1]) + np.array([1])).dtype, np.result_type(np.int32, np.float32), np.array([1, 2.0]).dtype, np.array([True, 2]).dtype, np.iinfo(np.int32).max, np.finfo(np.float32).eps, np.dtype("float32").itemsize, np.float32 == np.dtype("float32"), np.issubdtype(np.int32, np.integer), np.issubdtype(i8.dtype, np.floating))
def f(a: np.ndarray) -> np.ndarray: return a
print(isinstance(x, np.ndarray), isinstance(x, ndarray), type(x), np.ndim(3), np.shape([[1]]), np.size(x), hasattr(x, "numpy"), x.tobytes()[:4], np.array_equal(x, x.copy()), id(x) != id(x.copy()), x.item(0), len(x), np.array(x, copy=True) is x)
for bad in (lambda: np.zeros((2, 3)) + np.zeros((2, 4)), lambda: np.array([1, 2]).reshape(3), lambda: np.array([1.5])[1.0], lambda: np.zeros(2)[2], lambda: np.zeros((2, 2))[0, 5], lambda: np.stack([np.zeros(1), np.zeros(2)]), lambda: np.ones(3) @ np.ones(4), lambda: np.random.choice(3, 5, replace=False), lambda: np.linalg.cholesky(-np.eye(2)), lambda: len(np.array(1)), lambda: np.array([1, 2]).foo, lambda: np.split(np.arange(5), 2), lambda: float(np.arange(3)), lambda: np.zeros(3).__setitem__(slice(0, 2), np.ones(3)), lambda: np.broadcast_to(np.ones(3), (2, 2)), lambda: np.arange(3).__iadd__(1.5), lambda: np.max([])):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(np.array2string(np.array([1.23456, 2]), precision=2), np.around([1.25, 2.55], 1), np.array([1.23456789012345]), f"{np.array([1, 2])}", f"{x[0, 0]:.2f}", "%s" % np.array([1.0]), str(np.array(5)), np.mean([[1, 2], [3, 4]], axis=0), np.median([1, 3, 2]), np.std([1, 2, 3, 4]), np.percentile([1, 2, 3, 4], [25, 75]), np.quantile([1, 2, 3], 0.5), np.average([1, 2], weights=[3, 1]), np.ptp([1, 5]), np.prod([2, 3]), np.cumprod([1, 2, 3]), np.count_nonzero([1, 0]), np.nanmean([1, np.nan]), np.histogram([1, 2, 3, 4], bins=2)[0], np.tril(np.ones((2, 2))), np.diag([1, 2]), np.fliplr(x)[0], np.rot90(np.eye(2)), np.indices((2, 2)).shape, np.mgrid[0:2, 0:3].shape, np.c_[[1, 2], [3, 4]], np.r_[1, 2], np.ix_([0], [1])[0].shape)
