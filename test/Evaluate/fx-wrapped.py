# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-wrapped.out %t
# REQUIRES: ts-run
# Leaves, wrapped functions, and arguments that have a value. The output is PyTorch's.
import torch, torch.fx as fx, torch.nn as nn, torch.nn.functional as F
from math import sqrt
import math
@fx.wrap
def my_fn(x,y): return x*x+y*y
def plain(x): return x+100
fx.wrap('plain')
fx.wrap('len')
fx.wrap('sqrt')
def f(x,y):
    return my_fn(x,y)+plain(x)*len(x)+sqrt(2.0)
g=fx.symbolic_trace(f); print(g.code); print(g.graph)
print(g(torch.ones(3),torch.ones(3)))
print(my_fn(2,3), plain(1), len([1]))
def no():
    fx.wrap('x')
try: no()
except NotImplementedError as e: print(e)
try: fx.wrap(3)
except RuntimeError as e: print(e)
class Leaf(nn.Module):
    def forward(self,x): return x*2 if x.sum()>0 else x
class Net(nn.Module):
    def __init__(s): 
        super().__init__(); s.leaf=Leaf(); s.lin=nn.Linear(2,2); s.sub=nn.ModuleList([nn.Linear(2,2) for _ in range(2)]); s.w=torch.ones(2)
    def forward(s,x):
        x=s.leaf(x)
        for l in s.sub: x=l(x)
        return s.lin(x)+s.w
class T(fx.Tracer):
    def is_leaf_module(self,m,q): return isinstance(m,Leaf) or super().is_leaf_module(m,q)
torch.manual_seed(0)
net=Net()
try: fx.symbolic_trace(net)
except fx.proxy.TraceError as e: print(e)
t=T(); graph=t.trace(net); gm=fx.GraphModule(net,graph); print(gm.code); print(graph); print(gm)
print(gm(torch.ones(1,2)))
def cond(a,b):
    if b==True: return a
    else: return a*2
c=fx.symbolic_trace(cond,concrete_args={'b':False}); print(c.code); print(c(3,False))
try: c(3,True)
except AssertionError as e: print(e)
def pt(x):
    out=0
    for v in x.values(): out+=v
    return out
p=fx.symbolic_trace(pt,concrete_args={'x':{'a':fx.PH,'b':fx.PH,'c':fx.PH}}); print(p.code); print(p({'a':1,'b':2,'c':4}))
def nn_(x,mask=None):
    if mask is not None: return x*mask
    return x
p=fx.symbolic_trace(nn_,concrete_args={'mask':None}); print(p.code); print(p(torch.ones(1)))
print(fx.symbolic_trace(lambda x: x.relu()).code)
