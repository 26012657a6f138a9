"""Copies of values."""


class Error(Exception):
    pass


error = Error

_atomic = (type(None), int, float, bool, complex, str, bytes, type, range, type(lambda: 0), type(len), type(...))


def _rebuild(value):
    """A new object of the same class, without going through its constructor."""
    cls = type(value)
    if isinstance(value, dict):
        made = dict.__new__(cls)
        dict.update(made, value)
    elif isinstance(value, list):
        made = list.__new__(cls)
        list.extend(made, value)
    elif isinstance(value, tuple):
        made = tuple.__new__(cls, value)
    elif isinstance(value, (set, frozenset)):
        made = (set if isinstance(value, set) else frozenset).__new__(cls, value)
        if isinstance(value, set):
            made.update(value)
    elif isinstance(value, BaseException):
        made = cls.__new__(cls, *value.args)
    else:
        made = object.__new__(cls)
    return made


def copy(value):
    cls = type(value)
    if cls in _atomic or isinstance(value, type):
        return value
    if cls in (list, dict, set):
        return value.copy()
    if cls in (tuple, frozenset):
        return value
    method = getattr(cls, "__copy__", None)
    if method is not None:
        return method(value)
    reduce = getattr(cls, "__reduce__", None)
    if reduce is not None:
        function, args = reduce(value)[:2]
        return function(*args)
    made = _rebuild(value)
    state = _get_state(value)
    if state is not None:
        _set_state(made, state)
    return made


def _get_state(value):
    getter = getattr(type(value), "__getstate__", None)
    if getter is not None:
        return getter(value)
    return _plain_state(value)


def _plain_state(value):
    """The attributes of an object: a dict, with values in slots a pair of dicts; None for none."""
    own = dict(value.__dict__) if hasattr(value, "__dict__") else None
    slots = {}
    for cls in type(value).__mro__:
        for name in getattr(cls, "__slots__", ()):
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                slots[name] = getattr(value, name)
    return (own, slots) if slots else own


def _set_state(made, state):
    setter = getattr(type(made), "__setstate__", None)
    if setter is not None:
        setter(made, state)
        return
    slots = {}
    if isinstance(state, tuple):
        state, slots = state
    if state:
        made.__dict__.update(state)
    for name, item in slots.items():
        object.__setattr__(made, name, item)


def deepcopy(value, memo=None):
    cls = type(value)
    if cls in _atomic or isinstance(value, type):
        return value
    if memo is None:
        memo = {}
    key = id(value)
    if key in memo:
        return memo[key][0]
    method = getattr(cls, "__deepcopy__", None)
    if method is not None:
        made = method(value, memo)
        memo[key] = (made, value)
        return made
    if cls is list:
        made = []
        memo[key] = (made, value)
        for item in value:
            made.append(deepcopy(item, memo))
        return made
    if cls is dict:
        made = {}
        memo[key] = (made, value)
        for k, v in value.items():
            made[deepcopy(k, memo)] = deepcopy(v, memo)
        return made
    if cls is tuple:
        items = [deepcopy(item, memo) for item in value]
        if key in memo:
            return memo[key][0]
        made = value if all(a is b for a, b in zip(items, value)) else tuple(items)
        memo[key] = (made, value)
        return made
    if cls in (set, frozenset):
        made = cls(deepcopy(item, memo) for item in value)
        memo[key] = (made, value)
        return made
    return _deepcopy_instance(value, cls, memo, key)


def _deepcopy_instance(value, cls, memo, key):
    reduce = getattr(cls, "__reduce__", None)
    if reduce is not None:
        function, args = reduce(value)[:2]
        made = function(*deepcopy(args, memo))
        memo[key] = (made, value)
        return made
    method = type(value)
    if hasattr(value, "__func__") and hasattr(value, "__self__"):
        return getattr(deepcopy(value.__self__, memo), value.__name__)
    if isinstance(value, tuple):
        made = tuple.__new__(cls, [deepcopy(item, memo) for item in value])
        memo[key] = (made, value)
    elif isinstance(value, dict):
        made = dict.__new__(cls)
        memo[key] = (made, value)
        state = _get_state(value)
        if state:
            _set_state(made, deepcopy(state, memo))
        for k, v in value.items():
            made[deepcopy(k, memo)] = deepcopy(v, memo)
        return made
    elif isinstance(value, list):
        made = list.__new__(cls)
        memo[key] = (made, value)
        for item in value:
            list.append(made, deepcopy(item, memo))
    elif isinstance(value, (int, str, float)):
        return value
    else:
        made = _rebuild(value)
        memo[key] = (made, value)
    state = _get_state(value)
    if state is not None:
        _set_state(made, deepcopy(state, memo))
    return made
