"""torch.ao.quantization: quantization of models module by module."""

from torch.ao.quantization.fake_quantize import (
    FakeQuantize, FakeQuantizeBase, FixedQParamsFakeQuantize, FusedMovingAvgObsFakeQuantize,
    default_affine_fixed_qparams_fake_quant, default_dynamic_fake_quant, default_embedding_fake_quant,
    default_embedding_fake_quant_4bit, default_fake_quant, default_fixed_qparams_range_0to1_fake_quant,
    default_fixed_qparams_range_neg1to1_fake_quant, default_fused_act_fake_quant,
    default_fused_per_channel_wt_fake_quant, default_fused_wt_fake_quant, default_histogram_fake_quant,
    default_per_channel_weight_fake_quant, default_symmetric_fixed_qparams_fake_quant, default_weight_fake_quant,
    disable_fake_quant, disable_observer, enable_fake_quant, enable_observer,
    fused_per_channel_wt_fake_quant_range_neg_127_to_127, fused_wt_fake_quant_range_neg_127_to_127)
from torch.ao.quantization.fuser_method_mappings import (
    fuse_conv_bn, fuse_conv_bn_relu, fuse_convtranspose_bn, fuse_linear_bn, get_fuser_method)
from torch.ao.quantization.observer import (
    FixedQParamsObserver, HistogramObserver, MinMaxObserver, MovingAverageMinMaxObserver,
    MovingAveragePerChannelMinMaxObserver, NoopObserver, ObserverBase, PerChannelMinMaxObserver, PlaceholderObserver,
    RecordingObserver, ReuseInputObserver, UniformQuantizationObserverBase, default_affine_fixed_qparams_observer,
    default_debug_observer, default_dynamic_quant_observer, default_fixed_qparams_range_0to1_observer,
    default_fixed_qparams_range_neg1to1_observer, default_float_qparams_observer, default_float_qparams_observer_4bit,
    default_histogram_observer, default_observer, default_per_channel_weight_observer, default_placeholder_observer,
    default_reuse_input_observer, default_symmetric_fixed_qparams_observer, default_weight_observer,
    get_observer_state_dict, load_observer_state_dict, per_channel_weight_observer_range_neg_127_to_127,
    weight_observer_range_neg_127_to_127)
from torch.ao.quantization.qconfig import (
    QConfig, QConfigDynamic, add_module_to_qconfig_obs_ctr, assert_valid_qconfig, default_activation_only_qconfig,
    default_debug_qconfig, default_dynamic_qat_qconfig, default_dynamic_qconfig, default_embedding_qat_qconfig,
    default_embedding_qat_qconfig_4bit, default_per_channel_qconfig, default_per_channel_symmetric_qnnpack_qat_qconfig,
    default_per_channel_symmetric_qnnpack_qconfig, default_qat_qconfig, default_qat_qconfig_v2, default_qconfig,
    default_reuse_input_qconfig, default_symmetric_qnnpack_qat_qconfig, default_symmetric_qnnpack_qconfig,
    default_weight_only_qconfig, float16_dynamic_qconfig, float16_static_qconfig, float_qparams_weight_only_qconfig,
    float_qparams_weight_only_qconfig_4bit, get_default_qat_qconfig, get_default_qconfig, per_channel_dynamic_qconfig,
    qconfig_equals)
from torch.ao.quantization.quant_type import QuantType, quant_type_to_str
from torch.ao.quantization.quantization_mappings import (
    DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS, DEFAULT_QAT_MODULE_MAPPINGS, DEFAULT_STATIC_QUANT_MODULE_MAPPINGS,
    get_default_compare_output_module_list, get_default_dynamic_quant_module_mappings,
    get_default_float_to_quantized_operator_mappings, get_default_qat_module_mappings,
    get_default_qconfig_propagation_list, get_default_static_quant_module_mappings, get_dynamic_quant_module_class,
    get_embedding_qat_module_mappings, get_embedding_static_quant_module_mappings, get_quantized_operator,
    get_static_quant_module_class)
from torch.ao.quantization.quantize import (
    add_observer_, add_quant_dequant, convert, get_default_custom_config_dict, get_observer_dict, get_unique_devices_,
    is_activation_post_process, prepare, prepare_qat, propagate_qconfig_, quantize, quantize_dynamic, quantize_qat,
    register_activation_post_process_hook, swap_module)
from torch.ao.quantization.stubs import DeQuantStub, QuantStub, QuantWrapper
from torch.ao.quantization.fuse_modules import fuse_modules, fuse_modules_qat

__all__ = [name for name in globals() if not name.startswith("_")]

_graph_mode = ("quantize_fx", "fx", "backend_config", "qconfig_mapping", "quantize_jit", "QConfigMapping",
               "get_default_qconfig_mapping", "get_default_qat_qconfig_mapping", "get_default_qconfig_dict",
               "get_default_qat_qconfig_dict", "quantize_jit", "prepare_jit", "convert_jit", "script_qconfig")


def default_eval_fn(model, calib_data):
    for data, target in calib_data:
        model(data)


def __getattr__(name):
    if name in _graph_mode:
        # Many import it and do not use it.
        return __import__("_absent").make("torch.ao.quantization." + name)
    raise AttributeError(f"module 'torch.ao.quantization' has no attribute {name!r}")
