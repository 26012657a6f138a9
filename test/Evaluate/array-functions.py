# RUN: ts-run %s > %t 2>%t.err
# RUN: diff %S/Outputs/array-functions.out %t
# REQUIRES: ts-run
# numpy.ufunc with out=, where= and dtype=, its reductions, and divisions by zero, overflows and invalid numbers as numpy.seterr says: the output
# is that of numpy 1.24.
import numpy as np
a = np.array([1., 2., 3.]); b = np.array([0., 1., 2.])
print(np.divide(a, b, out=np.zeros_like(a), where=b != 0))
print(np.log(a, out=np.full(3, -1.), where=a > 1.5), np.sqrt(a, where=[True, True, True]))
print(np.add(a, b, dtype=np.float32).dtype, np.exp(a, dtype=np.float32).dtype, np.sqrt(np.array([1, 4]), dtype=np.float32))
print(np.add.reduce(a), np.multiply.outer(a, b), np.add.accumulate(a), np.maximum.reduce(np.array([[1, 5], [3, 2]]), axis=1))
x = np.zeros(4); np.add.at(x, [0, 0, 2], 1.0); print(x, np.subtract.outer(a, b)[0], np.logical_and.reduce([True, False]), np.minimum.accumulate([3, 1, 2]))
print(np.multiply.reduce(a), np.add.__name__, np.exp.__name__, type(np.add), np.add)
np.subtract.at(x, 1, 5); print(x); np.maximum.at(x, [1, 3], [7, 8]); print(x)
print([np.add.identity, np.multiply.identity, np.maximum.identity, np.logical_and.identity, np.logical_or.identity, np.hypot.identity, np.power.identity, np.bitwise_or.identity, np.bitwise_and.identity])
print(np.add.nin, np.exp.nin, np.add.nout, np.add.nargs, np.exp.signature)
a=np.arange(6.).reshape(2,3)
print(np.add.reduce(a), np.add.reduce(a, axis=None), np.add.reduce(a, axis=(0,1)), np.add.reduce(a, axis=1, keepdims=True), np.subtract.reduce(a), np.power.reduce([2,3,2]), np.add.reduce([]), np.add.reduce(5.))
try: np.maximum.reduce([])
except ValueError as e: print(e)
try: np.exp.reduce(a)
except ValueError as e: print(e)
try: np.subtract.reduce([])
except ValueError as e: print(e)
print(np.add.accumulate(a, axis=1), np.maximum.accumulate(a[::-1]), np.multiply.accumulate(a))
try: np.add(1)
except TypeError as e: print(e)
try: np.exp()
except TypeError as e: print(e)
try: np.add(1,2,3,4)
except TypeError as e: print(e)
try: np.add(np.ones(2), 1, out=np.zeros(3))
except ValueError as e: print(e)
try: np.add(np.ones(2), 1, foo=3)
except TypeError as e: print(e)
print(np.add(a, 1, a) is a, a[0], np.exp(0, np.zeros(())))
print(a.flags.c_contiguous, a.T.flags.f_contiguous, a.flags["F_CONTIGUOUS"], a.flags.writeable, a.flags["C"], a[:, ::2].flags.c_contiguous, a.flags.contiguous)
print(np.add.reduce([True, True]), np.add.reduce(np.array([200,100],dtype=np.uint8)), np.add.reduce(a, dtype=int), np.logical_or.reduce(a>4, axis=1), np.bitwise_or.reduce([1,2,4]))
import warnings
print(np.geterr())
old = np.seterr(divide="ignore", invalid="ignore")
print(old, np.geterr())
print(np.array([1., 0.]) / 0, np.log(np.array([0., -1.])))
np.seterr(**old)
for kinds, compute in (("divide", lambda: np.array([1.]) / 0), ("invalid", lambda: np.sqrt(np.array([-1.]))), ("over", lambda: np.exp(np.array([1000.]))), ("divide", lambda: np.float64(1) / 0)):
    with np.errstate(**{kinds: "raise"}):
        try:
            compute()
        except FloatingPointError as e: print("FloatingPointError", e)
    with np.errstate(call=lambda text, flag: print("called", text, flag), all="call"):
        print(compute())
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    np.array([1.]) / 0; np.array([0.]) / 0; np.log(np.array([0.])); np.log(-np.ones(1)); np.exp(np.array([1000.])); np.array([1e308]) * 10
    np.float64(1) / 0; np.float64(0) / 0; np.array([1]) // 0; np.array([1]) % 0; np.arcsin(np.array([2.])); np.power(np.array([0.]), -1)
    np.log1p(np.array([-1.])); np.array([np.inf]) - np.inf; np.array([np.nan]) + 1; np.reciprocal(np.array([0.])); np.array([1.5]) % 0
    np.float64(1e308) * 10; np.float64(-8) ** 0.5; np.array([np.nan]) < 1; np.arctanh(np.ones(1)); np.array([np.inf]) * 2
    for x in w: print(x.category.__name__, x.message)
@np.errstate(all="ignore")
def quiet(): return np.array([1.]) / 0
print(quiet(), np.geterr()["divide"], np.float64(7) // 2, np.int64(7) % 4, np.float64(1e200) ** 2)
try:
    np.seterr(all="bad")
except KeyError as e: print(type(e).__name__)
