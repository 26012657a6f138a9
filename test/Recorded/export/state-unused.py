# RUN: ts-run %s --check=%S/state-unused.expected.json
# EXP-029, EXP-094
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used = torch.ones(2)
        self.unused = torch.zeros(2)
        self.p = torch.nn.Parameter(torch.zeros(3))
        self.register_buffer("kept", torch.zeros(1), persistent=False)

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x + self.used


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2), torch.ones(4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'PARAMETER', 'name': 'p_p', 'target': 'p', 'type': 'f32[3]'}, {'kind': 'BUFFER', 'name': 'b_kept', 'target': 'kept', 'persistent': False, 'type': 'f32[1]'}, {'kind': 'CONSTANT_TENSOR', 'name': 'c_used', 'target': 'used', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[4]'}],
    'levels': {
        'training': """
def forward(self, p_p, b_kept, c_used, x, y):
    add = aten.add.Tensor(x, c_used)
    return (add,)
""",
    },
}
