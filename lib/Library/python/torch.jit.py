"""torch.jit: functions that the compiler takes."""

import _torch_jit
import typing as _typing

Final = _typing.Final


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    return _torch_jit.script(obj)


def is_scripting():
    return False


def is_tracing():
    return False


def ignore(drop=False, **kwargs):
    if callable(drop):
        drop._torchscript_modifier = "ignore"
        return drop

    def decorate(function):
        function._torchscript_modifier = "ignore"
        return function

    return decorate


def unused(function):
    function._torchscript_modifier = "unused"
    return function


def export(function):
    function._torchscript_modifier = "export"
    return function


def interface(cls):
    return cls


def annotate(type, value):
    return value


class Attribute:
    def __init__(self, value, type):
        self.value = value
        self.type = type
