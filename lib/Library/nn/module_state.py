# Saving, loading and converting the members of a module: the parts of
# torch.nn.modules.module that walk over states.
import torch
from collections import OrderedDict
from torch.nn.modules.lazy import is_lazy


# The name of the type of a value as messages spell it.
def type_name(value):
    if isinstance(value, torch.Tensor):
        return value.type()
    kind = value if isinstance(value, type) else type(value)
    module = getattr(kind, "__module__", "builtins")
    return kind.__qualname__ if module in ("builtins", "__builtin__") else module + "." + kind.__qualname__


# The members that a state dict holds, as the objects they are.
def get_saved_members(module):
    members = OrderedDict()
    for name, parameter in module._parameters.items():
        if parameter is not None:
            members[name] = parameter
    for name, buffer in module._buffers.items():
        if buffer is not None and name not in module._non_persistent_buffers_set:
            members[name] = buffer
    return members


def save_members(module, destination, prefix, keep_vars):
    for name, member in get_saved_members(module).items():
        destination[prefix + name] = member if keep_vars else member.detach()
    if module._has_extra_state():
        destination[prefix + "_extra_state"] = module.get_extra_state()


# Copies one tensor of a state dict into the member of that name; appends to
# `problems` what is wrong with it.
def load_member(member, key, given, problems):
    if is_lazy(member) and is_lazy(given):
        return
    if not isinstance(given, torch.Tensor):
        problems.append("While copying the parameter named \"{}\", expected torch.Tensor or Tensor-like object from "
                        "checkpoint but received {}".format(key, type(given)))
        return
    # Numbers were saved as vectors of one element once.
    if member.dim() == 0 and given.dim() == 1:
        given = given[0]
    if given.shape != member.shape:
        problems.append("size mismatch for {}: copying a param with shape {} from checkpoint, the shape in current "
                        "model is {}.".format(key, given.shape, member.shape))
        return
    try:
        with torch.no_grad():
            member.copy_(given)
    except Exception as error:
        problems.append("While copying the parameter named \"{}\", whose dimensions in the model are {} and whose "
                        "dimensions in the checkpoint are {}, an exception occurred : {}.".format(
                            key, member.size(), given.size(), error.args))


def load_members(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
    for hook in module._load_state_dict_pre_hooks.values():
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    members = get_saved_members(module)
    for name, member in members.items():
        key = prefix + name
        if key in state_dict:
            load_member(member, key, state_dict[key], error_msgs)
        elif strict:
            missing_keys.append(key)
    extra = prefix + "_extra_state"
    takes_extra = getattr(type(module), "set_extra_state") is not getattr(torch.nn.Module, "set_extra_state")
    if takes_extra and extra in state_dict:
        module.set_extra_state(state_dict[extra])
    elif takes_extra and strict:
        missing_keys.append(extra)
    if not strict:
        return
    for key in state_dict.keys():
        if not key.startswith(prefix) or key == extra and takes_extra:
            continue
        name = key[len(prefix):].split(".", 1)[0]
        if key == extra or name not in module._modules and name not in members:
            unexpected_keys.append(key)


def load_tree(module, state_dict, metadata, prefix, strict, keys, problems):
    own_metadata = metadata.get(prefix[:-1], {}) if metadata is not None else {}
    module._load_from_state_dict(state_dict, prefix, own_metadata, True, keys.missing_keys, keys.unexpected_keys,
                                 problems)
    for name, child in module._modules.items():
        if child is None:
            continue
        inner = prefix + name + "."
        own = OrderedDict()
        for key, value in state_dict.items():
            if key.startswith(inner):
                own[key] = value
        load_tree(child, own, metadata, inner, strict, keys, problems)
    for hook in module._load_state_dict_post_hooks.values():
        if hook(module, keys) is not None:
            raise AssertionError("Hooks registered with ``register_load_state_dict_post_hook`` are notexpected to "
                                 "return new values, if incompatible_keys need to be modified,it should be done "
                                 "inplace.")


# Loads a whole state dict; the list of what is wrong, empty if nothing is.
def find_load_problems(module, state_dict, strict, keys):
    problems = []
    metadata = getattr(state_dict, "_metadata", None)
    copied = OrderedDict(state_dict)
    if metadata is not None:
        copied._metadata = metadata
    load_tree(module, copied, metadata, "", strict, keys, problems)
    if not strict:
        return problems

    def listed(names):
        return ", ".join(["\"{}\"".format(name) for name in names])

    if len(keys.unexpected_keys) > 0:
        problems.insert(0, "Unexpected key(s) in state_dict: {}. ".format(listed(keys.unexpected_keys)))
    if len(keys.missing_keys) > 0:
        problems.insert(0, "Missing key(s) in state_dict: {}. ".format(listed(keys.missing_keys)))
    return problems


# The function on tensors that `Module.to(*args, **kwargs)` applies.
def parse_conversion(args, kwargs):
    dtype = kwargs.get("dtype")
    device = kwargs.get("device")
    memory_format = kwargs.get("memory_format")
    for index, argument in enumerate(args):
        if isinstance(argument, torch.dtype):
            dtype = argument
        elif isinstance(argument, torch.Tensor):
            dtype, device = argument.dtype, argument.device
        elif isinstance(argument, (str, torch.device)) or isinstance(argument, int) and index == 0:
            device = argument
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise TypeError("nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={}".format(
            dtype))

    def convert(tensor):
        wanted = tensor.dtype
        if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
            wanted = dtype
        place = tensor.device if device is None else device
        if memory_format is not None and tensor.dim() in (4, 5):
            return tensor.to(device=place, dtype=wanted, memory_format=memory_format)
        return tensor.to(device=place, dtype=wanted)

    return convert
