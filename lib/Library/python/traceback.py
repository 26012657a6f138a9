"""Tracebacks as text."""

from collections import namedtuple as _namedtuple

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
    # Those of what it came from stand above.
    last = max((at for at, line in enumerate(lines) if line.startswith("Traceback ")), default=-1)
    return [line for line in lines[last + 1 :] if line.startswith("  ")] if last >= 0 else []


class FrameSummary(_namedtuple("FrameSummary", "filename lineno name line")):
    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


def extract_tb(tb, limit=None):
    """The frames of the exception that is being handled."""
    found = []
    lines = format_tb(tb)
    for at, line in enumerate(lines):
        if line.startswith('  File "'):
            filename, _, rest = line[8:].rpartition('", line ')
            number, _, name = rest.partition(", in ")
            shown = lines[at + 1].strip() if at + 1 < len(lines) and lines[at + 1].startswith("    ") else ""
            found.append(FrameSummary(filename, int(number), name.strip(), shown))
    return found[:limit] if limit is None or limit >= 0 else found[limit:]


def format_list(frames):
    return [f'  File "{f.filename}", line {f.lineno}, in {f.name}\n' + (f"    {f.line}\n" if f.line else "") for f in frames]


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
