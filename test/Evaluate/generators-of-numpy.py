# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/generators-of-numpy.out %t
# REQUIRES: ts-run
# numpy's default_rng: seeds, states, numbers, orders and choices; the output is that of numpy 1.24.
import copy
import numpy as np
from numpy.random import PCG64, Generator, SeedSequence, default_rng

for seed in (0, 42, 2**70, [1, 2, 3], (7,), [1, 2, 3, 4, 5, 6], np.array([3, 4]), [2**40, 1], SeedSequence(9), PCG64(11)):
    rng = default_rng(seed)
    print(rng.bit_generator.state, rng.random(), rng.integers(0, 10**12))
parent = SeedSequence([1, 2])
print(parent, parent.spawn(2), parent, [default_rng(s).random() for s in parent.spawn(2)], parent.entropy, parent.state)
print(SeedSequence(3).generate_state(6).tolist(), SeedSequence(3, spawn_key=(1, 2**33), pool_size=8).generate_state(3).tolist())
bits = PCG64(1)
print(bits.random_raw(), bits.advance(1000).random_raw(), bits.jumped().random_raw(), bits.state["state"], str(Generator(bits)))


def digest(a):
    """A number that depends on each bit of an array and on its place."""
    words = np.frombuffer(a.astype(float).tobytes(), dtype=np.int64)
    return a.dtype, a.shape, a.ravel()[:3].tolist(), int((words % 1000003 * np.arange(1, a.size + 1) % 1000003).sum())


rng, n = default_rng(1), 3000
for draw in (
    lambda: rng.random(n), lambda: rng.random(n, dtype=np.float32), lambda: rng.standard_normal(n),
    lambda: rng.standard_normal((2, n), dtype=np.float32), lambda: rng.standard_exponential(n),
    lambda: rng.standard_exponential(n, dtype="f4"), lambda: rng.normal(2, 3, n), lambda: rng.uniform(-1, 5, (n, 2)),
    lambda: rng.exponential(2.5, n), lambda: rng.integers(0, 10, n), lambda: rng.integers(0, 2**40, n),
    lambda: rng.integers(-(2**63), 2**63 - 1, n, endpoint=True), lambda: rng.integers(-5, 7, n, dtype=np.int32),
    lambda: rng.integers(-100, 100, n + 1, dtype=np.int8), lambda: rng.integers(0, 255, n, dtype=np.uint8, endpoint=True),
    lambda: rng.integers(-9000, 9000, n + 1, dtype=np.int16), lambda: rng.integers(0, 2, n, dtype=bool),
    lambda: rng.integers(2**31, 2**33, n), lambda: rng.integers(0, 2**32, n), lambda: rng.permutation(n),
    lambda: rng.choice(20000, 100, replace=False), lambda: rng.choice(20000, 1000, replace=False), lambda: rng.choice(20000, 90, False, shuffle=False),
    lambda: rng.choice(100, n), lambda: rng.choice(5, n, p=[0.1, 0.2, 0.3, 0.15, 0.25]),
    lambda: rng.choice(50, 20, replace=False, p=np.arange(50) / 1225), lambda: rng.permuted(np.arange(6000).reshape(20, 300), axis=1),
    lambda: rng.permuted(np.arange(600).reshape(20, 30), axis=0), lambda: rng.permuted(np.arange(600).reshape(20, 30)),
    lambda: rng.permutation(np.arange(600).reshape(20, 30), axis=1), lambda: rng.integers([0, 5], [10, 2**40], (500, 2)),
    lambda: rng.normal([0.0, 10.0, -5.0], [1.0, 0.5, 2.0], (100, 3)), lambda: rng.uniform([[0], [4]], [4, 5, 9]),
    lambda: rng.standard_gamma(0.3, n), lambda: rng.gamma(4.5, 2.0, n), lambda: rng.standard_gamma(1, n), lambda: rng.standard_gamma(0, 3),
    lambda: rng.gamma([0.5, 1.0, 7.0], [1.0, 2.0, 3.0], (300, 3)), lambda: rng.chisquare(3, n), lambda: rng.beta(0.4, 0.7, n), lambda: rng.beta(2, 0.5, n),
    lambda: rng.beta([0.5, 3], [[1], [2]]), lambda: rng.poisson(3.5, n), lambda: rng.poisson(10, n), lambda: rng.poisson(1234.5, n), lambda: rng.poisson(1e15, 50),
    lambda: rng.poisson([0, 2, 50.5], (300, 3)), lambda: rng.exponential([1.0, 3.0]), lambda: rng.integers([0, 5, 2], 9, dtype=np.int8)):
    print(*digest(draw()))

