# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fx-fusion.out %t
# REQUIRES: ts-run
# Convolutions fused by hand, submodules, copies and files of traced modules. The output is PyTorch's.
import torch, torch.fx as fx, torch.nn as nn, copy, operator
from torch.fx import GraphModule, Graph, Node
# tutorial: conv-bn fusion as written by hand, and a profiler
from typing import Type, Dict, Any, Tuple, Iterable
def fuse_conv_bn_eval(conv, bn):
    fused_conv = copy.deepcopy(conv)
    fused_conv.weight, fused_conv.bias = fuse_w(fused_conv.weight, fused_conv.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return fused_conv
def fuse_w(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    if conv_b is None: conv_b = torch.zeros_like(bn_rm)
    if bn_w is None: bn_w = torch.ones_like(bn_rm)
    if bn_b is None: bn_b = torch.zeros_like(bn_rm)
    bn_var_rsqrt = torch.rsqrt(bn_rv + bn_eps)
    conv_w = conv_w * (bn_w * bn_var_rsqrt).reshape([-1] + [1] * (len(conv_w.shape) - 1))
    conv_b = (conv_b - bn_rm) * bn_var_rsqrt * bn_w + bn_b
    return torch.nn.Parameter(conv_w), torch.nn.Parameter(conv_b)
def _parent_name(target):
    *parent, name = target.rsplit('.', 1)
    return parent[0] if parent else '', name
def replace_node_module(node, modules, new_module):
    parent_name, name = _parent_name(node.target)
    setattr(modules[parent_name], name, new_module)
class WrappedBatchNorm(nn.Module):
    def __init__(self): super().__init__(); self.mod = nn.BatchNorm2d(1)
    def forward(self, x): return self.mod(x)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 1, 1); self.bn1 = nn.BatchNorm2d(1); self.conv2 = nn.Conv2d(1, 1, 1)
        self.nested = nn.Sequential(nn.BatchNorm2d(1), nn.Conv2d(1, 1, 1)); self.wrapped = WrappedBatchNorm()
    def forward(self, x):
        x = self.conv1(x); x = self.bn1(x); x = self.conv2(x); x = self.nested(x); x = self.wrapped(x)
        return x
torch.manual_seed(0)
model = M().eval()
def fuse(model):
    model = copy.deepcopy(model)
    fx_model = fx.symbolic_trace(model)
    modules = dict(fx_model.named_modules())
    for node in fx_model.graph.nodes:
        if node.op != 'call_module': continue
        if type(modules[node.target]) is nn.BatchNorm2d and type(modules[node.args[0].target]) is nn.Conv2d:
            if len(node.args[0].users) > 1: continue
            conv = modules[node.args[0].target]; bn = modules[node.target]
            replace_node_module(node.args[0], modules, fuse_conv_bn_eval(conv, bn))
            node.replace_all_uses_with(node.args[0])
            fx_model.graph.erase_node(node)
    fx_model.graph.lint(); fx_model.recompile()
    return fx_model
f = fuse(model); print(f.code)
inp = torch.randn(5, 1, 1, 1); print(torch.allclose(f(inp), model(inp), atol=1e-6))
# quantization-like: swap modules
tr = fx.symbolic_trace(model)
for n in tr.graph.nodes:
    if n.op == 'call_module' and isinstance(tr.get_submodule(n.target), nn.Conv2d):
        with tr.graph.inserting_after(n):
            new = tr.graph.call_function(torch.nn.functional.relu, (n,), {'inplace': True})
            n.replace_all_uses_with(new, delete_user_cb=lambda u: u is not new)
tr.recompile(); print(tr.code)
print([n.name for n in tr.graph.nodes if n.op=='call_function'], tr.graph.nodes.__class__.__name__)
import io
b = io.BytesIO(); torch.save(tr.state_dict(), b); print(len(tr.state_dict()))
tr.add_submodule('extra.deep', nn.Linear(1,1)); print('extra.deep' in dict(tr.named_modules())); print(tr.delete_submodule('extra.deep'), tr.delete_submodule('nope'))
tr.delete_all_unused_submodules(); print([n for n,_ in tr.named_modules()])
b2 = io.BytesIO(); torch.save(f, b2); b2.seek(0); l = torch.load(b2); print(l.code); print(torch.equal(l(inp), f(inp)), type(l).__name__)
class Net(nn.Module):
    def forward(self, x, *args, flag: bool = True): return x + 1
class Tr(fx.Tracer):
    def create_arg(self, a): return super().create_arg(a)
    def call_module(self, m, forward, args, kwargs):
        print('call', type(m).__name__); return super().call_module(m, forward, args, kwargs)
g = Tr().trace(model); print(len(g.nodes), g._tracer_cls.__name__)
print(fx.GraphModule(model, g, 'Mine').__class__.__name__)
gm=fx.symbolic_trace(model); gm.print_readable()
g2=Graph(); d={}; o=g2.graph_copy(gm.graph, d); g2.output(o); print(g2); print(len(d))
