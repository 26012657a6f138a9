# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/sparse-gradients.out %t
# REQUIRES: ts-run
# Sparse gradients of embeddings, and the optimizers that take them. The output is PyTorch's.
import torch
e = torch.nn.Embedding(6, 2, sparse=True, padding_idx=0); torch.nn.init.ones_(e.weight)
e(torch.tensor([[1, 0, 3], [3, 3, 5]])).sum().backward()
print(e.weight.grad, e.weight.grad.is_coalesced(), e.weight.grad.layout)
e(torch.tensor([2])).sum().backward()
print(e.weight.grad.coalesce()); print(e.weight.grad.to_dense())
(e.weight.sum() * 2).backward(); print(e.weight.grad)
b = torch.nn.EmbeddingBag(5, 2, sparse=True, mode="sum"); torch.nn.init.ones_(b.weight)
opt = torch.optim.SGD(b.parameters(), lr=0.1, momentum=0.9)
for _ in range(2):
    opt.zero_grad(set_to_none=True); b(torch.tensor([1, 2, 2, 4]), torch.tensor([0, 2])).pow(2).sum().backward()
    print(torch.nn.utils.clip_grad_norm_(b.parameters(), 1.0)); opt.step()
print(b.weight.data)
g, = torch.autograd.grad(e(torch.tensor([1, 1])).sum(), e.weight); print(g.coalesce().values())
w = torch.ones(3, 2, requires_grad=True)
torch.nn.functional.embedding(torch.tensor([0, 2]), w, sparse=True).sum().backward(); print(w.grad)
e = torch.nn.Embedding(5, 2, sparse=True)
torch.manual_seed(0); torch.nn.init.normal_(e.weight)
o = torch.optim.SparseAdam(e.parameters(), lr=.1)
for i in ([0, 1, 1], [1, 4]):
    o.zero_grad(); e(torch.tensor(i)).pow(2).sum().backward(); o.step()
    print(e.weight.data)
print(o.state[e.weight]["step"], o.state[e.weight]["exp_avg"])
for c in (torch.optim.Adagrad, torch.optim.SGD):
    e = torch.nn.Embedding(4, 2, sparse=True); torch.nn.init.ones_(e.weight)
    o = c(e.parameters(), lr=.1)
    for i in ([0, 1, 1], [1, 3]):
        o.zero_grad(); e(torch.tensor(i)).pow(2).sum().backward(); o.step()
    print(e.weight.data)
try:
    o = torch.optim.Adam(e.parameters(), lr=.1); e(torch.tensor([1])).sum().backward(); o.step()
except RuntimeError as x: print(x)
for bad in (dict(lr=-1), dict(eps=-1), dict(betas=(2, .5)), dict(betas=(.5, 2))):
    try: torch.optim.SparseAdam([w], **bad)
    except ValueError as e: print(e)
w.grad = torch.ones(3, 2)
try: torch.optim.SparseAdam([w]).step()
except RuntimeError as e: print(e)
try: torch.optim.SparseAdam([torch.eye(2).to_sparse().requires_grad_()])
except ValueError as e: print(e)
