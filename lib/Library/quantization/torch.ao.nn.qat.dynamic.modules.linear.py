"""torch.ao.nn.qat.dynamic.modules.linear."""

from torch.ao.nn.qat.modules import linear as _linear


class Linear(_linear.Linear):
    def __init__(self, in_features, out_features, bias=True, qconfig=None, device=None, dtype=None):
        from torch.ao.quantization.qconfig import activation_is_memoryless

        super().__init__(in_features, out_features, bias, qconfig, device, dtype)
        if not activation_is_memoryless(qconfig):
            raise ValueError("Dynamic QAT requires a memoryless observer." +
                             "This means a MovingAverage observer with averaging constant equal to 1")
