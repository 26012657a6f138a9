# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/python-2-and-3.out %t
# REQUIRES: ts-run
# Programs written for Python 2 and 3 by six: the output is that of six 1.16 and Python 3.
import abc
import six
from six.moves import range, reduce, zip
from six.moves.urllib.parse import urlparse
import six.moves.cPickle as pickle


@six.add_metaclass(abc.ABCMeta)
class Shape(object):
    @abc.abstractmethod
    def area(self):
        """The area."""


class Solid(six.with_metaclass(abc.ABCMeta, object)):
    @abc.abstractmethod
    def volume(self):
        """The volume."""


class Cube(Solid):
    def volume(self):
        return 8


for cls in Shape, Solid, Cube:
    try:
        print(cls().volume(), [c.__name__ for c in cls.__mro__])
    except TypeError as error:
        print("TypeError:", error)
print(six.PY2, six.PY3, isinstance("a", six.string_types), isinstance(2, six.integer_types), six.text_type)
print(sorted(six.iteritems({"a": 1, "b": 2})), list(six.iterkeys({1: 2})), list(six.itervalues({1: 2})))
print(reduce(lambda a, b: a + b, six.moves.range(4)), list(six.moves.zip([1], [2])), six.moves.xrange(3))
print(six.ensure_str(b"ab"), six.ensure_binary("ab"), six.b("x"), six.u("y"), six.callable(len))
try:
    six.ensure_text(1)
except TypeError as error:
    print(error)
try:
    six.raise_from(ValueError("outer"), KeyError("inner"))
except ValueError as error:
    print(repr(error), repr(error.__cause__))
try:
    six.reraise(IndexError, IndexError("again"))
except IndexError as error:
    print(repr(error))
print(pickle.loads(pickle.dumps([1, 2])))
