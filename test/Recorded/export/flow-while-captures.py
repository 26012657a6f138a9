# RUN: ts-run %s --check=%S/flow-while-captures.expected.json
# EXP-184, EXP-181
import torch


class M(torch.nn.Module):
    def forward(self, n: torch.Tensor, x: torch.Tensor, step: torch.Tensor):
        def go_on(i, a):
            return i < n

        def body(i, a):
            return i + 1, a * step

        return torch._higher_order_ops.while_loop(go_on, body, (torch.zeros_like(n), x))


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.tensor(3), torch.ones(2), torch.full([2], 2.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'higher_order.while_loop': 1}}],
}
