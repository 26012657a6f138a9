"""torch.onnx.symbolic_helper: marks of functions that are not called here."""

import _absent


def parse_args(*kinds):
    return lambda function: function


def __getattr__(name):
    return getattr(_absent.make("torch.onnx.symbolic_helper"), name)
