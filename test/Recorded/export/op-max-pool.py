# RUN: ts-run %s --check=%S/op-max-pool.expected.json
# EXP-117, EXP-059
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = torch.nn.MaxPool2d(3, 2, 1)

    def forward(self, x: torch.Tensor):
        return self.pool(x)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(16.0).reshape(1, 1, 4, 4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, x):
    max_pool2d = aten.max_pool2d.default(x, [3, 3], [2, 2], [1, 1])
    return (max_pool2d,)
""",
        'core': """
def forward(self, x):
    max_pool2d_with_indices = aten.max_pool2d_with_indices.default(x, [3, 3], [2, 2], [1, 1])
    getitem = max_pool2d_with_indices[0]
    return (getitem,)
""",
    },
}
