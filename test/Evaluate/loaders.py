# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/loaders.out %t
# REQUIRES: ts-run
# Data sets and loaders draw what PyTorch's draw. The output is that of PyTorch 1.13.
import torch
from torch.utils.data import Dataset, DataLoader, TensorDataset, random_split
torch.manual_seed(0)
class Sq(Dataset):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i): return torch.tensor([float(i)]), i * i
ds = Sq(10)
for x, y in DataLoader(ds, batch_size=4): print(x.flatten().tolist(), y)
for x, y in DataLoader(ds, batch_size=3, shuffle=True, drop_last=True): print(x.flatten().tolist(), y.tolist())
td = TensorDataset(torch.arange(6).view(6, 1), torch.arange(6) * 2); print(len(td), td[2])
a, b = random_split(ds, [7, 3]); print(len(a), len(b), [a[i][1] for i in range(3)])
dl = DataLoader(td, batch_size=2, shuffle=True); print(len(dl), [t[1].tolist() for t in dl])
def coll(b): return torch.stack([i[0] for i in b]), [i[1] for i in b]
print(next(iter(DataLoader(ds, batch_size=2, collate_fn=coll))))
class It(torch.utils.data.IterableDataset):
    def __iter__(self): return iter(range(5))
print([b.tolist() for b in DataLoader(It(), batch_size=2)])
print(torch.utils.data.Subset(ds, [1, 3])[1], len(torch.utils.data.ConcatDataset([ds, ds])))
d = DataLoader([{"a": 1, "b": [1.0, 2.0]}, {"a": 2, "b": [3.0, 4.0]}], batch_size=2); print(next(iter(d)))
