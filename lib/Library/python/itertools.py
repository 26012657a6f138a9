"""Iterators on iterators."""

_missing = object()


class _Iterator:
    def __init__(self, source):
        self._source = source

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._source)


def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        yield from saved


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    total = initial
    if initial is None:
        for total in iterator:
            break
        else:
            return
    yield total
    for item in iterator:
        total = total + item if func is None else func(total, item)
        yield total


def _chain(iterables):
    for iterable in iterables:
        yield from iterable


class chain(_Iterator):
    def __init__(self, *iterables):
        self._source = _chain(iterables)

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._source = _chain(iterables)
        return made


def compress(data, selectors):
    return (item for item, keep in zip(data, selectors) if keep)


def dropwhile(predicate, iterable):
    iterator = iter(iterable)
    for item in iterator:
        if not predicate(item):
            yield item
            break
    yield from iterator


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


class groupby:
    def __init__(self, iterable, key=None):
        self._key = key
        self._iterator = iter(iterable)
        self._target = self._current = self._value = _missing

    def __iter__(self):
        return self

    def _advance(self):
        self._value = next(self._iterator)
        self._current = self._value if self._key is None else self._key(self._value)

    def __next__(self):
        self._id = object()
        while self._current is _missing or self._current == self._target:
            self._advance()
        self._target = self._current
        return self._current, self._group(self._target, self._id)

    def _group(self, target, id):
        while self._id is id and self._current == target:
            yield self._value
            try:
                self._advance()
            except StopIteration:
                self._current = _missing
                return


def islice(iterable, *args):
    s = slice(*args)
    start = 0 if s.start is None else s.start
    step = 1 if s.step is None else s.step
    if start < 0 or step < 1 or (s.stop is not None and s.stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iter(iterable), start, s.stop, step)


def _islice(iterator, start, stop, step):
    position = 0
    wanted = start
    if stop is not None and wanted >= stop:
        for _ in range(stop):
            if next(iterator, _missing) is _missing:
                return
        return
    for item in iterator:
        if position == wanted:
            yield item
            wanted += step
            if stop is not None and wanted >= stop:
                for _ in range(stop - position - 1):
                    if next(iterator, _missing) is _missing:
                        return
                return
        position += 1


def pairwise(iterable):
    previous = _missing
    for item in iterable:
        if previous is not _missing:
            yield previous, item
        previous = item


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def tee(iterable, n=2):
    iterator = iter(iterable)
    queues = [[] for _ in range(n)]

    def run(queue):
        while True:
            if not queue:
                item = next(iterator, _missing)
                if item is _missing:
                    return
                for other in queues:
                    other.append(item)
            yield queue.pop(0)

    return tuple(run(queue) for queue in queues)


def zip_longest(*iterables, fillvalue=None):
    iterators = [iter(iterable) for iterable in iterables]
    active = len(iterators)
    while active:
        values = []
        for i, iterator in enumerate(iterators):
            if iterator is None:
                values.append(fillvalue)
                continue
            item = next(iterator, _missing)
            if item is _missing:
                active -= 1
                if not active:
                    return
                iterators[i] = None
                item = fillvalue
            values.append(item)
        yield tuple(values)


def product(*iterables, repeat=1):
    pools = [tuple(iterable) for iterable in iterables] * repeat
    if not all(pools):
        return
    indices = [0] * len(pools)
    while True:
        yield tuple(pool[i] for pool, i in zip(pools, indices))
        for place in reversed(range(len(pools))):
            indices[place] += 1
            if indices[place] < len(pools[place]):
                break
            indices[place] = 0
        else:
            return


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple(pool[i] for i in indices[:r])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1 :] + indices[i : i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple(pool[i] for i in indices[:r])
                break
        else:
            return


def combinations(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r > n:
        return
    indices = list(range(r))
    yield tuple(pool[i] for i in indices)
    while True:
        for i in reversed(range(r)):
            if indices[i] != i + n - r:
                break
        else:
            return
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1
        yield tuple(pool[i] for i in indices)


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if not n and r:
        return
    indices = [0] * r
    yield tuple(pool[i] for i in indices)
    while True:
        for i in reversed(range(r)):
            if indices[i] != n - 1:
                break
        else:
            return
        indices[i:] = [indices[i] + 1] * (r - i)
        yield tuple(pool[i] for i in indices)
