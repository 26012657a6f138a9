# RUN: ts-run %s --check=%S/op-scalars.expected.json
# EXP-073
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return 1 / x, 2 ** x, x ** 2, -x, 3 - x, x // 2, x % 2, 5 > x


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(1.0, 4.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[3]'}],
    'levels': {
        'training': """
def forward(self, x):
    reciprocal = aten.reciprocal.default(x)
    mul = aten.mul.Tensor(reciprocal, 1)
    pow_1 = aten.pow.Scalar(2, x)
    pow_2 = aten.pow.Tensor_Scalar(x, 2)
    neg = aten.neg.default(x)
    rsub = aten.rsub.Scalar(x, 3)
    floor_divide = aten.floor_divide.default(x, 2)
    remainder = aten.remainder.Scalar(x, 2)
    lt = aten.lt.Scalar(x, 5)
    return (mul, pow_1, pow_2, neg, rsub, floor_divide, remainder, lt)
""",
    },
}
