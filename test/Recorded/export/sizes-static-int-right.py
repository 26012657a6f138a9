# RUN: ts-run %s --check=%S/sizes-static-int-right.expected.json
# EXP-131
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x + 1


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': ['n', 3]},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0, 3]'}],
    'levels': {
        'training': """
def forward(self, x):
    add = aten.add.Tensor(x, 1)
    return (add,)
""",
    },
}
