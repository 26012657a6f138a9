# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-embeddings.out %t
# REQUIRES: ts-run
# Tables of 8-bit integers with a scale for each row. The output is PyTorch's.
import torch
import torch.nn as nn
from torch.ao.quantization import quantize_dynamic, float_qparams_weight_only_qconfig, prepare, convert
torch.manual_seed(0)

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(10, 6, mode="sum", include_last_offset=True)
        self.emb = nn.Embedding(12, 8)

    def forward(self, i, o):
        return self.bag(i, o), self.emb(i)

m = M().eval()
q = quantize_dynamic(m, {nn.EmbeddingBag: float_qparams_weight_only_qconfig, nn.Embedding: float_qparams_weight_only_qconfig})
print(q)
i = torch.tensor([1, 2, 4, 5, 4, 3])
o = torch.tensor([0, 3, 6])
print(q(i, o))
print(q.emb.weight()[1].dequantize() if False else q.emb.weight().int_repr()[1])
s = torch.jit.script(q)
for a, b in zip(s(i, o), q(i, o)):
    print(torch.equal(a, b))
m.qconfig = float_qparams_weight_only_qconfig
c = convert(prepare(m))
print(c(i, o))
