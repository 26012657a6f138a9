# RUN: ts-run %s --check=%S/op-products.expected.json
# EXP-118
import torch


class M(torch.nn.Module):
    def forward(self, a: torch.Tensor, b: torch.Tensor, v: torch.Tensor):
        return torch.matmul(a, b), torch.matmul(a[0], v), torch.bmm(a, b)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 3, 4), torch.ones(2, 4, 3), torch.ones(4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'core': """
def forward(self, a, b, v):
    expand = aten.expand.default(a, [2, 3, 4])
    view = aten.view.default(expand, [2, 3, 4])
    expand_1 = aten.expand.default(b, [2, 4, 3])
    view_1 = aten.view.default(expand_1, [2, 4, 3])
    bmm = aten.bmm.default(view, view_1)
    view_2 = aten.view.default(bmm, [2, 3, 3])
    select = aten.select.int(a, 0, 0)
    mul = aten.mul.Tensor(select, v)
    sum_1 = aten.sum.dim_IntList(mul, [1])
    bmm_1 = aten.bmm.default(a, b)
    return (view_2, sum_1, bmm_1)
""",
    },
}
