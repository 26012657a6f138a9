"""torch.ao.quantization.quantize: models with observers, and quantized models."""

import copy
import warnings

import torch
import torch.ao.nn.quantized as nnq
from torch import nn
from torch.ao.quantization.fake_quantize import FakeQuantizeBase
from torch.ao.quantization.observer import ObserverBase
from torch.ao.quantization.qconfig import (
    activation_is_memoryless, add_module_to_qconfig_obs_ctr, assert_valid_qconfig, default_dynamic_qconfig,
    float16_dynamic_qconfig, float_qparams_weight_only_qconfig, float_qparams_weight_only_qconfig_4bit)
from torch.ao.quantization.quantization_mappings import (
    _get_special_act_post_process, _has_special_act_post_process, get_default_dynamic_quant_module_mappings,
    get_default_qat_module_mappings, get_default_qconfig_propagation_list, get_default_static_quant_module_mappings)
from torch.ao.quantization.stubs import DeQuantStub, QuantWrapper
from torch.ao.quantization.utils import has_no_children_ignoring_parametrizations
from torch.nn.intrinsic import _FusedModule
from torch.nn.utils.parametrize import type_before_parametrizations

_without_quantized_form = (nn.LSTM, nn.MultiheadAttention)


def get_default_custom_config_dict():
    return {"float_to_observed_custom_module_class": {}, "observed_to_quantized_custom_module_class": {}}


def is_activation_post_process(module):
    return isinstance(module, (ObserverBase, FakeQuantizeBase))


def _propagate_qconfig_helper(module, qconfig_dict, qconfig_parent=None, prefix=""):
    qconfig = qconfig_dict.get(type_before_parametrizations(module), qconfig_parent)
    qconfig = qconfig_dict.get(prefix, qconfig)
    qconfig = getattr(module, "qconfig", qconfig)
    assert_valid_qconfig(qconfig, module)
    qconfig = add_module_to_qconfig_obs_ctr(qconfig, module)
    module.qconfig = qconfig
    for name, child in module.named_children():
        _propagate_qconfig_helper(child, qconfig_dict, qconfig, prefix + "." + name if prefix else name)


def propagate_qconfig_(module, qconfig_dict=None, prepare_custom_config_dict=None):
    _propagate_qconfig_helper(module, qconfig_dict or {})


def _observer_forward_hook(self, input, output):
    return self.activation_post_process(output)


def _observer_forward_pre_hook(self, input):
    return self.activation_post_process(input[0])


def register_activation_post_process_hook(module, pre_hook=False):
    assert hasattr(module, "activation_post_process"), \
        "Expect activation_post_process attribute already attached to the module"
    if pre_hook:
        handle = module.register_forward_pre_hook(_observer_forward_pre_hook)
        module._forward_pre_hooks.move_to_end(handle.id, last=False)
    else:
        handle = module.register_forward_hook(_observer_forward_hook)
        module._forward_hooks.move_to_end(handle.id, last=False)


def _is_observed(module):
    return getattr(module, "qconfig", None) is not None


def _observe(module, constructor=None):
    """Lets an observer see what a module gives, or what it is given where the observer forgets."""
    if not _is_observed(module) or isinstance(module, DeQuantStub):
        return
    module.add_module("activation_post_process", (constructor or module.qconfig.activation)())
    register_activation_post_process_hook(module, pre_hook=activation_is_memoryless(module.qconfig))


def add_observer_(module, qconfig_propagation_list=None, non_leaf_module_list=None, device=None,
                  custom_module_class_mapping=None):
    known = get_default_qconfig_propagation_list() if qconfig_propagation_list is None else qconfig_propagation_list
    custom = custom_module_class_mapping or {}
    for name, child in module.named_children():
        kind = type_before_parametrizations(child)
        if kind == nn.Dropout:
            continue
        if kind in (nnq.FloatFunctional, nnq.QFunctional):
            if _is_observed(child):
                child.activation_post_process = child.qconfig.activation()
        elif isinstance(child, _FusedModule):
            _observe(child)
        elif _has_special_act_post_process(child):
            _observe(child, _get_special_act_post_process(child))
        elif non_leaf_module_list is not None and kind in non_leaf_module_list:
            _observe(child)
        elif _is_observed(child) and kind in custom:
            observed = custom[kind].from_float(child)
            setattr(module, name, observed)
            _observe(observed)
        elif _is_observed(child) and kind in _without_quantized_form:
            raise NotImplementedError(
                "static quantization of torch.nn." + kind.__name__ + " ('" + name + "'): there is no torch.nn.quantizable "
                "here. Give the module the qconfig None, or quantize it with quantize_dynamic")
        else:
            add_observer_(child, known, non_leaf_module_list, device, custom)
    if has_no_children_ignoring_parametrizations(module) and not isinstance(module, nn.Sequential) and \
            type_before_parametrizations(module) in known:
        _observe(module)


def get_unique_devices_(module):
    return {tensor.device for tensor in [*module.parameters(), *module.buffers()]}


def add_quant_dequant(module):
    if has_no_children_ignoring_parametrizations(module) and getattr(module, "qconfig", None):
        return QuantWrapper(module)
    for name, child in module.named_children():
        module._modules[name] = add_quant_dequant(child)
    return module


