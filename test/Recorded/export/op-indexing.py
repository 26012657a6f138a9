# RUN: ts-run %s --check=%S/op-indexing.expected.json
# EXP-074, EXP-075
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, i: torch.Tensor):
        return x[1], x[:, ::2], x[None], x[..., 0], x[i], x[:2, 1:3]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(12.0).reshape(3, 4), torch.tensor([2, 0])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[3, 4]'}, {'kind': 'USER_INPUT', 'name': 'i', 'type': 'i64[2]'}],
    'levels': {
        'training': """
def forward(self, x, i):
    select = aten.select.int(x, 0, 1)
    slice_1 = aten.slice.Tensor(x, 0, 0, 9223372036854775807)
    slice_2 = aten.slice.Tensor(slice_1, 1, 0, 9223372036854775807, 2)
    unsqueeze = aten.unsqueeze.default(x, 0)
    select_1 = aten.select.int(x, 1, 0)
    index = aten.index.Tensor(x, [i])
    slice_3 = aten.slice.Tensor(x, 0, 0, 2)
    slice_4 = aten.slice.Tensor(slice_3, 1, 1, 3)
    return (select, slice_2, unsqueeze, select_1, index, slice_4)
""",
    },
}
