# torch.nn.modules.module: the class below which all modules are, as Python that
# is evaluated. A module keeps its parameters, buffers and submodules in three
# dicts of its own; all other attributes are ordinary ones.
import _torch
import torch
import warnings
from collections import OrderedDict, namedtuple
from torch.nn.modules.lazy import UninitializedBuffer, UninitializedParameter, is_lazy
from torch.nn.modules.module_state import (find_load_problems, load_members, parse_conversion, save_members,
                                           type_name)
from torch.nn.parameter import Parameter
from torch.utils.hooks import RemovableHandle

_global_forward_pre_hooks = OrderedDict()
_global_forward_hooks = OrderedDict()

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        if self.missing_keys or self.unexpected_keys:
            return "_IncompatibleKeys(missing_keys={!r}, unexpected_keys={!r})".format(
                self.missing_keys, self.unexpected_keys)
        return "<All keys matched successfully>"

    __str__ = __repr__


def _register(hooks, hook):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_module_forward_pre_hook(hook):
    return _register(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook):
    return _register(_global_forward_hooks, hook)


# Every line but the first, further to the right.
def _addindent(text, spaces):
    return text.replace("\n", "\n" + " " * spaces)


class Module(object):
    dump_patches: bool = False
    _version: int = 1
    training: bool

    def __init__(self) -> None:
        for name, value in (("training", True), ("_parameters", OrderedDict()), ("_buffers", OrderedDict()),
                            ("_non_persistent_buffers_set", set()), ("_backward_hooks", OrderedDict()),
                            ("_is_full_backward_hook", None), ("_forward_hooks", OrderedDict()),
                            ("_forward_pre_hooks", OrderedDict()), ("_state_dict_hooks", OrderedDict()),
                            ("_load_state_dict_pre_hooks", OrderedDict()),
                            ("_load_state_dict_post_hooks", OrderedDict()), ("_modules", OrderedDict())):
            object.__setattr__(self, name, value)

    def forward(self, *input):
        raise NotImplementedError(
            "Module [{}] is missing the required \"forward\" function".format(type(self).__name__))

    # Attributes.

    def __getattr__(self, name: str):
        for kind in ("_parameters", "_buffers", "_modules"):
            members = self.__dict__.get(kind)
            if members is not None and name in members:
                return members[name]
        raise AttributeError("'{}' object has no attribute '{}'".format(type(self).__name__, name))

    def _forget(self, name, kinds):
        for kind in kinds:
            members = self.__dict__ if kind == "__dict__" else self.__dict__.get(kind)
            if members is None or name not in members:
                continue
            if kind == "_non_persistent_buffers_set":
                members.discard(name)
            else:
                del members[name]

    def __setattr__(self, name: str, value) -> None:
        parameters = self.__dict__.get("_parameters")
        modules = self.__dict__.get("_modules")
        buffers = self.__dict__.get("_buffers")
        if isinstance(value, (Parameter, UninitializedParameter)):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, ("__dict__", "_buffers", "_modules", "_non_persistent_buffers_set"))
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise TypeError("cannot assign '{}' as parameter '{}' (torch.nn.Parameter or None expected)".format(
                    type_name(value), name))
            self.register_parameter(name, None)
        elif isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, ("__dict__", "_parameters", "_buffers", "_non_persistent_buffers_set"))
            modules[name] = value
        elif modules is not None and name in modules:
            if value is not None:
                raise TypeError("cannot assign '{}' as child module '{}' (torch.nn.Module or None expected)".format(
                    type_name(value), name))
            modules[name] = None
        elif buffers is not None and name in buffers:
            if value is not None and not isinstance(value, (torch.Tensor, UninitializedBuffer)):
                raise TypeError("cannot assign '{}' as buffer '{}' (torch.Tensor or None expected)".format(
                    type_name(value), name))
            buffers[name] = value
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(kind, {}):
                self._forget(name, (kind, "_non_persistent_buffers_set") if kind == "_buffers" else (kind,))
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = list(dir(self.__class__)) + list(self.__dict__.keys())
        for members in (self._parameters, self._modules, self._buffers):
            names += list(members.keys())
        return sorted([name for name in names if not name[0].isdigit()])

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        for name in ("_forward_pre_hooks", "_state_dict_hooks", "_load_state_dict_pre_hooks",
                     "_load_state_dict_post_hooks"):
            if name not in self.__dict__:
                self.__dict__[name] = OrderedDict()
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        self.__dict__.setdefault("_is_full_backward_hook", None)

    # Members.

    def _check_new_member(self, kind, name, members) -> None:
        if members not in self.__dict__:
            raise AttributeError("cannot assign {} before Module.__init__() call".format(kind))
        if not isinstance(name, str):
            raise TypeError("{} name should be a string. Got {}".format(kind, type_name(name)))
        if kind == "module" and hasattr(self, name) and name not in self._modules:
            raise KeyError("attribute '{}' already exists".format(name))
        if "." in name:
            raise KeyError("{} name can't contain \".\"{}".format(kind, ", got: " + name if kind == "module" else ""))
        if name == "":
            raise KeyError("{} name can't be empty string \"\"".format(kind))
        if hasattr(self, name) and name not in self.__dict__[members]:
            raise KeyError("attribute '{}' already exists".format(name))

    def register_buffer(self, name: str, tensor, persistent: bool = True) -> None:
        self._check_new_member("buffer", name, "_buffers")
        if tensor is not None and not isinstance(tensor, (torch.Tensor, UninitializedBuffer)):
            raise TypeError("cannot assign '{}' object to buffer '{}' (torch Tensor or None required)".format(
                type_name(tensor), name))
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param) -> None:
        self._check_new_member("parameter", name, "_parameters")
        if param is not None and not isinstance(param, (Parameter, UninitializedParameter)):
            raise TypeError("cannot assign '{}' object to parameter '{}' (torch.nn.Parameter or None "
                            "required)".format(type_name(param), name))
        self._parameters[name] = param

    def add_module(self, name: str, module) -> None:
        if module is not None and not isinstance(module, Module):
            raise TypeError("{} is not a Module subclass".format(type_name(module)))
        self._check_new_member("module", name, "_modules")
        self._modules[name] = module

    def register_module(self, name: str, module) -> None:
        self.add_module(name, module)

    def get_submodule(self, target: str):
        module = self
        for name in target.split(".") if target != "" else []:
            if not hasattr(module, name):
                raise AttributeError(module._get_name() + " has no attribute `" + name + "`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError("`" + name + "` is not an nn.Module")
        return module

    def _get_member(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(module._get_name() + " has no attribute `" + name + "`")
        return module, name, getattr(module, name)

    def get_parameter(self, target: str):
        _, name, found = self._get_member(target)
        if not isinstance(found, Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str):
        module, name, found = self._get_member(target)
        if name not in module._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return found

    # What there is, each object once.

    def _named_members(self, get_members_fn, prefix="", recurse=True):
        seen = set()
        for path, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, member in get_members_fn(module):
                if member is None or id(member) in seen:
                    continue
                seen.add(id(member))
                yield path + ("." if path else "") + name, member

    def named_parameters(self, prefix: str = "", recurse: bool = True):
        for name, parameter in self._named_members(lambda module: module._parameters.items(), prefix, recurse):
            yield name, parameter

    def parameters(self, recurse: bool = True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix: str = "", recurse: bool = True):
        for name, buffer in self._named_members(lambda module: module._buffers.items(), prefix, recurse):
            yield name, buffer

    def buffers(self, recurse: bool = True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def named_modules(self, memo=None, prefix: str = "", remove_duplicate: bool = True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                continue
            for found in module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate):
                yield found

    def modules(self):
        for _, module in self.named_modules():
            yield module

    # Changes of all members.

    def _apply(self, fn):
        for module in self.children():
            module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is None:
                continue
            if is_lazy(parameter):
                self._parameters[name] = fn(parameter)
                continue
            with torch.no_grad():
                parameter.data = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None):
        return self._apply(lambda tensor: tensor.cuda(device))

    def cpu(self):
        return self._apply(lambda tensor: tensor.cpu())

    def type(self, dst_type):
        return self._apply(lambda tensor: tensor.type(dst_type))

    def float(self):
        return self._apply(lambda tensor: tensor.float() if tensor.is_floating_point() else tensor)

    def double(self):
        return self._apply(lambda tensor: tensor.double() if tensor.is_floating_point() else tensor)

    def half(self):
        return self._apply(lambda tensor: tensor.half() if tensor.is_floating_point() else tensor)

    def bfloat16(self):
        return self._apply(lambda tensor: tensor.bfloat16() if tensor.is_floating_point() else tensor)

    def to_empty(self, *, device):
        return self._apply(lambda tensor: torch.empty_like(tensor, device=device))

    def to(self, *args, **kwargs):
        return self._apply(parse_conversion(args, kwargs))

    def share_memory(self):
        return self._apply(lambda tensor: tensor.share_memory_())

    def train(self, mode: bool = True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = False) -> None:
        for parameter in self.parameters():
            if parameter.grad is None:
                continue
            if set_to_none:
                parameter.grad = None
                continue
            if parameter.grad.grad_fn is not None:
                parameter.grad.detach_()
            else:
                parameter.grad.requires_grad_(False)
            parameter.grad.zero_()

    # Calls and hooks.

    def register_forward_pre_hook(self, hook):
        return _register(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook):
        return _register(self._forward_hooks, hook)

    def register_backward_hook(self, hook):
        if self._is_full_backward_hook is True:
            raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a single Module. "
                               "Please use only one of them.")
        self._is_full_backward_hook = False
        return _register(self._backward_hooks, hook)

    def register_full_backward_hook(self, hook):
        if self._is_full_backward_hook is False:
            raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a single Module. "
                               "Please use only one of them.")
        self._is_full_backward_hook = True
        return _register(self._backward_hooks, hook)

    def _call_impl(self, *input, **kwargs):
        for hook in [*_global_forward_pre_hooks.values(), *self._forward_pre_hooks.values()]:
            changed = hook(self, input)
            if changed is not None:
                input = changed if isinstance(changed, tuple) else (changed,)
        if self._backward_hooks and self._is_full_backward_hook:
            import _backward_hooks
            result = _backward_hooks.call(self, list(self._backward_hooks.values()), input,
                                          lambda *arguments: self.forward(*arguments, **kwargs))
        else:
            recorder = _torch.recorder
            result = (self.forward(*input, **kwargs) if recorder is None else
                      recorder.enter(self, input, kwargs))
        for hook in [*_global_forward_hooks.values(), *self._forward_hooks.values()]:
            changed = hook(self, input, result)
            if changed is not None:
                result = changed
        if self._backward_hooks and not self._is_full_backward_hook:
            import _backward_hooks
            _backward_hooks.watch_last(self, list(self._backward_hooks.values()), result)
        return result

    def __call__(self, *input, **kwargs):
        return self._call_impl(*input, **kwargs)

    # Saved state.

    def get_extra_state(self):
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called. Please file "
                           "an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to "
                           "report this bug.")

    def set_extra_state(self, state):
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called. Please file "
                           "an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to "
                           "report this bug.")

    def _has_extra_state(self) -> bool:
        return getattr(type(self), "get_extra_state") is not Module.get_extra_state

    def _register_state_dict_hook(self, hook):
        return _register(self._state_dict_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        if with_module:
            module = self
            return _register(self._load_state_dict_pre_hooks, lambda *arguments: hook(module, *arguments))
        return _register(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_post_hook(self, hook):
        return _register(self._load_state_dict_post_hooks, hook)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        save_members(self, destination, prefix, keep_vars)

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        if len(args) > 0:
            warnings.warn("Positional args are being deprecated, use kwargs instead. Refer to "
                          "https://pytorch.org/docs/master/generated/torch.nn.Module.html#torch.nn.Module.state_dict"
                          " for details.")
            destination = args[0] if destination is None else destination
            prefix = args[1] if len(args) > 1 and prefix == "" else prefix
            keep_vars = args[2] if len(args) > 2 and keep_vars is False else keep_vars
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        versions = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = versions
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, versions)
            if changed is not None:
                destination = changed
        return destination

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        load_members(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def load_state_dict(self, state_dict, strict: bool = True):
        if not hasattr(state_dict, "items") or not hasattr(state_dict, "keys"):
            raise TypeError("Expected state_dict to be dict-like, got {}.".format(type(state_dict)))
        keys = _IncompatibleKeys([], [])
        problems = find_load_problems(self, state_dict, strict, keys)
        if len(problems) > 0:
            raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(
                self.__class__.__name__, "\n\t".join(problems)))
        return keys

    # Text.

    def _get_name(self):
        return self.__class__.__name__

    def extra_repr(self) -> str:
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = ["(" + name + "): " + _addindent(repr(module), 2) for name, module in self._modules.items()]
        if len(lines) == 1 and not children:
            return self._get_name() + "(" + lines[0] + ")"
        if not lines and not children:
            return self._get_name() + "()"
        return self._get_name() + "(\n  " + "\n  ".join(lines + children) + "\n)"
