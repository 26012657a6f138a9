"""Python 3's places of what moved since Python 2."""
import pickle as cPickle
import queue
from collections import UserDict
from functools import reduce
from io import StringIO
from itertools import filterfalse, zip_longest

cStringIO = StringIO
range = xrange = range
map = map
filter = filter
zip = zip
input = input
intern = lambda text: text
