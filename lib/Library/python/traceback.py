"""Tracebacks as text."""

import _system


def format_exc(limit=None, chain=True):
    return _system.describe(_system.exception())


def print_exc(limit=None, file=None, chain=True):
    _system.write_error(format_exc())


def print_exception(error, value=None, tb=None, limit=None, file=None, chain=True):
    text = "".join(format_exception(error, value, tb))
    if file is not None:
        file.write(text)
    else:
        _system.write_error(text)


def format_tb(tb, limit=None):
    """The lines of frames of the exception that is being handled, without its own."""
    error = _system.exception()
    lines = format_exception(error) if error is not None else []
    return [line for line in lines[1:] if line.startswith("  ")]


def print_tb(tb, limit=None, file=None):
    text = "".join(format_tb(tb))
    if file is not None:
        file.write(text)
    else:
        _system.write_error(text)


def format_exception(error, value=None, tb=None):
    return _system.describe(value if value is not None else error).splitlines(True)


def format_exception_only(error, value=None):
    value = value if value is not None else error
    text = str(value)
    return [type(value).__name__ + (": " + text if text else "") + "\n"]
