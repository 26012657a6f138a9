# RUN: ts-run %s --check=%S/sizes-index-wrong.expected.json
# EXP-133
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x + 1


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': ['n', 'n']},
    'error': {'kind': 'UserError', 'phrases': ['dynamic_shapes']},
}
