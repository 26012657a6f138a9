"""Objects of classes of extensions in pickles: what PyTorch's `__getstate__` gives of them."""

import torch

_classes = "__torch__.torch.classes."
_spaces = torch.ops.quantized


def get_state(packed):
    """The state of an object, and the name of its class."""
    maker, arguments = packed._made_of
    kind = maker.partition("::")[2]
    if kind.startswith("linear_prepack"):
        state = arguments
    elif kind == "embedding_bag_prepack":
        state = (1, [arguments[0]], [], [8])
    elif kind.startswith("make_quantized_cell_params"):
        weights = list(arguments[:2])
        if kind.endswith("fp16"):
            state = ("quantized_fp16", [], [], [], weights)
        else:
            state = ("quantized_dynamic", list(arguments[2:4]), [], [int(arguments[4])], weights)
    else:
        transposed = "transpose" in kind
        weight, bias, stride, padding = arguments[:4]
        output_padding = arguments[4] if transposed else [0] * len(stride)
        dilation, groups = arguments[-2:]
        numbers = [len(stride), *stride, *padding, *dilation, *output_padding, groups, int(transposed)]
        state = ("2", [torch.tensor(numbers, dtype=torch.int16), weight], [bias])
    return state, packed._qualified_name


def make(state, name):
    """The object of a class that has such a state."""
    kind = name[len(_classes):]
    if kind == "quantized.LinearPackedParamsBase":
        weight, bias = state
        return (_spaces.linear_prepack if weight.is_quantized else _spaces.linear_prepack_fp16)(weight, bias)
    if kind == "quantized.EmbeddingPackedParamsBase":
        return _spaces.embedding_bag_prepack(state[1][0])
    if kind == "rnn.CellParamsBase":
        how, biases, _, numbers, weights = state
        if how == "quantized_fp16":
            return _spaces.make_quantized_cell_params_fp16(*weights)
        return _spaces.make_quantized_cell_params_dynamic(*weights, *biases, bool(numbers and numbers[0]))
    if kind in ("quantized.Conv2dPackedParamsBase", "quantized.Conv3dPackedParamsBase") and state[0] == "2":
        (config, weight), (bias,) = state[1:]
        dims, *numbers = config.tolist()
        stride, padding, dilation, output_padding = (numbers[i * dims:(i + 1) * dims] for i in range(4))
        groups, transposed = numbers[4 * dims:]
        if not transposed:
            return getattr(_spaces, f"conv{dims}d_prepack")(weight, bias, stride, padding, dilation, groups)
        return getattr(_spaces, f"conv_transpose{dims}d_prepack")(
            weight, bias, stride, padding, output_padding, dilation, groups)
    raise RuntimeError("objects of the extension class '" + name + "' in this form are not known here")
