"""Functions about functions."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)
_missing = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        value = getattr(wrapped, name, _missing)
        if value is not _missing:
            setattr(wrapper, name, value)
    for key, value in getattr(wrapped, "__dict__", {}).items():
        setattr(wrapper, key, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)

    return decorate


def reduce(function, iterable, initial=_missing):
    iterator = iter(iterable)
    if initial is _missing:
        for initial in iterator:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in iterator:
        initial = function(initial, item)
    return initial


class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(a) for a in self.args)
        parts.extend(k + "=" + repr(v) for k, v in self.keywords.items())
        return "functools.partial(" + ", ".join(parts) + ")"


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, instance, owner=None):
        bound = self.func.__get__(instance, owner) if hasattr(self.func, "__get__") else self.func
        return partial(bound, *self.args, **self.keywords)


class singledispatchmethod:
    """A method that is chosen by the class of its first argument."""

    def __init__(self, func):
        self.func = func
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, instance, owner=None):
        def method(*args, **keywords):
            chosen = self.dispatcher.dispatch(type(args[0]))
            if hasattr(chosen, "__get__"):
                chosen = chosen.__get__(instance, owner)
            return chosen(*args, **keywords)

        update_wrapper(method, self.func)
        method.register = self.register
        return method


class _CacheInfo:
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits = hits
        self.misses = misses
        self.maxsize = maxsize
        self.currsize = currsize

    def __iter__(self):
        return iter((self.hits, self.misses, self.maxsize, self.currsize))

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __getitem__(self, index):
        return tuple(self)[index]

    def __repr__(self):
        return (
            f"CacheInfo(hits={self.hits}, misses={self.misses}, "
            f"maxsize={self.maxsize}, currsize={self.currsize})"
        )


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)

    def decorate(function):
        cache = {}
        counts = [0, 0]

        def wrapper(*args, **keywords):
            key = args
            if keywords:
                key = (args, tuple(keywords.items()))
            if typed:
                key = (key, tuple(type(a) for a in args))
            found = cache.get(key, _missing)
            if found is not _missing:
                counts[0] += 1
                if maxsize is not None:
                    cache._move_to_end(key)
                return found
            result = function(*args, **keywords)
            counts[1] += 1
            if maxsize is None or maxsize > 0:
                if maxsize is not None and len(cache) >= maxsize:
                    for oldest in cache:
                        break
                    del cache[oldest]
                cache[key] = result
            return result

        def cache_info():
            return _CacheInfo(counts[0], counts[1], maxsize, len(cache))

        def cache_clear():
            cache.clear()
            counts[:] = [0, 0]

        update_wrapper(wrapper, function)
        wrapper.cache_info = cache_info
        wrapper.cache_clear = cache_clear
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return wrapper

    return decorate


def cache(function):
    return lru_cache(maxsize=None)(function)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


class _Key:
    def __init__(self, compare, value):
        self.compare = compare
        self.value = value

    def __lt__(self, other):
        return self.compare(self.value, other.value) < 0

    def __gt__(self, other):
        return self.compare(self.value, other.value) > 0

    def __eq__(self, other):
        return self.compare(self.value, other.value) == 0

    def __le__(self, other):
        return self.compare(self.value, other.value) <= 0

    def __ge__(self, other):
        return self.compare(self.value, other.value) >= 0


def cmp_to_key(compare):
    return lambda value: _Key(compare, value)


def total_ordering(cls):
    def has(name):
        return getattr(cls, name, None) is not getattr(object, name, None)

    def define(name, function):
        if not has(name):
            function.__name__ = name
            setattr(cls, name, function)

    if has("__lt__"):
        define("__gt__", lambda self, other: not (self < other or self == other))
        define("__le__", lambda self, other: self < other or self == other)
        define("__ge__", lambda self, other: not self < other)
    elif has("__le__"):
        define("__ge__", lambda self, other: not self <= other or self == other)
        define("__lt__", lambda self, other: self <= other and not self == other)
        define("__gt__", lambda self, other: not self <= other)
    elif has("__gt__"):
        define("__lt__", lambda self, other: not (self > other or self == other))
        define("__ge__", lambda self, other: self > other or self == other)
        define("__le__", lambda self, other: not self > other)
    elif has("__ge__"):
        define("__le__", lambda self, other: not self >= other or self == other)
        define("__gt__", lambda self, other: self >= other and not self == other)
        define("__lt__", lambda self, other: not self >= other)
    else:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    return cls


def singledispatch(function):
    registry = {object: function}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return function

    def register(cls, implementation=None):
        if implementation is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            # Annotations may be text; what the function gives back is not one of its arguments.
            from typing import get_type_hints

            hints = [(name, hint) for name, hint in get_type_hints(cls).items() if name != "return"]
            if not hints:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` "
                                "or plain `@register` on an annotated function.")
            name, hint = hints[0]
            parts = getattr(hint, "__args__", ()) if not isinstance(hint, type) else (hint,)
            if not parts or not all(isinstance(part, type) for part in parts):
                raise TypeError(f"Invalid annotation for {name!r}. {hint!r} is not a class.")
            for part in parts:
                register(part, cls)
            return cls
        registry[cls] = implementation
        return implementation

    def wrapper(*args, **keywords):
        return dispatch(type(args[0]))(*args, **keywords)

    update_wrapper(wrapper, function)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return wrapper
