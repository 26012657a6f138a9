# RUN: ts-run %s --check=%S/tree-none-argument.expected.json
# EXP-030, EXP-045
from typing import Optional
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor], bias: Optional[torch.Tensor]):
        if mask is not None:
            x = x * mask
        if bias is not None:
            x = x + bias
        return x


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2), None, torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'mask', 'constant': None}, {'kind': 'USER_INPUT', 'name': 'bias', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, x, mask, bias):
    add = aten.add.Tensor(x, bias)
    return (add,)
""",
    },
}
