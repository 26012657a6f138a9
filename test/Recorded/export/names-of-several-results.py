# RUN: ts-run %s --check=%S/names-of-several-results.expected.json
# EXP-040, EXP-116
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.BatchNorm1d(2)
        self.b = torch.nn.BatchNorm1d(2)

    def forward(self, x: torch.Tensor):
        values, indices = torch.sort(self.b(self.a(x)), 1)
        return values, indices


INSTANCES = [("m", M().eval())]
CALLS = [("m.forward", [torch.tensor([[3.0, -1.0], [0.5, 2.0], [1.0, 0.0]])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'core': """
def forward(self, p_a_weight, p_a_bias, p_b_weight, p_b_bias, b_a_running_mean, b_a_running_var, b_a_num_batches_tracked, b_b_running_mean, b_b_running_var, b_b_num_batches_tracked, x):
    _native_batch_norm_legit_no_training = aten._native_batch_norm_legit_no_training.default(x, p_a_weight, p_a_bias, b_a_running_mean, b_a_running_var, 0.1, 1e-05)
    getitem = _native_batch_norm_legit_no_training[0]
    _native_batch_norm_legit_no_training_1 = aten._native_batch_norm_legit_no_training.default(getitem, p_b_weight, p_b_bias, b_b_running_mean, b_b_running_var, 0.1, 1e-05)
    getitem_3 = _native_batch_norm_legit_no_training_1[0]
    sort = aten.sort.default(getitem_3, 1)
    getitem_6 = sort[0]
    getitem_7 = sort[1]
    return (getitem_6, getitem_7)
""",
    },
}
