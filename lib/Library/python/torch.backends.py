"""torch.backends: switches that change nothing here, and what there is."""


class _Backend:
    """Keeps what is assigned."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def is_available(self):
        return False

    def is_built(self):
        return False


class _Quantized(_Backend):
    supported_engines = ["qnnpack", "none", "onednn"]

    def __setattr__(self, name, value):
        # Integers are the same with all of them here, and with those of other builds of PyTorch.
        if name == "engine" and value not in self.supported_engines + ["fbgemm", "x86"]:
            raise RuntimeError("unknown quantized engine: " + str(value))
        self.__dict__[name] = value


quantized = _Quantized(engine="onednn")
cudnn = _Backend(enabled=True, benchmark=False, deterministic=False, allow_tf32=True, version=lambda: None)
cuda = _Backend(matmul=_Backend(allow_tf32=False, allow_fp16_reduced_precision_reduction=True))
mps = _Backend()
mkl, openmp = _Backend(is_available=lambda: False), _Backend(is_available=lambda: True)
mkldnn = _Backend(is_available=lambda: True, enabled=True)
xnnpack = _Backend(enabled=False)
