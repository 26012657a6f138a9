# RUN: ts-run %s --check=%S/sizes-shared.expected.json
# EXP-127, EXP-192
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return torch.cat([x, y], 1)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4, 3), torch.ones(4, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': [['n', None], {'0': 'n'}],
    'range_constraints': {'s0': [0, None]},
    'runtime_errors': [{'args_shapes': [[5, 3], [6, 2]], 'phrases': ['Expected input at *args[1].shape[0] to be equal to 5, but got 6']}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0, 3]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[s0, 2]'}],
    'levels': {
        'training': """
def forward(self, x, y):
    cat = aten.cat.default([x, y], 1)
    return (cat,)
""",
    },
}
