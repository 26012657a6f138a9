"""The check of `torch.jit.trace`: the program runs again, and results have to agree."""

import warnings as _warnings

import torch


class TracerWarning(Warning):
    pass


class TracingCheckError(Exception):
    def __init__(self, text):
        self.message = "Tracing failed sanity checks!\n" + text + "\n"
        super().__init__(self.message)


TracerWarning.__module__ = TracingCheckError.__module__ = "torch.jit._trace"


def clone(value):
    """Inputs as tensors of their own: what a run changes in them is not seen by the next."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, (tuple, list)):
        return type(value)(clone(item) for item in value)
    if isinstance(value, dict):
        return {key: clone(item) for key, item in value.items()}
    return value


def _outputs(function, inputs, what):
    try:
        result = function(*clone(inputs))
    except Exception as error:
        lines = str(error).split("\n")
        raise TracingCheckError("encountered an exception while running the {} with test inputs.\nException:\n{}".format(
            what, "\n".join("\t" + line for line in lines))) from error
    result = result if isinstance(result, tuple) else (result,)
    return [item for item in result if isinstance(item, torch.Tensor)]


def _agree(outputs, others, what, tolerance):
    from torch.testing import assert_close, _tolerances

    agree = True
    for i, pair in enumerate(zip(outputs, others)):
        left, right = (item.dequantize() if item.is_quantized else item for item in pair)
        bound = _tolerances((left.dtype, right.dtype), None, None)[1]
        wide = torch.complex128 if left.is_complex() or right.is_complex() else torch.float64
        try:
            assert_close(left.to(wide), right.to(wide), rtol=tolerance, atol=bound, equal_nan=True)
        except AssertionError as error:
            _warnings.warn("Output nr " + str(i + 1) + ". of the traced function does not match the corresponding "
                           "output of the " + what + ". Detailed error:\n" + str(error), category=TracerWarning,
                           stacklevel=4)
            agree = False
    return agree


def check(function, traced, again, inputs, tolerance):
    """Runs what was traced and the program itself, in PyTorch's order, as each run can be seen."""
    outputs = _outputs(traced, inputs, "trace")
    if _agree(outputs, _outputs(function, inputs, "Python function"), "Python function", tolerance):
        _agree(outputs, _outputs(again, inputs, "repeated trace"), "repeated trace", tolerance)
