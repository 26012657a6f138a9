# RUN: ts-run %s --check=%S/names-of-builtins.expected.json
# EXP-038, EXP-039
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        a = torch.abs(x)
        b = torch.round(a)
        c = torch.pow(b, 2)
        d = c[1:]
        e = torch.all(d > 0)
        f = torch.any(d > 1)
        return torch.sum(d), torch.max(d), torch.min(d), e, f


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(4.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[4]'}],
    'levels': {
        'training': """
def forward(self, x):
    abs_1 = aten.abs.default(x)
    round_1 = aten.round.default(abs_1)
    pow_1 = aten.pow.Tensor_Scalar(round_1, 2)
    slice_1 = aten.slice.Tensor(pow_1, 0, 1, 9223372036854775807)
    gt = aten.gt.Scalar(slice_1, 0)
    all_1 = aten.all.default(gt)
    gt_1 = aten.gt.Scalar(slice_1, 1)
    any_1 = aten.any.default(gt_1)
    sum_1 = aten.sum.default(slice_1)
    max_1 = aten.max.default(slice_1)
    min_1 = aten.min.default(slice_1)
    return (sum_1, max_1, min_1, all_1, any_1)
""",
    },
}
