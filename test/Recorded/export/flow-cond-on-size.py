# RUN: ts-run %s --check=%S/flow-cond-on-size.expected.json
# EXP-179, EXP-177
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        def small(x):
            return x + 1

        def large(x):
            return x - 1

        return torch.cond(x.shape[0] > 4, large, small, [x])


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(6, 2)]),
         ("m.forward", [torch.ones(3, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': {'0': 'n'}},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0, 2]'}],
    'levels': {
        'training': """
def forward(self, x):
    sym_size_int = aten.sym_size.int(x, 0)
    gt = sym_size_int > 4
    true_graph_0 = self.true_graph_0
    false_graph_0 = self.false_graph_0
    cond = torch.ops.higher_order.cond(gt, true_graph_0, false_graph_0, [x])
    getitem = cond[0]
    return (getitem,)
""",
    },
}
