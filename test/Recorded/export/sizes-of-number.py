# RUN: ts-run %s --check=%S/sizes-of-number.expected.json
# EXP-133
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, k: int):
        return x + k


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4), 2])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': ['n'], 'k': ['n']},
    'error': {'kind': 'UserError', 'phrases': ['Cannot associate shape', "specified at `dynamic_shapes['k']` to non-tensor type <class 'int'> at `inputs['k']` (expected None)"]},
}
