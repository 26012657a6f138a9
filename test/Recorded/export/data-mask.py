# RUN: ts-run %s --check=%S/data-mask.expected.json
# EXP-167, EXP-074
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x[x > 0].sum()


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.tensor([0.0, 2.0, 3.0])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'aten.gt.Scalar': 1, 'aten.index.Tensor': 1, 'aten.sum.default': 1}}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[3]'}],
}
