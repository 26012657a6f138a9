# RUN: ts-run %s --check=%S/data-nonzero.expected.json
# EXP-167, EXP-176, EXP-149
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        rows = torch.nonzero(x)
        return rows + 1


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.tensor([0.0, 2.0, 3.0])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'aten.nonzero.default': 1, 'aten.add.Tensor': 1}}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[3]'}],
}
