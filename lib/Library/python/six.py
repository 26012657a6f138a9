"""What programs for Python 2 and 3 ask for, as Python 3 has it."""
import functools

__version__ = "1.16.0"

PY2 = False
PY3 = True
PY34 = True

string_types = (str,)
integer_types = (int,)
class_types = (type,)
text_type = str
binary_type = bytes
MAXSIZE = (1 << 63) - 1


def b(s):
    return s.encode("latin-1")


def u(s):
    return s


unichr = chr


def int2byte(i):
    return bytes((i,))


def byte2int(bs):
    return bs[0]


def indexbytes(bs, i):
    return bs[i]


iterbytes = iter
next = next
advance_iterator = next


def callable(obj):
    return hasattr(type(obj), "__call__")


def iterkeys(d, **kw):
    return iter(d.keys(**kw))


def itervalues(d, **kw):
    return iter(d.values(**kw))


def iteritems(d, **kw):
    return iter(d.items(**kw))


def viewkeys(d):
    return d.keys()


def viewvalues(d):
    return d.values()


def viewitems(d):
    return d.items()


def get_unbound_function(unbound):
    return unbound


def create_unbound_method(func, cls):
    return func


def get_method_function(meth):
    return meth.__func__


def get_method_self(meth):
    return meth.__self__


def reraise(tp, value, tb=None):
    raise tp() if value is None else value


def raise_from(value, from_value):
    raise value from from_value


def ensure_binary(s, encoding="utf-8", errors="strict"):
    if isinstance(s, bytes):
        return s
    if isinstance(s, str):
        return s.encode(encoding, errors)
    raise TypeError("not expecting type '%s'" % type(s))


def ensure_text(s, encoding="utf-8", errors="strict"):
    if isinstance(s, bytes):
        return s.decode(encoding, errors)
    if isinstance(s, str):
        return s
    raise TypeError("not expecting type '%s'" % type(s))


def ensure_str(s, encoding="utf-8", errors="strict"):
    if not isinstance(s, (str, bytes)):
        raise TypeError("not expecting type '%s'" % type(s))
    return ensure_text(s, encoding, errors)


def with_metaclass(meta, *bases):
    """A base that is replaced by `bases` when a class with the metaclass is made of it."""
    class metaclass(type):
        def __new__(cls, name, this_bases, members):
            return meta(name, bases, members)

    return type.__new__(metaclass, "temporary_class", (), {})


def add_metaclass(metaclass):
    def wrapper(cls):
        members = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__")}
        return metaclass(cls.__name__, cls.__bases__, members)

    return wrapper


def python_2_unicode_compatible(klass):
    return klass


wraps = functools.wraps


from io import BytesIO, StringIO
import six.moves as moves
