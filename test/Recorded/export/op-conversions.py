# RUN: ts-run %s --check=%S/op-conversions.expected.json
# EXP-120
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        y = x.double() + 1
        return y.to(torch.float32) * 2, x.to(torch.float32) + 1


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'core': """
def forward(self, x):
    _to_copy = aten._to_copy.default(x, dtype = torch.float64)
    add = aten.add.Tensor(_to_copy, 1)
    _to_copy_1 = aten._to_copy.default(add, dtype = torch.float32)
    mul = aten.mul.Tensor(_to_copy_1, 2)
    add_1 = aten.add.Tensor(x, 1)
    return (mul, add_1)
""",
    },
}
