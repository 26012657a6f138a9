"""torch.fx.subgraph_rewriter: one part of a graph put in the place of another."""

import copy as _copy
from collections import namedtuple as _namedtuple

import torch
from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

Match = _namedtuple("Match", "anchor nodes_map")


def _find_submodule(module, target):
    try:
        return module.get_submodule(target)
    except AttributeError:
        return None


def _replace_submodules(gm, replacement):
    gm.delete_all_unused_submodules()
    if isinstance(replacement, GraphModule):
        replacement.graph.lint()
    for node in gm.graph.nodes:
        if node.op not in ("call_module", "get_attr") or _find_submodule(gm, node.target) is not None:
            continue
        if _find_submodule(replacement, node.target) is None:
            raise RuntimeError(
                'Attempted to create a "', node.op, f'" node during subgraph rewriting with target {node.target}, but the '
                "referenced submodule does not exist in either the original GraphModule `gm` or the replacement GraphModule "
                "`replacement`")
        gm.add_submodule(node.target, _copy.deepcopy(getattr(replacement, node.target)))
    gm.graph.lint()


def replace_pattern(gm, pattern, replacement):
    from torch.fx.passes.utils.matcher_utils import SubgraphMatcher

    graph, wanted, new = gm.graph, symbolic_trace(pattern).graph, symbolic_trace(replacement).graph
    inputs = [node for node in new.nodes if node.op == "placeholder"]
    matches = SubgraphMatcher(wanted).match(graph)
    replaced = {}
    for match in matches:
        assert len(match.placeholder_nodes) == len(inputs)
        values = {node: replaced.get(found, found) for node, found in zip(inputs, match.placeholder_nodes)}
        users = {user for node in match.returning_nodes for user in node.users}
        assert users, "The returning_nodes should have at least one user node"
        with graph.inserting_before(next(node for node in graph.nodes if node in users)):
            results = graph.graph_copy(new, values)
        if isinstance(results, Node):
            results = (results,)
        assert len(match.returning_nodes) == len(results)
        for node, result in zip(match.returning_nodes, results):
            node.replace_all_uses_with(result)
            replaced[node] = result
        for node in reversed(wanted.nodes):
            if node.op not in ("placeholder", "output"):
                graph.erase_node(match.nodes_map[node])
    gm.recompile()
    if isinstance(replacement, torch.nn.Module):
        _replace_submodules(gm, replacement)
    return [Match(match.anchors[0], match.nodes_map) for match in matches]
