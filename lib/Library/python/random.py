"""Random numbers: those of CPython for the same seed."""

import math as _math
import _random

NV_MAGICCONST = 4 * _math.exp(-0.5) / _math.sqrt(2.0)
TWOPI = 2.0 * _math.pi
LOG4 = _math.log(4.0)
SG_MAGICCONST = 1.0 + _math.log(4.5)


class Random:
    def __init__(self, x=None):
        self._twister = _random._Twister()
        self.gauss_next = None
        self.seed(x)

    def seed(self, a=None, version=2):
        if a is None:
            a = 0
        elif isinstance(a, (str, bytes, bytearray)):
            import hashlib

            a = a.encode() if isinstance(a, str) else bytes(a)
            a = int.from_bytes(a + hashlib.sha512(a).digest(), "big")
        elif isinstance(a, float):
            a = hash(a) & ((1 << 64) - 1)
        elif not isinstance(a, int):
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        self._twister.seed(abs(int(a)))
        self.gauss_next = None

    def random(self):
        return self._twister.random()

    def getrandbits(self, k):
        return self._twister.getrandbits(k)

    def getstate(self):
        return (3, self._twister.getstate(), self.gauss_next)

    def setstate(self, state):
        self._twister.setstate(state[1])
        self.gauss_next = state[2]

    def _randbelow(self, n):
        k = n.bit_length()
        r = self._twister.getrandbits(k)
        while r >= n:
            r = self._twister.getrandbits(k)
        return r

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            if start > 0:
                return self._randbelow(start)
            raise ValueError("empty range for randrange()")
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._randbelow(width)
            raise ValueError(f"empty range for randrange() ({start}, {stop}, {width})")
        n = (width + step - 1) // step if step > 0 else (width + step + 1) // step
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._randbelow(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in reversed(range(1, len(x))):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            expanded = []
            for item, count in zip(population, counts):
                expanded.extend([item] * count)
            return [expanded[i] for i in self.sample(range(len(expanded)), k)]
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        setsize = 21
        if k > 5:
            setsize += 4 ** _math.ceil(_math.log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = self._randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = self._randbelow(n)
                while j in selected:
                    j = self._randbelow(n)
                selected.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[_math.floor(self.random() * n)] for _ in range(k)]
            cum_weights = []
            total = 0
            for weight in weights:
                total += weight
                cum_weights.append(total)
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        result = []
        for _ in range(k):
            target = self.random() * total
            low, high = 0, n - 1
            while low < high:
                middle = (low + high) // 2
                if target < cum_weights[middle]:
                    high = middle
                else:
                    low = middle + 1
            result.append(population[low])
        return result

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _math.sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_math.log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self.random() * TWOPI
            radius = _math.sqrt(-2.0 * _math.log(1.0 - self.random()))
            z = _math.cos(angle) * radius
            self.gauss_next = _math.sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_math.log(1.0 - self.random()) / lambd

    def gammavariate(self, alpha, beta):
        if alpha > 1.0:
            ainv = _math.sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = _math.log(u1 / (1.0 - u1)) / ainv
                x = alpha * _math.exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _math.log(z):
                    return x * beta
        elif alpha == 1.0:
            return -_math.log(1.0 - self.random()) * beta
        while True:
            u = self.random()
            b = (_math.e + alpha) / _math.e
            p = b * u
            x = p ** (1.0 / alpha) if p <= 1.0 else -_math.log((b - p) / alpha)
            u1 = self.random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= _math.exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def vonmisesvariate(self, mu, kappa):
        # The method of Best and Fisher.
        if kappa <= 1e-6:
            return _math.tau * self.random()
        s = 0.5 / kappa
        r = s + _math.sqrt(1.0 + s * s)
        while True:
            z = _math.cos(_math.pi * self.random())
            d = z / (r + z)
            u = self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * _math.exp(d):
                break
        q = 1.0 / r
        angle = _math.acos((q + z) / (1.0 + q * z))
        return (mu + angle if self.random() > 0.5 else mu - angle) % _math.tau

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_math.log(1.0 - self.random())) ** (1.0 / beta)

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, "little")


_inst = Random()
seed = _inst.seed
random = _inst.random
getrandbits = _inst.getrandbits
getstate = _inst.getstate
setstate = _inst.setstate
randrange = _inst.randrange
randint = _inst.randint
choice = _inst.choice
shuffle = _inst.shuffle
sample = _inst.sample
choices = _inst.choices
uniform = _inst.uniform
triangular = _inst.triangular
normalvariate = _inst.normalvariate
gauss = _inst.gauss
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
gammavariate = _inst.gammavariate
betavariate = _inst.betavariate
paretovariate = _inst.paretovariate
vonmisesvariate = _inst.vonmisesvariate
weibullvariate = _inst.weibullvariate
randbytes = _inst.randbytes
