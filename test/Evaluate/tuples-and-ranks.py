# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/tuples-and-ranks.out %t
# REQUIRES: ts-run
# Lists of tensors that are tuples in Python, gradients with a distance for each dimension, matrices of low rank, and dtypes beside truth values: the
# output is that of PyTorch 1.13.
import torch

x = torch.arange(12.).view(3, 4); s = torch.tensor(5.)
fs = dict(gradient=lambda: torch.gradient(x), unbind=lambda: x.unbind(), split=lambda: x.split(2), chunk=lambda: torch.chunk(x, 2), meshgrid=lambda: torch.meshgrid(x[0], x[1], indexing="ij"), broadcast=lambda: torch.broadcast_tensors(x, s), where=lambda: torch.where(x > 3), nz=lambda: torch.nonzero(x, as_tuple=True), nz0=lambda: torch.nonzero(s, as_tuple=True), nznp=lambda: s.nonzero(as_tuple=True), atl=lambda: torch.atleast_2d(s, s), atl1=lambda: torch.atleast_2d([s, s]), unsafe=lambda: torch.unsafe_split(x, 2), uchunk=lambda: torch.unsafe_chunk(x, 2), swl=lambda: torch.split_with_sizes(x, [1, 2]), vs=lambda: x.vsplit(3), ts=lambda: torch.tensor_split(x, 2), nnsp=lambda: torch.nn.utils.rnn.unpad_sequence(x.t()[..., None], torch.tensor([1, 2, 3])), stack=lambda: torch.functional.split(x, 2), lstm=lambda: torch.nn.LSTMCell(4, 2)(x), g2=lambda: torch.gradient(x, dim=0), g3=lambda: torch.gradient(x, spacing=[2., 3.]), g4=lambda: torch.gradient(x, spacing=(torch.arange(3.), torch.arange(4.))), g5=lambda: torch.gradient(x, spacing=2., dim=(1,), edge_order=2), g6=lambda: torch.gradient(x, spacing=[2.], dim=[1]))
for k, f in fs.items():
    try:
        r = f()
        print(k, type(r).__name__, len(r))
    except Exception as e: print(k, type(e).__name__, str(e)[:90])
for b in (dict(spacing=[1.,2.],dim=[0]), dict(spacing=[2.],dim=1), dict(dim=[0,1]), dict(spacing=2, dim=0), dict(spacing=(torch.arange(3.),),dim=0), dict(spacing=2.,dim=[1,0],edge_order=2), dict(edge_order=3)):
    try: print(torch.gradient(x, **b))
    except Exception as e: print(type(e).__name__, str(e)[:200])
print(torch.histogramdd(x[:, :2], bins=[2, 2]))
torch.manual_seed(0)
A = torch.randn(8, 5); B = torch.randn(2, 4, 9); W = A[:, :2] @ torch.randn(2, 5)
def show(out):
    for o in out: print(tuple(o.shape), o)
for a, q in ((A, 3), (A, 5), (B, 2), (A.double(), 4), (A.t(), 3)):
    U, S, V = torch.svd_lowrank(a, q=q)
    print(U.shape, S, V.shape, (U @ torch.diag_embed(S) @ V.mT - a).norm().round(decimals=3))
show(torch.svd_lowrank(A, q=2, niter=4, M=torch.ones(8, 5) * 0.5))
U, S, V = torch.pca_lowrank(A, q=3); print(U[0], S, V[0])
print([t.shape for t in torch.pca_lowrank(B)], [t.shape for t in torch.pca_lowrank(A, center=False, niter=1)])
print(torch.pca_lowrank(A, q=2, center=False)[1])
for bad in (lambda: torch.pca_lowrank(A, q=7), lambda: torch.pca_lowrank(A, niter=-1), lambda: torch.svd_lowrank(A, q=9), lambda: torch.svd_lowrank(A, niter=-1)):
    try: print(len(bad()))
    except Exception as e: print(type(e).__name__, str(e)[:120])
a = A.clone().requires_grad_(); torch.svd_lowrank(a, q=3)[1].sum().backward(); print(a.grad[0])
ts = [torch.ones(2, dtype=torch.int8), torch.tensor(1.5), torch.tensor(1, dtype=torch.int64), torch.ones(2, dtype=torch.float16), torch.tensor(1j), torch.tensor(True), torch.ones(1, dtype=torch.float64), 1, 2.5, True, 1j, torch.ones(2, dtype=torch.bfloat16), torch.tensor(3, dtype=torch.uint8), torch.ones(0, dtype=torch.int32)]
for a in ts:
    r = []
    for b in ts:
        try: r.append(str(torch.result_type(a, b))[6:])
        except Exception as e: r.append(type(e).__name__ + str(e)[:40])
    print(r)
