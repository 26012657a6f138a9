# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/names-of-modules.out %t
# REQUIRES: ts-run
# Names that programs import from the files of PyTorch, and `torch.jit.isinstance`. The output is that of PyTorch 1.13.
import torch, warnings
from typing import *
print(torch.jit.isinstance([1], List[int]), torch.jit.isinstance([1, "a"], List[int]), torch.jit.isinstance({"a": [1]}, Dict[str, List[int]]), torch.jit.isinstance((1, 2.0), Tuple[int, float]), torch.jit.isinstance(None, Optional[int]), torch.jit.isinstance(3, Union[str, List[int]]), torch.jit.isinstance(3, (int, str)))
try: torch.jit.isinstance([1], list)
except RuntimeError as e: print(e)
@torch.jit.script
def f(x: Any) -> int:
    if torch.jit.isinstance(x, List[torch.Tensor]):
        return len(x)
    if torch.jit.isinstance(x, Dict[str, int]):
        return 100 + len(x)
    return -1
print(f([torch.ones(1)]), f({"a": 1}), f(3))
import torch.nn.functional as F
torch.manual_seed(0)
a, b, c = torch.rand(3, 4), torch.rand(3, 4), torch.rand(3, 4)
print(F.triplet_margin_with_distance_loss(a, b, c, distance_function=lambda x, y: (x - y).abs().sum(1), swap=True))
with torch.jit.fuser("fuser1"): pass
from torch.utils.data._utils.collate import default_collate
from torch.utils.data import DistributedSampler, ChainDataset, IterableDataset, DataLoader
print(list(DistributedSampler(range(10), 3, 1)), list(DistributedSampler(range(10), 3, 2, shuffle=False, drop_last=True)))
class I(IterableDataset):
    def __init__(self, n): self.n = n
    def __iter__(self): return iter(range(self.n))
print(list(DataLoader(I(3) + I(2), batch_size=None)), [t.tolist() for t in DataLoader(ChainDataset([I(2), I(3)]), batch_size=2)])
from torch.autograd.grad_mode import no_grad
from torch.optim.adam import Adam
from torch.nn.parallel.data_parallel import DataParallel
import torch.utils.data.dataloader as dl
print(no_grad is torch.no_grad, Adam is torch.optim.Adam, dl.DataLoader is DataLoader)
from torch.autograd import gradgradcheck
x = torch.rand(3, dtype=torch.double, requires_grad=True)
print(gradgradcheck(lambda t: (t ** 3).sum() * t[0], (x,)), torch.version.cuda, torch.has_lapack, x.is_cpu)
print(torch.tensor([1., 2.]).map_(torch.tensor([3., 4.]), lambda p, q: p * q), torch.ones(2).__rmatmul__(torch.ones(3, 2)), torch.ones(2).share_memory_().is_shared())
try:
    from torch.nn.parameter import Nothing
except ImportError as e:
    print(type(e).__name__)
try:
    DistributedSampler(range(3), 2, 2)
except ValueError as e:
    print(e)
