# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-passes.out %t
# REQUIRES: ts-run
# Graphs are run and transformed step by step, fused, scripted and copied. The output is PyTorch's.
import torch, torch.nn as nn, torch.fx as fx
from typing import List, Optional, Dict, Tuple
class ShapeLogger(fx.Interpreter):
    def run_node(self, n):
        r=super().run_node(n)
        print(n.name, n.op, tuple(r.shape) if isinstance(r,torch.Tensor) else type(r))
        return r
class NegSigmSwap(fx.Interpreter):
    def call_function(self, target, args, kwargs):
        if target == torch.sigmoid: return torch.neg(*args, **kwargs)
        return super().call_function(target,args,kwargs)
    def call_method(self, target, args, kwargs):
        if target=='neg':
            s,*t=args
            return s.sigmoid(*t,**kwargs)
        return super().call_method(target,args,kwargs)
def fn(x): return torch.sigmoid(x).neg()
gm=fx.symbolic_trace(fn)
inp=torch.randn(3,4)
print(torch.equal(NegSigmSwap(gm).run(inp), torch.neg(inp).sigmoid()))
class SwapT(fx.Transformer):
    def call_function(self, target, args, kwargs):
        if target==torch.sigmoid: return torch.neg(*args,**kwargs)
        return super().call_function(target,args,kwargs)
    def call_method(self,target,args,kwargs):
        if target=='neg': return args[0].sigmoid()
        return super().call_method(target,args,kwargs)
t=SwapT(gm).transform(); print(t.code); print(t.graph); print(torch.equal(t(inp), torch.neg(inp).sigmoid()))
class N(nn.Module):
    def __init__(s):
        super().__init__(); s.seq=nn.Sequential(nn.Conv2d(3,4,3),nn.BatchNorm2d(4),nn.ReLU(),nn.Dropout(0.2)); s.fc=nn.Linear(4,2)
    def forward(s,x:torch.Tensor, y:Optional[torch.Tensor]=None)->torch.Tensor:
        x=s.seq(x)
        x=x.mean((2,3))
        return s.fc(x)
torch.manual_seed(1)
n=N().eval(); g=fx.symbolic_trace(n); print(g); print(g.graph)
ShapeLogger(g).run(torch.randn(2,3,8,8))
from torch.fx.passes.shape_prop import ShapeProp
ShapeProp(g).propagate(torch.randn(2,3,8,8))
for node in g.graph.nodes:
    print(node.name, node.meta)
from torch.fx.experimental.optimization import fuse, remove_dropout
f=fuse(n); print(f); x=torch.randn(2,3,8,8); print(torch.allclose(f(x),n(x),atol=1e-6))
print(remove_dropout(n).code)
s=torch.jit.script(g); print(s.code); print(torch.equal(s(x),n(x)))
print(list(g.state_dict())); 
import copy
c=copy.deepcopy(g); print(c.code, type(c).__name__); print(torch.equal(c(x),n(x)))
def types(x:int, l:List[int], d:Dict[str,torch.Tensor], t:Tuple[int,float], o:Optional[int], *, k:float=2.0)->List[torch.Tensor]:
    return [x+k]
def types2(x:int, l:List[int], d:Dict[str,torch.Tensor], t:Tuple[int,float], o:Optional[int]=None)->List[torch.Tensor]:
    return [x+l[0]]
g2=fx.symbolic_trace(types2); print(g2.code); print(g2.graph)
