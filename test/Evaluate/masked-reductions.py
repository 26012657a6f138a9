# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/masked-reductions.out %t
# REQUIRES: ts-run
# torch.masked: what is masked out counts for nothing. The output is PyTorch's.
import torch
x = torch.arange(6.).reshape(2, 3); m = torch.tensor([[True, False, True], [False, False, False]])
for n in ("sum", "prod", "mean", "amax", "amin", "argmax", "argmin", "var", "std", "median", "softmax", "log_softmax", "softmin", "logsumexp", "logaddexp", "norm", "normalize", "cumsum", "cumprod"):
    f = getattr(torch.masked, n, None) or getattr(torch._masked, n)
    try:
        if n == "norm": print(n, f(x, 2.0, 1, mask=m))
        elif n == "normalize": print(n, f(x, 2.0, 1, mask=m))
        elif n == "logaddexp": print(n, f(x, x, input_mask=m, other_mask=m))
        elif n in ("var", "std"): print(n, f(x, 1, True, mask=m), f(x, 1, False, mask=m), f(x, unbiased=False))
        elif n in ("sum", "prod", "mean", "amax", "amin", "logsumexp", "median"):
            print(n, f(x, 1, mask=m), f(x, 1, keepdim=True), f(x, 0, mask=m, dtype=torch.float64))
        else: print(n, f(x, 1, mask=m), f(x, 1))
    except Exception as e: print(n, type(e).__name__, str(e).split("\n")[0])
x=torch.arange(6).reshape(2,3); m=torch.tensor([[True,False,True]])
for n,k in (("sum",{}),("mean",{}),("amax",{"dim":1}),("prod",{}),("amin",{"dim":0}),("argmax",{}),("var",{"dim":0,"unbiased":False}),("median",{"dim":0})):
    try: print(n, getattr(torch.masked,n)(x,mask=m,**k))
    except Exception as e: print(n, type(e).__name__, e)
y=torch.arange(6.).reshape(2,3)
for f in (lambda: torch.masked.sum(y, mask=torch.ones(2,2,3,dtype=torch.bool)), lambda: torch.masked.mean(y,(0,1),mask=m), lambda: torch.masked.sum(y,0,keepdim=True,mask=m), lambda: torch.masked.norm(y,float("inf"),1,mask=m), lambda: torch.masked.norm(y,0,1,mask=m), lambda: torch.masked.norm(y,float("-inf"),1,mask=~m),lambda: torch.masked.sum(y,mask=m.long()), lambda: torch.masked.amax(x,1,mask=m&False), lambda: torch.masked.logaddexp(y,y), lambda: torch.masked.median(y,1,mask=m), lambda: torch.masked.argmin(x, mask=m&False), lambda: torch.masked.amax(x.bool(), 1, mask=m)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
g = torch.arange(6.).reshape(2,3).requires_grad_()
torch.masked.softmax(g, 1, mask=m)[:, 0].sum().backward(); print(g.grad)
g.grad = None; (torch.masked.mean(g, 1, mask=m).sum() + torch.masked.var(g, 1, True, mask=m).sum()).backward(); print(g.grad)
from torch.masked import amax, normalize
print(amax(y, mask=m), normalize(y, 2.0, 1))
