# RUN: ts-run %s --check=%S/op-group-norm.expected.json
# EXP-118
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.GroupNorm(2, 4)

    def forward(self, x: torch.Tensor):
        return self.norm(x)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(8.0).reshape(1, 4, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, p_norm_weight, p_norm_bias, x):
    group_norm = aten.group_norm.default(x, 2, p_norm_weight, p_norm_bias)
    return (group_norm,)
""",
        'core': """
def forward(self, p_norm_weight, p_norm_bias, x):
    native_group_norm = aten.native_group_norm.default(x, p_norm_weight, p_norm_bias, 1, 4, 2, 2, 1e-05)
    getitem = native_group_norm[0]
    return (getitem,)
""",
    },
}
