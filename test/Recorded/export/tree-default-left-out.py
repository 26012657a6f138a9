# RUN: ts-run %s --check=%S/tree-default-left-out.expected.json
# EXP-048
from typing import Optional
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, scale: float = 2.5, bias: Optional[torch.Tensor] = None, flip: bool = True):
        if flip:
            x = -x
        if bias is not None:
            x = x + bias
        return x * scale


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, x):
    neg = aten.neg.default(x)
    mul = aten.mul.Tensor(neg, 2.5)
    return (mul,)
""",
    },
}
