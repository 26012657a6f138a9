# RUN: ts-run %s --check=%S/op-parts.expected.json
# EXP-113, EXP-119, EXP-040
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        a, b = torch.split(x, [1, 2])
        c, d = torch.chunk(x, 2, 1)
        return a + b, c * d


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(12.0).reshape(3, 4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, x):
    split_with_sizes = aten.split_with_sizes.default(x, [1, 2])
    getitem = split_with_sizes[0]
    getitem_1 = split_with_sizes[1]
    chunk = aten.chunk.default(x, 2, 1)
    getitem_2 = chunk[0]
    getitem_3 = chunk[1]
    add = aten.add.Tensor(getitem, getitem_1)
    mul = aten.mul.Tensor(getitem_2, getitem_3)
    return (add, mul)
""",
        'core': """
def forward(self, x):
    split_with_sizes = aten.split_with_sizes.default(x, [1, 2])
    getitem = split_with_sizes[0]
    getitem_1 = split_with_sizes[1]
    split_with_sizes_1 = aten.split_with_sizes.default(x, [2, 2], 1)
    getitem_2 = split_with_sizes_1[0]
    getitem_3 = split_with_sizes_1[1]
    add = aten.add.Tensor(getitem, getitem_1)
    mul = aten.mul.Tensor(getitem_2, getitem_3)
    return (add, mul)
""",
    },
}
