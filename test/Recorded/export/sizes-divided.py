# RUN: ts-run %s --check=%S/sizes-divided.expected.json
# EXP-162, EXP-164
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.view(3, -1)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(12)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'dx': {}},
    'dynamic_shapes': {'x': ['dx']},
    'error': {'kind': 'UserError', 'phrases': ['Constraints violated (dx)!', 'Suggested fixes:', 'dx = 3*_dx']},
}
