# torch.nn.modules.container: modules and parameters in order or by name.
import torch
import operator
import warnings
from collections import OrderedDict
from torch.nn import Module
from torch.nn.parameter import Parameter


# An index of a container with `size` elements, counted from its beginning.
def _checked_index(index, size):
    if not hasattr(type(index), "__index__"):
        raise TypeError("{!r} object cannot be interpreted as an integer".format(type(index).__name__))
    index = operator.index(index)
    if index < -size or index >= size:
        raise IndexError("index {} is out of range".format(index))
    return index + size if index < 0 else index


def _check_iterable(values, message):
    if not hasattr(values, "__iter__"):
        raise TypeError(message + type(values).__name__)


# The pairs of something with keys, or of a list of pairs.
def _pairs_of(values, owner):
    for index, pair in enumerate(values):
        if not hasattr(pair, "__iter__"):
            raise TypeError("{} update sequence element #{} should be Iterable; is{}".format(
                owner, index, type(pair).__name__))
        if len(pair) != 2:
            raise ValueError("{} update sequence element #{} has length {}; 2 is required".format(
                owner, index, len(pair)))
        yield pair[0], pair[1]


class Container(Module):
    def __init__(self, **kwargs) -> None:
        super().__init__()
        warnings.warn("nn.Container is deprecated. All of it's functionality is now implemented in nn.Module. "
                      "Subclass that instead.")
        for name, module in kwargs.items():
            self.add_module(name, module)


class Sequential(Module):
    def __init__(self, *args) -> None:
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(str(name), module)

    def _name_at(self, index):
        return list(self._modules.keys())[_checked_index(index, len(self))]

    def _renumber(self) -> None:
        modules = list(self._modules.values())
        self._modules = OrderedDict([(str(i), module) for i, module in enumerate(modules)])

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._name_at(idx)]

    def __setitem__(self, idx, module) -> None:
        setattr(self, self._name_at(idx), module)

    def __delitem__(self, idx) -> None:
        names = list(self._modules.keys())[idx] if isinstance(idx, slice) else [self._name_at(idx)]
        for name in names:
            delattr(self, name)
        self._renumber()

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, but {} is given.".format(
                str(type(other))))
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, but {} is given.".format(
                str(type(other))))
        return self.extend(list(other))

    def _check_factor(self, other) -> None:
        if not isinstance(other, int):
            raise TypeError("unsupported operand type(s) for *: {} and {}".format(type(self), type(other)))
        if other <= 0:
            raise ValueError("Non-positive multiplication factor {} for {}".format(other, type(self)))

    def __mul__(self, other):
        self._check_factor(other)
        return Sequential(*(list(self) * other))

    def __rmul__(self, other):
        return self.__mul__(other)

    def __imul__(self, other):
        self._check_factor(other)
        return self.extend(list(self) * (other - 1))

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError("module should be of type: {}".format(Module))
        size = len(self)
        if index < -size or index > size:
            raise IndexError("Index out of range: {}".format(index))
        if index < 0:
            index += size
        modules = list(self)
        modules.insert(index, module)
        for i, moved in enumerate(modules):
            self._modules[str(i)] = moved
        return self

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self

    def forward(self, input):
        for module in self:
            input = module(input)
        return input


class ModuleList(Module):
    def __init__(self, modules=None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self._modules.values())[idx])
        return self._modules[str(_checked_index(idx, len(self)))]

    def __setitem__(self, idx, module) -> None:
        setattr(self, str(_checked_index(idx, len(self))), module)

    def __delitem__(self, idx) -> None:
        size = len(self)
        for index in range(size)[idx] if isinstance(idx, slice) else [_checked_index(idx, size)]:
            delattr(self, str(index))
        modules = list(self._modules.values())
        self._modules = OrderedDict([(str(i), module) for i, module in enumerate(modules)])

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def insert(self, index, module) -> None:
        for i in range(len(self), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def extend(self, modules):
        _check_iterable(modules, "ModuleList.extend should be called with an iterable, but got ")
        for module in list(modules):
            self.append(module)
        return self


class ModuleDict(Module):
    def __init__(self, modules=None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key) -> bool:
        return key in self._modules

    def clear(self) -> None:
        self._modules.clear()

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules) -> None:
        _check_iterable(modules, "ModuleDict.update should be called with an iterable of key/value pairs, but got ")
        named = hasattr(modules, "items")
        for key, module in modules.items() if named else _pairs_of(modules, "ModuleDict"):
            self[key] = module


# One line of the text of a list or dict of parameters.
def _describe(key, value, kind) -> str:
    if not isinstance(value, torch.Tensor):
        return "  ({}): Object of type: {}".format(key, type(value).__name__)
    place = " (GPU {})".format(value.get_device()) if value.is_cuda else ""
    return "  ({}): {} containing: [{} of size {}{}]".format(
        key, "Parameter" if isinstance(value, Parameter) else "Tensor", kind, "x".join([str(n) for n in value.size()]),
        place)


def _as_parameter(value):
    if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


class ParameterList(Module):
    def __init__(self, values=None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__([self[i] for i in range(len(self))[idx]])
        return getattr(self, str(_checked_index(idx, len(self))))

    def __setitem__(self, idx, param) -> None:
        setattr(self, str(_checked_index(idx, len(self))), _as_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        message = "ParameterList.extend should be called with an iterable, but got "
        if isinstance(values, torch.Tensor):
            raise TypeError(message + type(values).__name__)
        _check_iterable(values, message)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return "\n".join([_describe(i, value, getattr(value, "dtype", None)) for i, value in enumerate(self)])

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    def __init__(self, parameters=None) -> None:
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _checked_key(self, key):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a string (type is "
                            "'{}'). Open an issue on github if you need non-string keys.".format(type(key).__name__))
        return key

    def __getitem__(self, key):
        return getattr(self, self._checked_key(key))

    def __setitem__(self, key, value) -> None:
        self._keys[key] = None
        setattr(self, self._checked_key(key), _as_parameter(value))

    def __delitem__(self, key) -> None:
        del self._keys[key]
        delattr(self, self._checked_key(key))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key) -> bool:
        return key in self._keys

    def copy(self):
        return ParameterDict(OrderedDict([(key, self[key]) for key in self._keys]))

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        for key in list(self._keys):
            del self[key]

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def fromkeys(self, keys, default=None):
        return ParameterDict([(key, default) for key in keys])

    def keys(self):
        return self._keys.keys()

    def items(self):
        return ((key, self[key]) for key in self._keys)

    def values(self):
        return (self[key] for key in self._keys)

    def update(self, parameters) -> None:
        _check_iterable(parameters, "ParametersDict.update should be called with an iterable of key/value pairs, "
                                    "but got ")
        if isinstance(parameters, (OrderedDict, ParameterDict)):
            pairs = list(parameters.items())
        elif hasattr(parameters, "items"):
            pairs = sorted(parameters.items())
        else:
            pairs = _pairs_of(parameters, "ParameterDict")
        for key, value in pairs:
            self[key] = value

    def extra_repr(self) -> str:
        return "\n".join([_describe(key, value, value.type() if isinstance(value, torch.Tensor) else None)
                          for key, value in self.items()])

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        result = self.copy()
        result.update(other)
        return result

    def __ror__(self, other):
        result = other.copy()
        result.update(self)
        return result

    def __ior__(self, other):
        self.update(other)
        return self
