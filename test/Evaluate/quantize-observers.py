# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-observers.out %t
# REQUIRES: ts-run
# Observers, and quantization that is only looked like. The output is PyTorch's.
import warnings
warnings.filterwarnings("ignore")
import torch
from torch.ao.quantization import *
torch.manual_seed(0)
xs = [torch.randn(4, 6) * (i + 1) for i in range(3)]
for make in (MinMaxObserver, MovingAverageMinMaxObserver, HistogramObserver,
             lambda: MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric),
             lambda: PerChannelMinMaxObserver(ch_axis=1),
             lambda: MovingAveragePerChannelMinMaxObserver(ch_axis=0, dtype=torch.qint8, qscheme=torch.per_channel_symmetric),
             lambda: HistogramObserver(reduce_range=True, bins=100)):
    o = make()
    for x in xs:
        o(x)
    print(type(o).__name__, o)
    print(o.calculate_qparams())
    print(list(o.state_dict().keys()))
print(MinMaxObserver().calculate_qparams())
f = FakeQuantize(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255)
print(f(xs[0]))
print(f)
f.disable_observer()
print(f(xs[2]))
print(default_qconfig)
print(get_default_qat_qconfig("qnnpack"))
print(FixedQParamsFakeQuantize(default_fixed_qparams_range_0to1_observer)(torch.tensor([0.1, 0.7])))
try:
    MinMaxObserver(qscheme=torch.per_channel_affine)
except NotImplementedError as e:
    print("refused")
try:
    QConfig(MinMaxObserver(), default_weight_observer)
except ValueError as e:
    print(e)