saved = rng.bit_generator.state
first, twin = rng.random(3), copy.deepcopy(rng)
rng.bit_generator.state = saved
print(first, rng.random(3), rng.random() == twin.random(), rng.bytes(7), rng.bytes(0), rng)
for x in (np.arange(8), [1, "b", 3.5, None], np.arange(8).reshape(4, 2)):
    rng.shuffle(x)
    print(x)
x = np.arange(10).reshape(2, 5)
rng.shuffle(x, axis=1)
out = np.zeros(3)
rng.random(out=out)
print(x, out, rng.permutation([4, 5, 6]), rng.permutation(5), rng.standard_normal(size=()).shape, rng.random((2, 0)).shape)
print(rng.choice([10, 20, 30]), rng.choice([[1, 2], [3, 4], [5, 6]], 2), rng.choice([[1, 2, 3], [4, 5, 6]], 2, axis=1), rng.choice(["a", "b"]), rng.choice(7), rng.choice([1.5, 2.5], (2, 2)))
for value in (rng.integers(5), rng.integers(5, dtype=np.int32), rng.integers(5, dtype=int), rng.integers(2, dtype=bool), rng.random(), rng.random(dtype=np.float32),
              rng.standard_normal(dtype=np.float32), rng.choice(5), rng.choice([1, 2]), rng.normal(), rng.uniform(2, 3),
              rng.gamma(2), rng.beta(1, 2), rng.poisson(4)):
    print(type(value).__name__, value)
for bad in (lambda: rng.integers(0), lambda: rng.integers(5, 5), lambda: rng.integers(-1, endpoint=True), lambda: rng.integers(7, 5, endpoint=True),
            lambda: rng.integers(0, 300, dtype=np.int8), lambda: rng.integers(-200, 3, dtype=np.int8), lambda: rng.integers(3, dtype=float),
            lambda: rng.integers([1, 2], [1, 5]), lambda: rng.uniform(3, 1), lambda: rng.uniform(0, np.inf), lambda: rng.normal(0, -1),
            lambda: rng.normal([0, 1], [1, -1]), lambda: rng.exponential(-1), lambda: rng.gamma(-1), lambda: rng.gamma(1, -2), lambda: rng.beta(0, 1), lambda: rng.beta(1, [1, -1]),
            lambda: rng.poisson(-1), lambda: rng.poisson([1, np.nan]), lambda: rng.poisson([1, -1]), lambda: rng.poisson(np.nan), lambda: rng.poisson(1e19), lambda: rng.chisquare(0), lambda: rng.standard_normal(dtype=int), lambda: rng.random(dtype=np.float16),
            lambda: rng.choice(3, 5, replace=False), lambda: rng.choice(0), lambda: rng.choice(3.5), lambda: rng.choice([1, 2], p=[0.5, 0.6]),
            lambda: rng.choice([1, 2], p=[1]), lambda: rng.choice([1, 2], p=[-1, 2]), lambda: rng.choice([]), lambda: rng.choice(3, 2, p=[0, 0, 1], replace=False),
            lambda: default_rng(-1), lambda: default_rng("a"), lambda: default_rng(1.5), lambda: default_rng([1, -2]), lambda: rng.shuffle((1, 2)),
            lambda: rng.random(-1), lambda: rng.random(2.5), lambda: Generator(3), lambda: setattr(rng.bit_generator, "state", 5),
            lambda: setattr(rng.bit_generator, "state", {"bit_generator": "MT19937"})):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
