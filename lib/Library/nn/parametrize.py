# torch.nn.utils.parametrize: tensors of a module that are computed from others.
# A module with such tensors gets a class of its own, with a property for each.
import copy
import inspect
from contextlib import contextmanager

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_cache_enabled = 0
_cache = {}


@contextmanager
def cached():
    """Inside, what is computed is kept until the outermost block ends."""
    global _cache_enabled
    _cache_enabled += 1
    try:
        yield
    finally:
        _cache_enabled -= 1
        if not _cache_enabled:
            _cache.clear()


def _share(target, source):
    """A parameter stays the object it was, so that optimizers know it."""
    if isinstance(target, Parameter):
        target.data = source.data
        return target
    return source


class ParametrizationList(ModuleList):
    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with torch.no_grad():
            new = original
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    try:
                        new = module.right_inverse(new)
                    except NotImplementedError:
                        pass
        if not isinstance(new, torch.Tensor) and not isinstance(new, (tuple, list)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got "
                             + type(new).__name__)
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                                 "original.dtype: {}\nright_inverse(original).dtype: {}".format(original.dtype, new.dtype))
            self.keep("original", _share(original, new), original)
        else:
            for i, part in enumerate(new):
                self.keep("original" + str(i), Parameter(part) if isinstance(original, Parameter) else part, original)
        if not unsafe:
            made = self()
            if not isinstance(made, torch.Tensor):
                raise ValueError("A parametrization must return a tensor. Got {}.".format(type(made).__name__))
            for name, before, after in (("dtype", dtype, made.dtype), ("shape", shape, made.shape)):
                if before != after:
                    raise ValueError(
                        "Registering a parametrization may not change the {0} of the tensor, unless `unsafe` flag is "
                        "enabled.\nunparametrized {0}: {1}\nparametrized {0}: {2}".format(name, before, after))

    def keep(self, name, value, original):
        if isinstance(original, Parameter):
            self.register_parameter(name, value)
        else:
            self.register_buffer(name, value)

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError("parametrization {} does not implement right_inverse.".format(
                        type(module).__name__))
                value = module.right_inverse(value)
            if self.is_tensor:
                self.original.copy_(value)
            else:
                for i, part in enumerate(value):
                    getattr(self, "original" + str(i)).copy_(part)

    def forward(self):
        if self.is_tensor:
            value = self[0](self.original)
        else:
            value = self[0](*(getattr(self, "original" + str(i)) for i in range(self.ntensors)))
        for i in range(1, len(self)):
            value = self[i](value)
        return value


def _inject_new_class(module):
    cls = type(module)

    def default_deepcopy(self, memo):
        known = memo.get(id(self), None)
        if known is not None:
            return known
        made = object.__new__(type(self))
        memo[id(self)] = made
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return made

    names = {} if hasattr(cls, "__deepcopy__") else {"__deepcopy__": default_deepcopy}
    module.__class__ = type("Parametrized" + cls.__name__, (cls,), names)


def _inject_property(module, tensor_name):
    def get_parametrized(self):
        if not _cache_enabled:
            return self.parametrizations[tensor_name]()
        key = (id(module), tensor_name)
        if key not in _cache:
            _cache[key] = self.parametrizations[tensor_name]()
        return _cache[key]

    def set_original(self, value):
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(type(module), tensor_name, property(get_parametrized, set_original))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            value = getattr(module, tensor_name)
            after = parametrization(value)
            if not isinstance(after, torch.Tensor):
                raise ValueError("A parametrization must return a tensor. Got {}.".format(type(after).__name__))
            for name, left, right in (("dtype", value.dtype, after.dtype), ("shape", value.shape, after.shape)):
                if left != right:
                    raise ValueError(
                        "Registering a parametrization may not change the {0} of the tensor, unless the `unsafe` flag "
                        "is enabled.\nmodule.{1}.{0}: {2}\nparametrization(module.{1}).{0}: {3}".format(
                            name, tensor_name, left, right))
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_new_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = parametrizations
    else:
        raise ValueError("Module '{}' does not have a parameter, a buffer, or a parametrized element with name '{}'"
                         .format(module, tensor_name))
    return module


def is_parametrized(module, tensor_name=None):
    parametrizations = getattr(module, "parametrizations", None)
    if parametrizations is None or not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError("Module {} does not have a parametrization on {}".format(module, tensor_name))
    known = module.parametrizations[tensor_name]
    if known.is_tensor:
        original = known.original
        if leave_parametrized:
            with torch.no_grad():
                value = getattr(module, tensor_name)
            if isinstance(original, Parameter):
                with torch.no_grad():
                    original.copy_(value) if original.shape == value.shape else setattr(original, "data", value)
            else:
                original = value
    else:
        if not leave_parametrized:
            raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in "
                             "terms of a sequence of tensors.")
        original = getattr(module, tensor_name)
        original = Parameter(original.detach()) if any(True for _ in known.parameters()) else original
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    if isinstance(original, Parameter):
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module):
    return type(module).__bases__[0] if is_parametrized(module) else type(module)
