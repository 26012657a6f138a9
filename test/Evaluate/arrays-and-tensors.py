# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/arrays-and-tensors.out %t
# REQUIRES: ts-run
# Arrays of numpy and tensors: the output is that of numpy 1.24 and PyTorch 1.13.
import numpy as np
import torch
print(torch.tensor(np.float64(1.5)).dtype, torch.tensor([np.float64(1.5)]).dtype, torch.tensor(np.float32(1.5)).dtype, torch.tensor([np.float32(1), np.float32(2)]).dtype, torch.tensor([np.int32(3)]).dtype, torch.tensor(np.int64(3)).dtype, torch.tensor(np.bool_(True)).dtype)
a = np.array([[1., 2.], [3., 4.]])
t = torch.from_numpy(a)
print(t, torch.tensor(a), torch.as_tensor(a), torch.Tensor(a), torch.tensor(a, dtype=torch.float32), torch.FloatTensor(a), torch.tensor([np.array([1, 2]), np.array([3, 4])]), torch.from_numpy(np.array([1, 2], dtype=np.int32)))
t[0, 0] = 9
print(a)
n = torch.ones(2, 3).numpy()
print(n, repr(n), n.dtype, type(n).__name__, torch.ones(2).double().numpy(), torch.arange(3).numpy(), torch.tensor(2.5).numpy(), torch.tensor([True]).numpy(), repr(torch.tensor(2.5).numpy()))
w = torch.ones(2, requires_grad=True)
try: w.numpy()
except RuntimeError as e: print(e)
print(w.detach().numpy(), np.asarray(torch.ones(2)), np.array(torch.arange(3)), np.mean(torch.ones(3).numpy()), repr(np.mean(torch.ones(3).numpy())), np.sum(torch.arange(4.).numpy()))
print(torch.ones(2, 2) + a, torch.ones(2) * np.float64(2), np.float64(2) * torch.ones(2), torch.ones(2) * np.float32(3), torch.ones(3)[np.array([0, 2])], torch.arange(4)[np.array([True, False, True, False])], torch.arange(4)[np.int64(2)])
print(torch.zeros(np.int64(2), 3).shape, torch.ones(2) ** np.int64(2), torch.full((2,), np.float32(0.5)), torch.linspace(0, np.pi, 3), torch.randn(3, generator=torch.Generator().manual_seed(0)).numpy().round(2))
print(a[0], np.allclose(t.numpy(), a), len(t.numpy()), float(n[0, 0]), int(torch.arange(3).numpy()[1]), t.numpy().tolist(), n.shape, torch.from_numpy(n).shape)
from torch.utils.data import DataLoader, Dataset, TensorDataset
class D(Dataset):
    def __len__(self): return 4
    def __getitem__(self, i): return np.array([i, i + 1], dtype=np.float32), np.int64(i), np.float32(i)
for x, y, z in DataLoader(D(), batch_size=2): print(x, y, z)
try: torch.from_numpy([1])
except TypeError as e: print(e)
lin = torch.nn.Linear(2, 1); torch.nn.init.ones_(lin.weight)
X = np.random.RandomState(0).randn(5, 2).astype(np.float32)
with torch.no_grad(): print(lin(torch.from_numpy(X)).numpy().shape, (lin.weight.numpy() @ X.T).shape)
import random
np.random.seed(1); random.seed(1); torch.manual_seed(1)
print(np.random.rand(), random.random(), torch.rand(1))
print(torch.tensor(np.arange(6).reshape(2, 3)).float().mean(), torch.from_numpy(np.eye(2)).dtype, torch.stack([torch.from_numpy(v) for v in np.eye(2)]), torch.tensor(np.array([1, 2, 3]) / 2), torch.cat([torch.from_numpy(np.zeros((1, 2))), torch.ones(1, 2).double()]))
print([f"{v:.2f}" for v in np.linspace(0, 1, 3)], {k: v for k, v in zip("ab", np.array([1.5, 2]))}, "%.2f %d" % (np.float32(1.234), np.int64(3)), sum(np.array([1, 2, 3])), max(np.array([1, 5])), sorted(np.array([3, 1])), )
print(np.array([1.0, 2.0]).mean() > 1, round(np.float64(2.567), 1), abs(np.float64(-2)), np.array([[1, 2], [3, 4]]).sum(axis=0).tolist(), np.ones(3, dtype=int), np.array([1, 2, 3], dtype=float), np.asarray([1, 2]).astype("float32").dtype, np.uint8(200), np.array([250], dtype=np.uint8) + 10)
for i, row in enumerate(np.array([[1, 2], [3, 4]])): print(i, row, row.sum())
print(np.cov(np.array([[1., 2, 3], [1, 2, 4]])), np.argsort(-np.array([3, 1, 2])), np.array([3, 1, 2])[::-1], np.all(np.array([1, 1])), np.any([0, 0]), np.isscalar(3), np.inf > 1, np.nan != np.nan, -np.inf)
