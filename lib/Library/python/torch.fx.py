"""torch.fx: graphs of functions and modules, from runs with values that stand for any, and the modules that they are."""

from torch.fx.graph_module import GraphModule
from torch.fx._symbolic_trace import PH, ProxyableClassMeta, Tracer, symbolic_trace, wrap
from torch.fx.graph import CodeGen, Graph
from torch.fx.node import Node, map_arg
from torch.fx.proxy import Proxy
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.subgraph_rewriter import replace_pattern
