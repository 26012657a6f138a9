# RUN: ts-run %s --check=%S/op-addcmul.expected.json
# EXP-119
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return torch.addcmul(x, x, y, value=0.5), torch.rsub(x, y)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3), torch.ones(3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'core': """
def forward(self, x, y):
    mul = aten.mul.Tensor(x, 0.5)
    mul_1 = aten.mul.Tensor(mul, y)
    add = aten.add.Tensor(x, mul_1)
    sub = aten.sub.Tensor(y, x)
    return (add, sub)
""",
    },
}
