# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/call-errors.out %t
# REQUIRES: ts-run
# What PyTorch says of arguments that fit no operator: the output is that of PyTorch 1.13, first lines.
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, RandomSampler, WeightedRandomSampler

class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rest, self.none = ..., NotImplemented

    def forward(self, x):
        return x + self.rest


# Values that are no objects reach no operator, and no compiled module.
for wrong in (lambda: F.log_softmax(torch.ones(2), dim=...), lambda: torch.relu(NotImplemented), lambda: torch.jit.script(Holder())):
    try:
        print("no error", wrong())
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__)
for wrong in (
    lambda: F.relu(3), lambda: torch.relu("a"), lambda: torch.nn.Linear(2, 2)(3), lambda: torch.matmul(torch.ones(2)), lambda: torch.cat(torch.ones(2)),
    lambda: torch.stack(3), lambda: torch.linspace(0, 1), lambda: torch.softmax(torch.ones(2)), lambda: torch.eye(), lambda: torch.randn("a"),
    lambda: torch.ones(2.5), lambda: torch.ones(2)[0.5], lambda: torch.ones(1)[0][0], lambda: torch.ones(2)["a"], lambda: torch.zeros(2, 2).expand(3, 3),
    lambda: torch.ones(2).size(3), lambda: torch.tensor(1).size(0), lambda: torch.nn.ModuleList([])["x"], lambda: torch.optim.SGD([3], 0.1), lambda: torch.Tensor.nope,
    lambda: DataLoader([1], batch_size=0), lambda: DataLoader([1], num_workers=-1), lambda: DataLoader([1], timeout=-1), lambda: DataLoader([1], batch_size=None, drop_last=True),
    lambda: RandomSampler([]), lambda: RandomSampler([1], True, 0), lambda: RandomSampler([1], 1), lambda: WeightedRandomSampler([1], 0),
):
    try:
        print("no error", wrong())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
