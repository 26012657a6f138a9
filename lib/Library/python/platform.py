"""What a program may know of its machine: nothing of the real one."""

import sys as _sys


def system():
    return "Linux"


def machine():
    return "x86_64"


processor = release = version = node = lambda: ""


def python_version():
    return _sys.version


def python_version_tuple():
    return tuple(_sys.version.split("."))


def python_implementation():
    return "CPython"


def architecture(*args):
    return ("64bit", "ELF")


def platform(aliased=False, terse=False):
    return "Linux-x86_64"
