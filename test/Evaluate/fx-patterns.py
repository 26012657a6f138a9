# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-patterns.out %t
# REQUIRES: ts-run
# Parts of graphs are replaced. The output is PyTorch's.
import torch, torch.fx as fx, torch.nn as nn
from torch.fx import replace_pattern
class M(torch.nn.Module):
    def forward(self, x, w1, w2):
        m1 = torch.cat([w1, w2]).sum()
        m2 = torch.cat([w1, w2]).sum()
        return x + torch.max(m1) + torch.max(m2)
def pattern(w1, w2): return torch.cat([w1, w2])
def replacement(w1, w2): return torch.stack([w1, w2])
t=fx.symbolic_trace(M()); r=replace_pattern(t, pattern, replacement)
print(len(r), [ (str(m.anchor), {str(k):str(v) for k,v in m.nodes_map.items()}) for m in r]); print(t.code)
def p2(x): return torch.relu(x).sum()
def r2(x): return torch.sigmoid(x).mean()
def f(x): 
    a=torch.relu(x).sum()
    b=torch.relu(x+1)
    return a+b.sum()+b
t=fx.symbolic_trace(f); print(len(replace_pattern(t,p2,r2))); print(t.code)
class Conv(nn.Module):
    def __init__(s): super().__init__(); s.c=nn.Conv2d(1,1,1); s.r=nn.ReLU()
    def forward(s,x): return s.r(s.c(x))
class P(nn.Module):
    def __init__(s): super().__init__(); s.r=nn.ReLU()
    def forward(s,x): return s.r(x)
class R(nn.Module):
    def __init__(s): super().__init__(); s.s=nn.Sigmoid()
    def forward(s,x): return s.s(x)
torch.manual_seed(0)
class PT(fx.Tracer): pass
m=fx.symbolic_trace(Conv()); res=replace_pattern(m, P(), R()); print(len(res)); print(m)
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher
