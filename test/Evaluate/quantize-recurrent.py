# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-recurrent.out %t
# REQUIRES: ts-run
# Recurrent layers and cells with quantized weights. The output is PyTorch's.
import torch
import torch.nn as nn

class Tagger(nn.Module):
    def __init__(self, vocab=30, dim=8, hidden=10):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, hidden, num_layers=2, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, 5)

    def forward(self, x):
        y, (h, c) = self.lstm(self.emb(x))
        return self.out(y), h, c

torch.manual_seed(1)
m = Tagger().eval()
q = torch.ao.quantization.quantize_dynamic(m, {nn.LSTM, nn.Linear}, dtype=torch.qint8)
print(q)
x = torch.randint(0, 30, (2, 6))
for r in q(x):
    print(r)
s = torch.jit.script(q)
for a, b in zip(s(x), q(x)):
    print(torch.equal(a, b))

g = nn.GRU(4, 6)
qg = torch.ao.quantization.quantize_dynamic(nn.Sequential(g), {nn.GRU})
print(qg)
torch.manual_seed(2)
print(qg(torch.randn(3, 2, 4)))

class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.LSTMCell(4, 5)
        self.b = nn.GRUCell(4, 5)
        self.c = nn.RNNCell(4, 5, nonlinearity="relu")

    def forward(self, x):
        h, c = self.a(x)
        return h, c, self.b(x), self.c(x)

qc = torch.ao.quantization.quantize_dynamic(Cells())
print(qc)
torch.manual_seed(2)
print(qc(torch.randn(3, 4)))

# A sequence without a batch is the input of every sequence of the states.
for batch_first in (False, True):
    m = torch.ao.nn.quantized.dynamic.LSTM(3, 2, 2, bidirectional=True, batch_first=batch_first)
    weights = [w.param for w in m._all_weight_values]
    x, h = torch.arange(12.0).reshape(4, 3) / 12, torch.zeros(4, 2, 2)
    for given in (x, x.t()):
        try:
            out = torch.quantized_lstm(given, [h, h], weights, True, 2, 0.0, False, True, batch_first,
                                       dtype=torch.qint8, use_dynamic=True)
            print(batch_first, out[0])
        except RuntimeError:
            print(batch_first, "refused")
