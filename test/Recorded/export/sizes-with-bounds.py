# RUN: ts-run %s --check=%S/sizes-with-bounds.expected.json
# EXP-126, EXP-149, EXP-192
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.sum(1)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4, 3)]),
         ("m.forward", [torch.ones(8, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'batch': {'min': 4, 'max': 8}},
    'dynamic_shapes': {'x': {'0': 'batch'}},
    'range_constraints': {'s0': [4, 8]},
    'runtime_errors': [{'args_shapes': [[3, 3]], 'phrases': ['Expected input at *args[0].shape[0] to be >= 4, but got 3']}, {'args_shapes': [[9, 3]], 'phrases': ['Expected input at *args[0].shape[0] to be <= 8, but got 9']}, {'args_shapes': [[4, 2]], 'phrases': ['Expected input at *args[0].shape[1] to be equal to 3, but got 2']}, {'args_shapes': [[4]], 'phrases': ['Unexpected number of dimensions in input at *args[0].shape (expected', 'got torch.Size([4]))']}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0, 3]'}],
    'levels': {
        'training': """
def forward(self, x):
    sum_1 = aten.sum.dim_IntList(x, [1])
    return (sum_1,)
""",
    },
}
