# RUN: ts-run %s --check=%S/op-reductions.expected.json
# EXP-119
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.sum(), x.std(0), x.var(1, keepdim=True)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(6.0).reshape(2, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'level': 'core', 'op_counts': {'aten.sum.dim_IntList': 1, 'aten.var.correction': 2, 'aten.sqrt.default': 1, 'aten.std.correction': 0}}],
}
