# RUN: ts-run %s --check=%S/prog-residual.expected.json
# EXP-070, EXP-072, EXP-026
import torch


class Block(torch.nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.up = torch.nn.Linear(width, 2 * width)
        self.down = torch.nn.Linear(2 * width, width)
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x: torch.Tensor):
        return self.norm(x + self.down(torch.nn.functional.gelu(self.up(x))))


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.Sequential(Block(4), Block(4))

    def forward(self, x: torch.Tensor):
        return self.blocks(x).mean(1)


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 3, 4)]),
         ("m.forward", [torch.ones(5, 3, 4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'b': {}},
    'dynamic_shapes': {'x': {'0': 'b'}},
    'range_constraints': {'s0': [0, None]},
    'levels': {
        'training': """
def forward(self, p_blocks_0_up_weight, p_blocks_0_up_bias, p_blocks_0_down_weight, p_blocks_0_down_bias, p_blocks_0_norm_weight, p_blocks_0_norm_bias, p_blocks_1_up_weight, p_blocks_1_up_bias, p_blocks_1_down_weight, p_blocks_1_down_bias, p_blocks_1_norm_weight, p_blocks_1_norm_bias, x):
    linear = aten.linear.default(x, p_blocks_0_up_weight, p_blocks_0_up_bias)
    gelu = aten.gelu.default(linear)
    linear_1 = aten.linear.default(gelu, p_blocks_0_down_weight, p_blocks_0_down_bias)
    add = aten.add.Tensor(x, linear_1)
    layer_norm = aten.layer_norm.default(add, [4], p_blocks_0_norm_weight, p_blocks_0_norm_bias)
    linear_2 = aten.linear.default(layer_norm, p_blocks_1_up_weight, p_blocks_1_up_bias)
    gelu_1 = aten.gelu.default(linear_2)
    linear_3 = aten.linear.default(gelu_1, p_blocks_1_down_weight, p_blocks_1_down_bias)
    add_1 = aten.add.Tensor(layer_norm, linear_3)
    layer_norm_1 = aten.layer_norm.default(add_1, [4], p_blocks_1_norm_weight, p_blocks_1_norm_bias)
    mean = aten.mean.dim(layer_norm_1, [1])
    return (mean,)
""",
    },
}
