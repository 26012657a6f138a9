# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-graphs.out %t
# REQUIRES: ts-run
# Graphs are read, changed, made and printed. The output is PyTorch's.
import torch, torch.nn as nn, torch.nn.functional as F, operator
from torch.fx import symbolic_trace, Graph, GraphModule, Node, Tracer, Proxy, Interpreter, Transformer
class MyModule(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.param = torch.nn.Parameter(torch.rand(3, 4))
        self.linear = torch.nn.Linear(4, 5)
    def forward(self, x):
        return self.linear(x + self.param).clamp(min=0.0, max=1.0)
torch.manual_seed(0)
module = MyModule()
symbolic_traced = symbolic_trace(module)
print(symbolic_traced.graph)
print(symbolic_traced.code)
for n in symbolic_traced.graph.nodes:
    print(n.op, n.name, n.target, n.args, n.kwargs, n.users, n.all_input_nodes, n.type, n.meta, repr(n))
def replace(m):
    g = symbolic_trace(m).graph
    for node in g.nodes:
        if node.op=='call_function' and node.target == operator.add:
            node.target = operator.mul
    g.lint()
    return GraphModule(m, g)
r = replace(module)
print(r.code)
x=torch.rand(3,4)
print(r(x)); print(symbolic_traced(x)); print(module(x))
g = symbolic_traced.graph
for node in list(g.nodes):
    if node.op=='call_method':
        with g.inserting_after(node):
            new = g.call_function(torch.relu, args=(node,))
            node.replace_all_uses_with(new)
            new.args=(node,)
g.lint(); symbolic_traced.recompile()
print(symbolic_traced.code)
print(symbolic_traced(x).shape)
graph = Graph()
a = graph.placeholder('a'); b=graph.placeholder('b', torch.Tensor, 3)
c = graph.call_function(torch.add,(a,b)); d=graph.call_method('relu',(c,)); e=graph.create_node('call_function',torch.cat,args=([d,a],),kwargs={'dim':0},name='out_3')
f = graph.call_function(torch.neg,(e,)); h=graph.get_attr('w')
graph.output((e,h))
print(graph); print(len(graph.nodes))
gm = GraphModule({'w':torch.ones(2)}, graph, 'Made')
print(gm.code); print(gm); print(gm.state_dict()); print(gm(torch.ones(2),torch.ones(2)))
print(graph.eliminate_dead_code()); print(graph); gm.recompile(); print(gm.code)
try: graph.erase_node(c)
except RuntimeError as ex: print(ex)
print(list(map(str, reversed(graph.nodes))))
print(a.next, e.prev, c.format_node())
c.update_arg(1, 7); print(c.args); c.update_kwarg('alpha',2); print(c.kwargs); c.replace_input_with(a,b); print(c.args)
try: c.args[0].append
except AttributeError: pass
try: e.args[0].append(3)
except NotImplementedError as ex: print(ex)
print(type(gm), type(gm).__mro__[1].__name__, gm.__class__.__name__)
