# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/quantized-files.out %t
# REQUIRES: ts-run
# Quantized tensors and packed weights in files of torch.save. The output is PyTorch's.
import io
import torch, torch.nn as nn


def through_file(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file)


torch.manual_seed(0)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(4, 5); self.c = nn.GRUCell(4, 3); self.f = nn.Linear(5, 2)
    def forward(self, x):
        y, _ = self.l(x)
        return self.f(y), self.c(x[0])
make = lambda: torch.quantization.quantize_dynamic(M(), {nn.LSTM, nn.Linear, nn.GRUCell})
a = make()
x = torch.randn(3, 2, 4)
f = nn.Sequential(nn.Linear(4, 3))
qf = torch.quantization.quantize_dynamic(f, {nn.Linear})
b = torch.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 3)), {nn.Linear})
b.load_state_dict(through_file(qf.state_dict()))
print(torch.equal(b(x), qf(x)))
q = torch.quantize_per_channel(torch.randn(2, 3), torch.tensor([0.1, 0.2]), torch.tensor([0, 3]), 0, torch.qint8)
r = through_file({"q": q, "p": torch.quantize_per_tensor(torch.randn(2), 0.1, 3, torch.quint8)})
print(r["q"], r["p"])
c = make()
c.load_state_dict(through_file(a.state_dict()))
print([torch.equal(s, t) for s, t in zip(c(x), a(x))])