def prepare(model, inplace=False, allow_list=None, observer_non_leaf_module_list=None, prepare_custom_config_dict=None):
    if not inplace:
        model = copy.deepcopy(model)
    propagate_qconfig_(model)
    if not any(getattr(module, "qconfig", None) for module in model.modules()):
        warnings.warn("None of the submodule got qconfig applied. Make sure you passed correct configuration through "
                      "`qconfig_dict` or by assigning the `.qconfig` attribute directly on submodules")
    add_observer_(
        model, allow_list, observer_non_leaf_module_list, custom_module_class_mapping=(
            prepare_custom_config_dict or {}).get("float_to_observed_custom_module_class", {}))
    return model


def _remove_qconfig(module):
    for child in module.children():
        _remove_qconfig(child)
    if hasattr(module, "qconfig"):
        del module.qconfig
    if is_activation_post_process(getattr(module, "activation_post_process", None)):
        delattr(module, "activation_post_process")
    for hooks, observer_hook in ((module._forward_pre_hooks, _observer_forward_pre_hook),
                                 (module._forward_hooks, _observer_forward_hook)):
        for key in [key for key, hook in hooks.items() if hook is observer_hook]:
            hooks.pop(key)


def quantize(model, run_fn, run_args, mapping=None, inplace=False):
    if not inplace:
        model = copy.deepcopy(model)
    model.eval()
    prepare(model, inplace=True)
    run_fn(model, *run_args)
    convert(model, mapping, inplace=True)
    return model


def quantize_dynamic(model, qconfig_spec=None, dtype=torch.qint8, mapping=None, inplace=False):
    configs = {
        torch.qint8: default_dynamic_qconfig,
        torch.float16: float16_dynamic_qconfig,
        torch.quint8: float_qparams_weight_only_qconfig,
        torch.quint4x2: float_qparams_weight_only_qconfig_4bit,
    }
    if qconfig_spec is None:
        if dtype not in configs:
            raise ValueError("Don't know how to quantize with default settings for {}. Provide full qconfig "
                             "please".format(dtype))
        if dtype in (torch.qint8, torch.float16):
            kinds = (nn.Linear, nn.LSTM, nn.GRU, nn.LSTMCell, nn.RNNCell, nn.GRUCell)
        else:
            kinds = (nn.EmbeddingBag, nn.Embedding) if dtype == torch.quint8 else (nn.EmbeddingBag,)
        qconfig_spec = {kind: configs[dtype] for kind in kinds}
    elif isinstance(qconfig_spec, set):
        if dtype not in configs:
            raise RuntimeError("Unknown dtype specified for quantize_dynamic: ", str(dtype))
        qconfig_spec = {key: configs[dtype] for key in qconfig_spec}
    if mapping is None:
        mapping = get_default_dynamic_quant_module_mappings()
    if not inplace:
        model = copy.deepcopy(model)
    model.eval()
    propagate_qconfig_(model, qconfig_spec)
    convert(model, mapping, inplace=True)
    return model


def prepare_qat(model, mapping=None, inplace=False):
    assert model.training, "prepare_qat only works on models in training mode"
    if mapping is None:
        mapping = get_default_qat_module_mappings()
    if not inplace:
        model = copy.deepcopy(model)
    propagate_qconfig_(model)
    convert(model, mapping=mapping, inplace=True, remove_qconfig=False)
    prepare(model, observer_non_leaf_module_list=set(mapping.values()), inplace=True)
    return model


def quantize_qat(model, run_fn, run_args, inplace=False):
    if not inplace:
        model = copy.deepcopy(model)
    model.train()
    prepare_qat(model, inplace=True)
    run_fn(model, *run_args)
    convert(model, inplace=True)
    return model


def convert(module, mapping=None, inplace=False, remove_qconfig=True, is_reference=False,
            convert_custom_config_dict=None):
    if is_reference:
        raise NotImplementedError("torch.ao.quantization.convert: there are no reference modules here "
                                  "(is_reference=True)")
    if not inplace:
        module = copy.deepcopy(module)
    custom = (convert_custom_config_dict or {}).get("observed_to_quantized_custom_module_class", {})
    _convert(module, get_default_static_quant_module_mappings() if mapping is None else mapping, custom)
    if remove_qconfig:
        _remove_qconfig(module)
    return module


def _convert(module, mapping, custom):
    made = {}
    for name, child in module.named_children():
        # What is fused is swapped as a whole.
        if not isinstance(child, _FusedModule) and type_before_parametrizations(child) not in custom:
            _convert(child, mapping, custom)
        made[name] = swap_module(child, mapping, custom)
    for name, child in made.items():
        module._modules[name] = child


def swap_module(mod, mapping, custom_module_class_mapping):
    """The module that takes the place of another, with the hooks of that; itself when none does."""
    kind = type_before_parametrizations(mod)
    if not _is_observed(mod):
        return mod
    if kind in custom_module_class_mapping:
        made = custom_module_class_mapping[kind].from_observed(mod)
    elif kind in mapping:
        made = mapping[kind].from_float(mod)
    else:
        return mod
    for hook in mod._forward_pre_hooks.values():
        made.register_forward_pre_hook(hook)
    for hook in mod._forward_hooks.values():
        if hook is not _observer_forward_hook:
            made.register_forward_hook(hook)
    return made


def get_observer_dict(mod, target_dict, prefix=""):
    before = prefix + "." if prefix else ""
    if hasattr(mod, "activation_post_process"):
        target_dict[before + "activation_post_process"] = mod.activation_post_process
    for name, child in mod.named_children():
        get_observer_dict(child, target_dict, before + name)
