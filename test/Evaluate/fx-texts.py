# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-texts.out %t
# REQUIRES: ts-run
# Graphs as texts: names, constants, types and what is refused. The output is PyTorch's.
# profiling interpreter, invert, custom tracer from the docs and tutorials
import torch, torch.fx, torch.nn as nn, time, operator, copy
from torch.fx import Node, Proxy, Graph, GraphModule, symbolic_trace
invertible_mapping={torch.nn.functional.relu:'r'}
def invert(m):
    fx_model=symbolic_trace(m); new_graph=Graph(); env={}
    for node in reversed(list(fx_model.graph.nodes)):
        if node.op=='call_function' and node.target in {torch.add,torch.mul}:
            print('inv', node.name, node.target.__name__)
class D(torch.nn.Module):
    def forward(self,x): return torch.mul(torch.add(x,3),4)
invert(D())
relu_decomp={}
def relu_decomposition(x): return (x>0)*x
decomposition_rules={torch.nn.functional.relu: relu_decomposition}
def decompose(model, tracer_class=torch.fx.Tracer):
    graph=tracer_class().trace(model); new_graph=torch.fx.Graph(); env={}
    tracer=torch.fx.proxy.GraphAppendingTracer(graph)
    for node in graph.nodes:
        if node.op=='call_function' and node.target in decomposition_rules:
            proxy_args=[torch.fx.Proxy(env[x.name],tracer) if isinstance(x,torch.fx.Node) else x for x in node.args]
            out=decomposition_rules[node.target](*proxy_args)
            new_node=out.node; env[node.name]=new_node
        else:
            new_node=new_graph.node_copy(node, lambda x: env[x.name]); env[node.name]=new_node
    return torch.fx.GraphModule(model,new_graph)
class R(nn.Module):
    def forward(self,x): return torch.nn.functional.relu(x)
try: print(decompose(R()).code)
except Exception as e: print(type(e).__name__)
class ConvBN(nn.Module):
    def __init__(s): 
        super().__init__(); s.a=nn.Conv2d(1,1,1); s.b=nn.BatchNorm2d(1); s.n=nn.Sequential(nn.BatchNorm2d(1),nn.Conv2d(1,1,1))
    def forward(s,x): return s.n(s.b(s.a(x)))
m=ConvBN().eval()
g=symbolic_trace(m); print(g.code)
def a(x): return x.view(x.size(0),-1).sum(dim=1, keepdim=True)[..., None].type(torch.float64)
print(symbolic_trace(a).code)
def b(x,y):
    x+=y
    x=x**2
    z=x@y; z=z//2; z=z%3; z=-z; z=~z; w=x==y; w=w&(x!=y); w=w|(x<y); w=w^(x>=y)
    qr=torch.chunk(z,2); q=qr[0]
    return z,{'k':w},[x,(y,)],slice(q,None,2),q,None,1.5,True,'s',torch.float32, torch.device('cpu'), float('inf')
g=symbolic_trace(b); print(g.code); print(g.graph)
print(torch.fx.node._get_qualified_name(torch.relu), torch.fx.node._get_qualified_name(operator.add), torch.fx.node._get_qualified_name(len), torch.fx.node._get_qualified_name(torch.nn.functional.linear),torch.typename(g))
n=Graph(); x=n.placeholder('x'); class_=n.placeholder('class'); i=n.placeholder('input'); t=n.placeholder('torch'); y=n.call_function(torch.relu,(x,)); y2=n.call_function(torch.relu,(y,)); n.output(y2); print(n); print(n.python_code('self').src)
with n.inserting_before(y): z=n.call_method('abs',(x,))
with n.inserting_after(): u=n.placeholder('first')
y2.prepend(z)
print(n)
try: n.lint()
except RuntimeError as e: print(e)
g2=Graph(); 
try: g2.output(x); g2.lint()
except RuntimeError as e: print(str(e).split('!')[0])
p=Proxy(x); 
print((p+1).node, n, repr(p))
class C:
    def __init__(s,a): s.a=a
def unk(x): return torch.nn.functional.dropout(x, C(1))
try: symbolic_trace(unk)
except NotImplementedError as e: print(e)
print(symbolic_trace(b).graph.nodes.__len__())
