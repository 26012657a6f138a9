"""Which tensors the gradient of an operator needs as they were, and the error when they were changed in place since."""

import _torch

# What PyTorch keeps of a call: places of arguments, `r` for the result and `rN` for one of several. `0:1` is the argument 0,
# kept when the argument 1 needs a gradient; `1t` is a matrix that is kept turned.
_texts = {
    "0:1 1:0": "mul multiply mm bmm matmul __matmul__ linalg_matmul mv dot vdot inner outer ger cross linalg_cross",
    "1 0:1": "div divide true_divide fmod remainder hypot xlogy special_xlogy",
    "1t:0 0:1": "linear",
    "1:2 2:1": "addmm baddbmm addbmm addmv addr addcmul",
    "1 2": "addcdiv",
    "0 1": "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d convolution _convolution maximum minimum "
           "fmax fmin atan2 arctan2 smooth_l1_loss mse_loss huber_loss binary_cross_entropy logaddexp logaddexp2 "
           "binary_cross_entropy_with_logits prelu batch_norm native_batch_norm",
    "0 2": "layer_norm native_layer_norm group_norm",
    "0 r": "norm linalg_vector_norm prod cumprod logsumexp logcumsumexp amax amin std",
    "0": "log log2 log10 log1p sin cos abs absolute asin arcsin acos arccos atan arctan sinh cosh asinh arcsinh acosh arccosh "
         "atanh arctanh erf erfc lgamma digamma square gelu silu mish softplus leaky_relu hardtanh relu6 hardswish hardsigmoid "
         "log_sigmoid clamp clip clamp_min clamp_max var glu sinc elu celu selu sgn angle max_pool2d avg_pool2d logit",
    "r": "exp exp2 expm1 sqrt rsqrt reciprocal sigmoid tanh tan softmax log_softmax relu",
    "0 1:0 0:1": "pow float_power",
    "1": "masked_fill index_select nll_loss nll_loss2d nll_loss_nd embedding",
    "2": "gather scatter scatter_add index_add",
}
_kept = {}
for _what, _operators in _texts.items():
    _parts = []
    for _part in _what.split():
        _place, _, _when = _part.partition(":")
        _parts.append((_place, int(_when) if _when else None))
    for _operator in _operators.split():
        _kept[_operator] = tuple(_parts)


def _needs(node, args, place):
    return place < len(args) and _torch.is_tensor(args[place]) and node.needs(args[place])


def note(node, op, args):
    """The tensors that the gradient needs, with their versions and what the error calls them."""
    parts = _kept.get(op)
    if parts is None:
        return None
    found = []
    for place, when in parts:
        if when is not None and not _needs(node, args, when):
            continue
        if place[0] == "r":
            tensor = node._result
        else:
            at = int(place.rstrip("t"))
            tensor = args[at] if at < len(args) else None
        if _torch.is_tensor(tensor):
            if _torch.is_inference(tensor):
                raise RuntimeError("Inference tensors cannot be saved for backward. To work around you can make a clone to "
                                   "get a normal tensor and use it in autograd.")
            found.append((tensor, _torch.version_of(tensor), place))
    return found


_types = {"float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
          "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "complex64": "ComplexFloat",
          "complex128": "ComplexDouble"}


def check(node):
    for tensor, version, place in node.saved:
        now = _torch.version_of(tensor)
        if now != version:
            raise RuntimeError(_tell(node, tensor, version, now, place))


def _tell(node, tensor, version, now, place):
    shape = list(tensor.shape)
    if place[0] == "r":
        source = f", which is output 0 of {node._name},"
    elif place[-1] == "t":
        shape = shape[::-1]
        source = ", which is output 0 of AsStridedBackward0,"
    else:
        history = _torch.history_of(tensor)
        name = history and history[0]._name
        source = f", which is output {history[1]} of {'torch::autograd::' * (name == 'CopySlices')}{name}," if history else ""
    kind = _types.get(tensor.dtype._name, "")
    return (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[torch.{kind}Tensor {shape}]{source} is at version {now}; expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True)."
    )


# What packs and unpacks the tensors that are kept, the innermost pair last.
hooks = []


def pack(node):
    """Keeps what the hook makes of the tensors, in their place."""
    pack_hook, unpack_hook = hooks[-1]
    node.packed = []
    for tensor, _, place in node.saved:
        shown = tensor.detach() if place[0] == "r" else tensor.t() if place[-1] == "t" else tensor
        node.packed.append((place, pack_hook(shown), unpack_hook))
    node.saved = None


def unpack(node):
    """The arguments of the node with the tensors that come back."""
    args = list(node.args)
    for place, packed, unpack_hook in node.packed:
        tensor = unpack_hook(packed)
        if place[0] == "r":
            node._result = tensor
            continue
        at = int(place.rstrip("t"))
        tensor = tensor.t() if place[-1] == "t" else tensor
        edge = node.edges.get(id(args[at]))
        if edge is not None:
            node.edges[id(tensor)] = edge
        args[at] = tensor
    return args
