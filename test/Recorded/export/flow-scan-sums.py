# RUN: ts-run %s --check=%S/flow-scan-sums.expected.json
# EXP-185
import torch


class M(torch.nn.Module):
    def forward(self, init: torch.Tensor, xs: torch.Tensor):
        def add(carry, x):
            s = carry + x
            return s, s * 2

        return torch._higher_order_ops.scan(add, init, xs)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.zeros(2), torch.ones(4, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'higher_order.scan': 1}}],
}
