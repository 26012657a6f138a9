# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/sparse.out %t
# REQUIRES: ts-run
# Sparse tensors by coordinates: construction, coalescing, products, gradients. The output is that of PyTorch 1.13.
import torch
import torch.nn as nn
import torch.nn.functional as F

i = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]])
v = torch.tensor([3., 4., 5., 1.])
s = torch.sparse_coo_tensor(i, v, (2, 3))
print(s)
print(s.coalesce())
print(s.to_dense(), s.is_sparse, s.layout, s._nnz(), s.shape, s.size(0), s.dtype, s.is_coalesced(), s.coalesce().indices().tolist(), s.coalesce().values())
print(torch.sparse_coo_tensor([[0, 2]], [[1., 2.], [3., 4.]]), torch.sparse_coo_tensor((2, 3)), torch.sparse_coo_tensor([[1]], torch.tensor([2.], dtype=torch.float64), (3,)))
d = torch.tensor([[0., 2.], [3., 0.]])
t = d.to_sparse()
print(t, t.t().to_dense(), (t * 2).to_dense(), (-t).coalesce(), (t + t).to_dense(), d + t, torch.sparse.sum(t))
m = torch.arange(6.).view(3, 2)
print(torch.sparse.mm(s, m), torch.mm(s, m), s @ m, torch.spmm(s, m), s.mm(m), torch.sparse.addmm(torch.ones(2, 2), s, m))
w = torch.rand(3, 2, generator=torch.Generator().manual_seed(0)).requires_grad_()
p = torch.sparse_coo_tensor(i, v, (2, 3), requires_grad=True)
torch.sparse.mm(p, w).sum().backward()
print(w.grad, p.grad.coalesce().to_dense() is not None)


class GraphConvolution(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(torch.full((a, b), 0.5))

    def forward(self, x, adj):
        return torch.spmm(adj, torch.mm(x, self.weight))


adj = torch.sparse.FloatTensor(torch.LongTensor([[0, 1, 2, 0], [1, 0, 2, 0]]), torch.FloatTensor([1, 1, 1, 0.5]), torch.Size([3, 3]))
g = GraphConvolution(2, 2)
out = F.relu(g(torch.ones(3, 2), adj))
out.sum().backward()
print(out, g.weight.grad)
for attempt in (lambda: s.indices(), lambda: torch.sparse_coo_tensor([[3]], [1.], (2,)), lambda: torch.sparse_coo_tensor([[-1]], [1.], (2,)),
                lambda: torch.sparse_coo_tensor([0], [1.], (2,)), lambda: torch.sparse_coo_tensor([[0]], [1.], (2, 2)), lambda: torch.mm(s, torch.ones(2, 2)), lambda: s + d.new_ones(2, 3)):
    try:
        attempt()
    except RuntimeError as e:
        print(e)
try:
    t.sum()
except (RuntimeError, NotImplementedError) as e:
    print(type(e).__name__)
m = torch.sparse_coo_tensor(torch.tensor([[0,1,1,0],[1,0,2,1]]), torch.tensor([1.,2.,3.,4.]), (2,3))
print(torch.sparse.sum(m), torch.sparse.sum(m,1), torch.sparse.sum(m,[0]), torch.sparse.sum(m,(0,1)), torch.sparse.sum(m, 1).to_dense(), torch.sparse.sum(m,-1).is_coalesced(), torch.sparse.sum(m, 0, dtype=torch.double))
B = torch.sparse_coo_tensor(torch.tensor([[0,1]]), torch.ones(2,2), (3,2))
print(torch.sparse.sum(B, 0), torch.sparse.sum(B, 1), torch.sparse.sum(B))
d = torch.ones(2,3,requires_grad=True)
torch.sparse.sum(d.to_sparse(), 1).to_dense().sum().backward()
print(d.grad)
