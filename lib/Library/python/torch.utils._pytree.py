"""Trees of values: tuples, lists and dicts with anything in them, and other classes that are registered."""

from collections import OrderedDict as _OrderedDict, namedtuple

SUPPORTED_NODES = {}


class NodeDef:
    """How instances of a class come apart into children and what else they are, and together."""

    def __init__(self, flatten_fn, unflatten_fn):
        self.flatten_fn, self.unflatten_fn = flatten_fn, unflatten_fn


def _register_pytree_node(typ, flatten_fn, unflatten_fn):
    SUPPORTED_NODES[typ] = NodeDef(flatten_fn, unflatten_fn)


_register_pytree_node(dict, lambda d: (list(d.values()), list(d)), lambda values, keys: dict(zip(keys, values)))
_register_pytree_node(_OrderedDict, lambda d: (list(d.values()), list(d)), lambda values, keys: _OrderedDict(zip(keys, values)))
_register_pytree_node(list, lambda l: (l, None), lambda values, _: list(values))
_register_pytree_node(tuple, lambda t: (list(t), None), lambda values, _: tuple(values))
_register_pytree_node(namedtuple, lambda t: (list(t), type(t)), lambda values, cls: cls(*values))


def _is_namedtuple_instance(pytree):
    return type(pytree).__bases__ == (tuple,) and isinstance(getattr(pytree, "_fields", None), tuple)


def _get_node_type(pytree):
    return namedtuple if _is_namedtuple_instance(pytree) else type(pytree)


def _is_leaf(pytree):
    return _get_node_type(pytree) not in SUPPORTED_NODES


class TreeSpec:
    """The structure of a tree."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_leaves = sum(spec.num_leaves for spec in children_specs)

    def __eq__(self, other):
        return (isinstance(other, TreeSpec) and (self.type, self.context) == (other.type, other.context)
                and self.children_specs == other.children_specs)

    def __repr__(self):
        return f"TreeSpec({self.type.__name__}, {self.context}, [{', '.join(map(repr, self.children_specs))}])"


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])
        self.num_leaves = 1

    def __repr__(self):
        return "*"


def tree_flatten(pytree):
    if _is_leaf(pytree):
        return [pytree], LeafSpec()
    kind = _get_node_type(pytree)
    children, context = SUPPORTED_NODES[kind].flatten_fn(pytree)
    leaves, specs = [], []
    for child in children:
        found, spec = tree_flatten(child)
        leaves += found
        specs.append(spec)
    return leaves, TreeSpec(kind, context, specs)


def tree_unflatten(values, spec):
    if not isinstance(spec, TreeSpec):
        raise ValueError("tree_unflatten(values, spec): Expected `spec` to be instance of TreeSpec but got item of type "
                         f"{type(spec)}.")
    if len(values) != spec.num_leaves:
        raise ValueError(f"tree_unflatten(values, spec): `values` has length {len(values)} but the spec refers to a pytree "
                         f"that holds {spec.num_leaves} items ({spec}).")
    return _build(iter(values), spec)


def _build(values, spec):
    if isinstance(spec, LeafSpec):
        return next(values)
    return SUPPORTED_NODES[spec.type].unflatten_fn([_build(values, child) for child in spec.children_specs], spec.context)


def tree_map(fn, pytree):
    leaves, spec = tree_flatten(pytree)
    return tree_unflatten([fn(leaf) for leaf in leaves], spec)


def map_only(ty):
    def decorate(fn):
        return lambda leaf: fn(leaf) if isinstance(leaf, ty) else leaf

    return decorate


def tree_map_only(ty, fn, pytree):
    return tree_map(map_only(ty)(fn), pytree)


def tree_all(pred, pytree):
    return all(map(pred, tree_flatten(pytree)[0]))


def tree_any(pred, pytree):
    return any(map(pred, tree_flatten(pytree)[0]))


def tree_all_only(ty, pred, pytree):
    return all(pred(leaf) for leaf in tree_flatten(pytree)[0] if isinstance(leaf, ty))


def tree_any_only(ty, pred, pytree):
    return any(pred(leaf) for leaf in tree_flatten(pytree)[0] if isinstance(leaf, ty))


def _broadcast_to_and_flatten(pytree, spec):
    """The values for the leaves of another tree; one leaf stands for all below it. None where the trees do not fit."""
    if isinstance(spec, LeafSpec):
        return [pytree] if _is_leaf(pytree) else None
    if _is_leaf(pytree):
        return [pytree] * spec.num_leaves
    kind = _get_node_type(pytree)
    if kind != spec.type:
        return None
    children, context = SUPPORTED_NODES[kind].flatten_fn(pytree)
    if len(children) != len(spec.children_specs) or context != spec.context:
        return None
    parts = [_broadcast_to_and_flatten(child, part) for child, part in zip(children, spec.children_specs)]
    return None if None in parts else sum(parts, [])
