# RUN: ts-run %s --check=%S/sizes-auto-relations.expected.json
# EXP-130, EXP-145
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
        return x + y, z.view(3, 2)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4), torch.ones(4), torch.ones(6)]),
         ("m.forward", [torch.ones(9), torch.ones(9), torch.ones(6)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dynamic_shapes': [['Dim.AUTO'], ['Dim.AUTO'], ['Dim.AUTO']],
    'range_constraints': {'s0': [2, None]},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[s0]'}, {'kind': 'USER_INPUT', 'name': 'z', 'type': 'f32[6]'}],
    'levels': {
        'training': """
def forward(self, x, y, z):
    add = aten.add.Tensor(x, y)
    view = aten.view.default(z, [3, 2])
    return (add, view)
""",
    },
}
