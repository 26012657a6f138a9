"""torch.fx.passes.utils.matcher_utils: the places of a graph that look like another."""

import torch.utils._pytree as _pytree
from torch.fx.node import Node


class InternalMatch:
    def __init__(self, anchors, nodes_map=None):
        self.anchors = anchors
        self.nodes_map = {} if nodes_map is None else nodes_map
        self.placeholder_nodes, self.returning_nodes = [], []


class SubgraphMatcher:
    def __init__(self, pattern, match_output=False, match_placeholder=False, remove_overlapping_matches=True):
        nodes = list(pattern.nodes)
        if not nodes:
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        for node in nodes:
            if node.op != "output":
                assert node.users, "SubgraphMatcher cannot be initialized with an pattern with dead code"
        self.pattern = pattern
        self.match_output, self.match_placeholder = match_output, match_placeholder
        self.remove_overlapping_matches = remove_overlapping_matches
        self.pattern_placeholder_nodes = [node for node in nodes if node.op == "placeholder"]
        self.pattern_returning_nodes = nodes[-1].all_input_nodes
        # A match is searched from the results that nothing else uses.
        self.pattern_anchors = [nodes[-1]] if match_output else [
            node for node in self.pattern_returning_nodes if len(node.users) == 1]

    def _are_equal(self, pn, gn):
        if pn.op == "placeholder" and not self.match_placeholder:
            return True
        return pn.op == gn.op and (pn.op in ("placeholder", "output") or pn.target == gn.target)

    def _match_args(self, pn, gn, found):
        if isinstance(pn, Node):
            # A placeholder stands for what is no node, too, the same each time.
            return pn.op == "placeholder" and found.setdefault(pn, gn) == gn
        return not isinstance(gn, Node) and type(gn) == type(pn) and gn == pn

    def _match_nodes(self, pn, gn, found):
        if pn in found:
            return found[pn] is gn
        if any(node is gn for node in found.values()) or not self._are_equal(pn, gn):
            return False
        found[pn] = gn
        if pn.op == "placeholder":
            return True
        if pn.kwargs.keys() != gn.kwargs.keys():
            return False
        wanted = _pytree.tree_flatten(pn.args)[0] + [pn.kwargs[key] for key in pn.kwargs]
        given = _pytree.tree_flatten(gn.args)[0] + [gn.kwargs[key] for key in pn.kwargs]
        return len(wanted) == len(given) and all(
            (self._match_nodes if isinstance(p, Node) and isinstance(g, Node) else self._match_args)(p, g, found)
            for p, g in zip(wanted, given))

    def _search(self, candidates, found):
        if not candidates:
            yield found
            return
        anchor, nodes = candidates[0]
        for node in nodes:
            tried = dict(found)
            if self._match_nodes(anchor, node, tried):
                yield from self._search(candidates[1:], tried)

    def _is_contained(self, found):
        """Whether nothing outside uses what is in between."""
        inside = list(found.values())
        return all(pn.op == "placeholder" or pn in self.pattern_returning_nodes or all(user in inside for user in gn.users)
                   for pn, gn in found.items())

    def match(self, graph):
        candidates = [(anchor, [node for node in graph.nodes if self._are_equal(anchor, node)]) for anchor in self.pattern_anchors]
        matches, taken = [], set()
        for found in self._search([pair for pair in candidates if pair[1]], {}):
            inner = [gn for pn, gn in found.items() if pn.op not in ("placeholder", "output")]
            if not self._is_contained(found) or not _is_one_step(inner):
                continue
            if self.remove_overlapping_matches:
                if any(gn in taken for gn in inner):
                    continue
                taken.update(inner)
            match = InternalMatch(self.pattern_anchors, found)
            match.placeholder_nodes = [found[pn] for pn in self.pattern_placeholder_nodes]
            match.returning_nodes = [found[pn] for pn in self.pattern_returning_nodes]
            matches.append(match)
        return matches


def _is_one_step(nodes):
    """Whether no path leaves the nodes and comes back, so that one step can stand for all of them."""
    inside, seen = set(nodes), set()
    work = [user for node in nodes for user in node.users if user not in inside]
    while work:
        node = work.pop()
        if node in seen:
            continue
        seen.add(node)
        for user in node.users:
            if user in inside:
                return False
            work.append(user)
    return True
