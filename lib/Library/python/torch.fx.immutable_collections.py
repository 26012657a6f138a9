"""torch.fx.immutable_collections: the lists and dicts that arguments of nodes are made of."""

from torch.utils._pytree import _register_pytree_node


def _refuse(self, *args, **kwargs):
    raise NotImplementedError(
        f"'{type(self).__name__}' object does not support mutation. If you are attempting to modify the kwargs or args of a "
        "torch.fx.Node object,\ninstead create a new copy of it and assign the copy to the node:\n    new_args = ... # copy "
        "and mutate args\n    node.args = new_args\n")


class immutable_list(list):
    __delitem__ = __iadd__ = __imul__ = __setitem__ = append = clear = extend = insert = pop = remove = _refuse

    def __reduce__(self):
        return immutable_list, (tuple(self),)


class immutable_dict(dict):
    __delitem__ = __setitem__ = clear = pop = popitem = update = _refuse

    def __reduce__(self):
        return immutable_dict, (tuple(self.items()),)


_register_pytree_node(immutable_dict, lambda d: (list(d.values()), list(d)), lambda values, keys: immutable_dict(zip(keys, values)))
_register_pytree_node(immutable_list, lambda l: (l, None), lambda values, _: immutable_list(values))
