# RUN: ts-run %s --check=%S/flow-map-of-two.expected.json
# EXP-183
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

    def forward(self, xs: torch.Tensor, y: torch.Tensor):
        def row(x, y):
            return self.fc(x) + y

        return torch._higher_order_ops.map(row, xs, y)


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3, 2), torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'higher_order.map_impl': 1}}],
}
