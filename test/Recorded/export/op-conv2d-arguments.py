# RUN: ts-run %s --check=%S/op-conv2d-arguments.expected.json
# EXP-059, EXP-115
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Conv2d(2, 4, 3, padding=1, groups=2, bias=False)
        self.b = torch.nn.Conv2d(4, 2, 1, stride=2)

    def forward(self, x: torch.Tensor):
        return self.b(self.a(x))


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(1, 2, 4, 4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, p_a_weight, p_b_weight, p_b_bias, x):
    conv2d = aten.conv2d.default(x, p_a_weight, None, [1, 1], [1, 1], [1, 1], 2)
    conv2d_1 = aten.conv2d.default(conv2d, p_b_weight, p_b_bias, [2, 2])
    return (conv2d_1,)
""",
        'core': """
def forward(self, p_a_weight, p_b_weight, p_b_bias, x):
    convolution = aten.convolution.default(x, p_a_weight, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 2)
    convolution_1 = aten.convolution.default(convolution, p_b_weight, p_b_bias, [2, 2], [0, 0], [1, 1], False, [0, 0], 1)
    return (convolution_1,)
""",
    },
}
