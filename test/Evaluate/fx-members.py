# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-members.out %t
# REQUIRES: ts-run
# Members, layers and functions of one module, and what cannot be traced. The output is PyTorch's.
import torch, torch.fx as fx, math, operator
import torch.nn as nn, torch.nn.functional as F
class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.p=nn.Parameter(torch.ones(3)); s.register_buffer('b', torch.ones(3)); s.c=torch.ones(3)
        s.l=nn.Linear(3,3)
    def forward(s,x):
        a=s.p+x
        b=s.b+x
        c=s.c-x
        d=2-x
        e=s.b**x
        f=x.relu().shape[0]
        g=torch.cat([x,s.b],dim=0)
        h=torch.add(s.b,x)
        i=s.b.mul(x)
        j=s.b@x
        k=s.b>x
        m=s.b/x
        n=s.b//x
        o=F.max_pool2d(x,2)
        q=F.linear(x,s.l.weight,s.l.bias)
        r=F.gelu(q)
        t=F.dropout(r,training=s.training)
        u=s.l(t)
        v=torch.relu(u)
        w=math.sqrt(v.size(0))
        s.b[0]=x
        y=F.interpolate(v,scale_factor=2)
        z=torch.einsum('ij,jk->ik',x,x)
        return a,b,c,d,e,f,g,h,i,j,k,m,n,o,w,y,z,[x],{'a':x}
m=fx.symbolic_trace(M())
print(m.graph); print(m.code); print(m)
def b1(x):
    for i in x: pass
def b2(x):
    if x: pass
def b3(x): return x[0:2,None,...,x]
for bad in (b1, b2, lambda x: len(x), b3, lambda x: [*x]):
    try: print(fx.symbolic_trace(bad).code)
    except Exception as e: print(type(e).__name__, e)
