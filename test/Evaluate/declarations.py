# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/declarations.out %t
# REQUIRES: ts-run
# Declarations of compiled functions and methods, tensors of ranges, and modules over
# several devices; the output is what Python prints.
from typing import Dict, List, Optional, Tuple
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x, skip: bool = False, scale: float = 2.0, name: Optional[str] = None) -> Tuple[torch.Tensor, int]:
        return self.fc(x) * scale, 1

    @torch.jit.export
    def count(self, names: List[str]) -> Dict[str, int]:
        return {n: 1 for n in names}


@torch.jit.script
def clip(x: torch.Tensor, low: int = -1, sizes: Tuple[int, int] = (1, 2)):
    return x.clamp(low)


net = torch.jit.script(Net())
print(net.forward.schema)
print(net.count.schema)
print(clip.schema)
print(torch.LongTensor(range(3)), torch.FloatTensor(range(1, 8, 3)))
from torch.nn.parallel import DataParallel, DistributedDataParallel
print(DataParallel(nn.Linear(2, 3))(torch.ones(1, 2)).shape, DataParallel is nn.DataParallel)
try:
    DistributedDataParallel(nn.Linear(1, 1))
except RuntimeError as e:
    print(e)
