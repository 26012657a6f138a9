"""torch.fx._pytree: the leaves of a tree that has the structure of another."""

from collections import namedtuple as _namedtuple

from torch.utils._pytree import LeafSpec as _LeafSpec

SUPPORTED_NODES = {}


def register_pytree_flatten_spec(typ, flatten_fn_spec):
    SUPPORTED_NODES[typ] = flatten_fn_spec


def tree_flatten_spec(pytree, spec):
    if isinstance(spec, _LeafSpec):
        return [pytree]
    if spec.type not in SUPPORTED_NODES:
        raise RuntimeError(
            f"{type(pytree)} does not have a flatten_fn_spec associated with it. Please register one with"
            "torch.fx._pytree.register_pytree_flatten_spec.  If you have serialized your model, make"
            "sure that any custom pytrees have been registered before loading it.")
    children = SUPPORTED_NODES[spec.type](pytree, spec)
    return [leaf for child, part in zip(children, spec.children_specs) for leaf in tree_flatten_spec(child, part)]


def _items(sequence, spec):
    return [sequence[i] for i in range(len(spec.children_specs))]


register_pytree_flatten_spec(dict, lambda d, spec: [d[key] for key in spec.context])
for _type in (list, tuple, _namedtuple):
    register_pytree_flatten_spec(_type, _items)
