# RUN: ts-run %s --check=%S/names-of-nodes-in-place.expected.json
# EXP-038, EXP-082
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        y = x.clone()
        y.mul_(2)
        y.mul_(3)
        y.add_(1)
        z = y * 2
        return z.relu_()


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(4.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[4]'}],
    'levels': {
        'training': """
def forward(self, x):
    clone = aten.clone.default(x)
    mul_ = aten.mul_.Tensor(clone, 2)
    mul__1 = aten.mul_.Tensor(mul_, 3)
    add_ = aten.add_.Tensor(mul__1, 1)
    mul = aten.mul.Tensor(add_, 2)
    relu_ = aten.relu_.default(mul)
    return (relu_,)
""",
        'functional': """
def forward(self, x):
    clone = aten.clone.default(x)
    mul = aten.mul.Tensor(clone, 2)
    mul_1 = aten.mul.Tensor(mul, 3)
    add = aten.add.Tensor(mul_1, 1)
    mul_2 = aten.mul.Tensor(add, 2)
    relu = aten.relu.default(mul_2)
    return (relu,)
""",
    },
}
