"""torch.onnx: there is no export to ONNX here; what a file registers for it is never asked for."""

import _absent


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    pass


def is_in_onnx_export():
    return False


def __getattr__(name):
    return getattr(_absent.make("torch.onnx"), name)
