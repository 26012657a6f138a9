"""torch.fx.experimental.optimization: modules joined and left out where they only run."""

import copy as _copy

import torch.fx as fx
import torch.nn as nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

_fused = ((nn.Conv1d, nn.BatchNorm1d), (nn.Conv2d, nn.BatchNorm2d), (nn.Conv3d, nn.BatchNorm3d))


def _parent_name(target):
    parent, _, name = target.rpartition(".")
    return parent, name


def matches_module_pattern(pattern, node, modules):
    if not node.args:
        return False
    return all(
        isinstance(found, fx.Node) and found.op == "call_module" and type(modules.get(found.target)) is wanted
        for wanted, found in zip(pattern, (node.args[0], node)))


def replace_node_module(node, modules, new_module):
    parent, name = _parent_name(node.target)
    modules[node.target] = new_module
    setattr(modules[parent], name, new_module)


def fuse(model, inplace=False):
    """Convolutions with the normalizations that follow them as one."""
    traced = fx.symbolic_trace(model if inplace else _copy.deepcopy(model))
    modules = dict(traced.named_modules())
    graph = _copy.deepcopy(traced.graph)
    for pattern in _fused:
        for node in graph.nodes:
            if not matches_module_pattern(pattern, node, modules) or len(node.args[0].users) > 1:
                continue
            before, norm = modules[node.args[0].target], modules[node.target]
            if not norm.track_running_stats:
                continue
            replace_node_module(node.args[0], modules, fuse_conv_bn_eval(before, norm))
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)
    return fx.GraphModule(traced, graph)


class _DropoutRemover(fx.Transformer):
    def call_module(self, target, args, kwargs):
        if isinstance(self.submodules[target], nn.Dropout):
            assert len(args) == 1
            return args[0]
        return super().call_module(target, args, kwargs)


def remove_dropout(model):
    return _DropoutRemover(fx.symbolic_trace(model)).transform()


def extract_subgraph(orig_module, nodes, inputs, outputs):
    graph = fx.Graph()
    made = {node: graph.placeholder(node.name) for node in inputs}
    for node in nodes:
        made[node] = graph.node_copy(node, lambda x: made[x])
    graph.output([made[node] for node in outputs])
    graph.lint()
    return fx.GraphModule(orig_module, graph)
