"""Names of built-in classes."""


def _function():
    pass


def _generator():
    yield


class _Class:
    def method(self):
        pass


import functools as _module

FunctionType = LambdaType = type(_function)
MethodType = type(_Class().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
GeneratorType = type(_generator())
ModuleType = type(_module)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)


class SimpleNamespace:
    def __init__(self, /, **keywords):
        self.__dict__.update(keywords)

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __repr__(self):
        body = ", ".join(f"{key}={value!r}" for key, value in self.__dict__.items())
        return f"namespace({body})"


def MappingProxyType(mapping):
    return dict(mapping)


def new_class(name, bases=(), kwds=None, exec_body=None):
    members = {}
    if exec_body is not None:
        exec_body(members)
    return type(name, bases, members)


class DynamicClassAttribute(property):
    pass
