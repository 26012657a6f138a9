# RUN: ts-run %s --check=%S/sizes-derived-applied.expected.json
# EXP-128, EXP-149, EXP-165
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x + y[1:]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(5), torch.ones(6)]),
         ("m.forward", [torch.ones(3), torch.arange(4.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'dx': {'min': 3, 'max': 6}},
    'dynamic_shapes': {'x': ['dx'], 'y': ['dx + 1']},
    'range_constraints': {'s0': [3, 6], 's0 + 1': [4, 7]},
    'runtime_errors': [{'args_shapes': [[5], [7]], 'phrases': ['Expected input at *args[1].shape[0] to be equal to 6, but got 7']}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[s0 + 1]'}],
    'levels': {
        'training': """
def forward(self, x, y):
    slice_1 = aten.slice.Tensor(y, 0, 1, 9223372036854775807)
    add = aten.add.Tensor(x, slice_1)
    return (add,)
""",
    },
}
