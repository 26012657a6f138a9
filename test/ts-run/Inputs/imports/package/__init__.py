from .inner import *


def twice(x):
    return x + x
