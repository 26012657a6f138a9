"""Tracebacks as text."""

import _system


def format_exc(limit=None, chain=True):
    return _system.describe(_system.exception())


def print_exc(limit=None, file=None, chain=True):
    _system.write_error(format_exc())


def format_exception(error, value=None, tb=None):
    return _system.describe(value if value is not None else error).splitlines(True)


def format_exception_only(error, value=None):
    value = value if value is not None else error
    text = str(value)
    return [type(value).__name__ + (": " + text if text else "") + "\n"]
