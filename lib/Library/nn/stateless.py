# torch.nn.utils.stateless: a call of a module with other parameters and buffers.


def _owner(module, name):
    path, _, last = name.rpartition(".")
    for part in path.split(".") if path else []:
        module = getattr(module, part)
    return module, last


def functional_call(module, parameters_and_buffers, args, kwargs=None):
    if not isinstance(args, tuple):
        args = (args,)
    kept = []
    try:
        for name, value in parameters_and_buffers.items():
            owner, last = _owner(module, name)
            for members in (owner._parameters, owner._buffers):
                if last in members:
                    kept.append((members, last, members[last]))
                    members[last] = value
                    break
            else:
                raise KeyError("{} is no parameter or buffer of the module".format(name))
        return module(*args, **(kwargs or {}))
    finally:
        for members, last, value in reversed(kept):
            members[last] = value
