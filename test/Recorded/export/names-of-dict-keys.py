# RUN: ts-run %s --check=%S/names-of-dict-keys.expected.json
# EXP-035, EXP-046
from typing import Dict
import torch


class M(torch.nn.Module):
    def forward(self, batch: Dict[str, torch.Tensor]):
        return batch["Left side"] - batch["a-b.c"]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [{"a-b.c": torch.ones(2), "Left side": torch.zeros(2)}])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'batch_a_b_c', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'batch_left_side', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, batch_a_b_c, batch_left_side):
    sub = aten.sub.Tensor(batch_left_side, batch_a_b_c)
    return (sub,)
""",
    },
}
