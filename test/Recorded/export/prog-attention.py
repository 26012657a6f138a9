# RUN: ts-run %s --check=%S/prog-attention.expected.json
# EXP-212, EXP-147
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = torch.nn.Linear(4, 12)

    def forward(self, x: torch.Tensor):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(4, dim=2)
        q = q.view(b, t, 2, 2).transpose(1, 2)
        k = k.view(b, t, 2, 2).transpose(1, 2)
        v = v.view(b, t, 2, 2).transpose(1, 2)
        weights = torch.softmax(q @ k.transpose(-2, -1) / 2.0, dim=-1)
        return (weights @ v).transpose(1, 2).contiguous().view(b, t, c)


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 3, 4)]),
         ("m.forward", [torch.ones(4, 5, 4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'b': {}, 't': {'max': 16}},
    'dynamic_shapes': {'x': {'0': 'b', '1': 't'}},
    'range_constraints': {'s0': [0, None], 's1': [0, 16]},
    'facts': [{'op_counts': {'aten.linear.default': 1, 'aten.matmul.default': 2, 'aten.softmax.int': 1}}],
}
