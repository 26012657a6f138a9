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
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
GeneratorType = type(_generator())
ModuleType = type(_module)
NoneType = type(None)
CodeType = type(_function.__code__)
CellType = type((lambda x: lambda: x)(0).__closure__[0])
MethodDescriptorType = WrapperDescriptorType = type(str.join)
MethodWrapperType = type([].__len__)
GenericAlias = type(list[int])
UnionType = type(int | str)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)


# Classes that nothing is an instance of here: exceptions keep their places as text, and there is no `async`.
def _unused(name):
    return type(name, (), {"__module__": "builtins"})


TracebackType, FrameType = _unused("traceback"), _unused("frame")
CoroutineType, AsyncGeneratorType = _unused("coroutine"), _unused("async_generator")
GetSetDescriptorType, MemberDescriptorType = _unused("getset_descriptor"), _unused("member_descriptor")
ClassMethodDescriptorType = _unused("classmethod_descriptor")


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


class mappingproxy:
    """A mapping that can be read only."""

    def __init__(self, mapping):
        self.__dict__["_mapping"] = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def __contains__(self, key):
        return key in self._mapping

    def __eq__(self, other):
        return self._mapping == (other._mapping if isinstance(other, mappingproxy) else other)

    def __or__(self, other):
        return self._mapping | (other._mapping if isinstance(other, mappingproxy) else other)

    def __reversed__(self):
        return reversed(self._mapping)

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"

    def __str__(self):
        return str(self._mapping)

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()


MappingProxyType = mappingproxy


def new_class(name, bases=(), kwds=None, exec_body=None):
    members = {}
    if exec_body is not None:
        exec_body(members)
    return type(name, bases, members)


class DynamicClassAttribute(property):
    pass
