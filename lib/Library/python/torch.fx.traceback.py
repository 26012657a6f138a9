"""torch.fx.traceback: where the steps come from that are made while a graph runs."""

from contextlib import contextmanager

_stack = []
_is_overridden = False


@contextmanager
def override_stack_trace():
    global _is_overridden
    before, _is_overridden = _is_overridden, True
    try:
        yield
    finally:
        _is_overridden = before


@contextmanager
def append_stack_trace(stack):
    if not (_is_overridden and stack):
        yield
        return
    _stack.append(stack)
    try:
        yield
    finally:
        _stack.pop()


def format_stack():
    return _stack.copy()


def is_stack_trace_overridden():
    return _is_overridden
