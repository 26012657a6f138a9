# RUN: ts-run %s --check=%S/state-buffer-of-submodule-assigned.expected.json
# EXP-083, EXP-098
import torch


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(2))

    def forward(self, x: torch.Tensor):
        self.count = self.count + x
        return self.count


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.counter = Counter()

    def forward(self, x: torch.Tensor):
        return self.counter(x) * 2


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2)]),
         ("m.forward", [torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'BUFFER', 'name': 'b_counter_count', 'target': 'counter.count', 'persistent': True, 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, b_counter_count, x):
    add = aten.add.Tensor(b_counter_count, x)
    mul = aten.mul.Tensor(add, 2)
    copy_ = aten.copy_.default(b_counter_count, add)
    return (mul,)
""",
        'core': """
def forward(self, b_counter_count, x):
    add = aten.add.Tensor(b_counter_count, x)
    mul = aten.mul.Tensor(add, 2)
    return (add, mul)
""",
    },
}
