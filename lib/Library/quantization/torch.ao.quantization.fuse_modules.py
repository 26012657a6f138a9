"""torch.ao.quantization.fuse_modules."""

import copy

from torch import nn
from torch.ao.quantization.fuser_method_mappings import fuse_conv_bn, fuse_conv_bn_relu, get_fuser_method
from torch.nn.utils.parametrize import type_before_parametrizations


def _get_module(model, submodule_key):
    for name in submodule_key.split("."):
        model = getattr(model, name)
    return model


def _set_module(model, submodule_key, module):
    path, _, name = submodule_key.rpartition(".")
    setattr(_get_module(model, path) if path else model, name, module)


def fuse_known_modules(mod_list, is_qat, additional_fuser_method_mapping=None):
    """The fused module, and modules that do nothing in the places of the others."""
    kinds = tuple(type_before_parametrizations(module) for module in mod_list)
    fused = get_fuser_method(kinds, additional_fuser_method_mapping)(is_qat, *mod_list)
    for hooks, register in ((mod_list[0]._forward_pre_hooks, fused.register_forward_pre_hook),
                            (mod_list[-1]._forward_hooks, fused.register_forward_hook)):
        for key, hook in list(hooks.items()):
            register(hook)
            del hooks[key]
    made = [fused]
    for _ in mod_list[1:]:
        identity = nn.Identity()
        identity.training = mod_list[0].training
        made.append(identity)
    return made


def _fuse_modules(model, modules_to_fuse, is_qat, inplace=False, fuser_func=fuse_known_modules,
                  fuse_custom_config_dict=None):
    if not inplace:
        model = copy.deepcopy(model)
    additional = (fuse_custom_config_dict or {}).get("additional_fuser_method_mapping", {})
    if all(isinstance(element, str) for element in modules_to_fuse):
        modules_to_fuse = [modules_to_fuse]
    for names in modules_to_fuse:
        made = fuser_func([_get_module(model, name) for name in names], is_qat, additional)
        for name, module in zip(names, made):
            _set_module(model, name, module)
    return model


def fuse_modules(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    return _fuse_modules(model, modules_to_fuse, is_qat=False, inplace=inplace)


def fuse_modules_qat(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules,
                     fuse_custom_config_dict=None):
    return _fuse_modules(model, modules_to_fuse, is_qat=True, inplace=inplace)
