"""functorch: functions of one example for a batch, and derivatives of functions.

A batch is a loop over its examples here; every operator means what it means for one of them.
"""

import copy as _copy

import torch as _torch
import torch.utils._pytree as _pytree


def _leaves(tree):
    return _pytree.tree_flatten(tree)[0]


def _map(function, tree, *others):
    """The tree with each leaf replaced by what `function` makes of it and its fellows in `others`."""
    leaves, spec = _pytree.tree_flatten(tree)
    return _pytree.tree_unflatten([function(*parts) for parts in zip(leaves, *map(_leaves, others))], spec)


def _tensors(tree):
    return [leaf for leaf in _leaves(tree) if isinstance(leaf, _torch.Tensor)]


def _shape(tree):
    """How error messages write the structure of a tree."""
    return repr(_pytree.tree_flatten(tree)[1])


def _spread(dims, tree):
    """The dimension of each leaf of `tree`; None where `dims` does not fit."""
    return _pytree._broadcast_to_and_flatten(dims, _pytree.tree_flatten(tree)[1])


#
# Batches.
#


def _name(func):
    return getattr(func, "__name__", None) or repr(func)


def _sizes(func, in_dims, args):
    """The dimensions to go through, one for each leaf of `args`, and how far."""
    where = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(f"{where}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of "
                         f"inputs, got: {type(in_dims)}.")
    if not args:
        raise ValueError(f"{where}: got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a function "
                         "with no inputs. The latter is unsupported.")
    dims = _spread(in_dims, args)
    if dims is None:
        raise ValueError(f"{where}: in_dims is not compatible with the structure of `inputs`. in_dims has structure "
                         f"{_shape(in_dims)} but inputs has structure {_shape(args)}.")
    sizes = []
    for i, (leaf, dim) in enumerate(zip(_leaves(args), dims)):
        if dim is None:
            continue
        if not isinstance(leaf, _torch.Tensor):
            raise ValueError(f"{where}: Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over "
                             "non-Tensor arguments, please use None as the respective in_dim")
        if not -leaf.dim() <= dim < leaf.dim():
            raise ValueError(f"{where}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {leaf.dim()} "
                             f"so expected in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}.")
        sizes.append(leaf.size(dim))
    if not sizes:
        raise ValueError(f"{where}: got no mapped dimension: at least one of `in_dims` is to be an int")
    if len(set(sizes)) > 1:
        raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                         f"{sizes} for the mapped dimension")
    return dims, sizes[0]


def _checked(func, made):
    for leaf in _leaves(made):
        if not isinstance(leaf, _torch.Tensor):
            raise ValueError(f"vmap({_name(func)}, ...): `{_name(func)}` must only return Tensors, got type {type(leaf)} as a return.")
    return made


def vmap(func, in_dims=0, out_dims=0, randomness="error"):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")

    def batched(*args, **kwargs):
        dims, size = _sizes(func, in_dims, args)
        before = _torch.get_rng_state() if randomness != "different" else None
        rows = []
        for place in range(size):
            if randomness == "same":
                _torch.set_rng_state(before)
            turn = iter(dims)

            def pick(leaf):
                dim = next(turn)
                return leaf if dim is None else leaf.select(dim, place)

            rows.append(_checked(func, func(*_map(pick, args), **kwargs)))
        if randomness == "error" and not _torch.equal(before, _torch.get_rng_state()):
            raise RuntimeError("vmap: called random operation while in randomness error mode. Please either use the 'same' or "
                               "'different' randomness flags on vmap or perform the randomness operation out of vmap")
        if not rows:
            raise RuntimeError("vmap: a batch of no examples does not say what its result is")
        spread = _spread(out_dims, rows[0])
        if spread is None:
            raise ValueError(f"vmap({_name(func)}, ..., out_dims={out_dims}): out_dims is not compatible with the structure of "
                             f"`outputs`. out_dims has structure {_shape(out_dims)} but outputs has structure {_shape(rows[0])}.")
        turns = iter(spread)
        return _map(lambda *parts: _torch.stack(parts, next(turns)), *rows)

    return batched


#
# Derivatives.
#


def _chosen(argnums, args, what):
    """The arguments that a derivative is by."""
    for number in (argnums if isinstance(argnums, tuple) else (argnums,)):
        if not isinstance(number, int) or not -len(args) <= number < len(args):
            raise RuntimeError(f"Got argnum={number}, but only {len(args)} positional inputs")
    return tuple(args[n] for n in argnums) if isinstance(argnums, tuple) else args[argnums]


def _with(args, argnums, values):
    args = list(args)
    for number, value in zip(argnums, values) if isinstance(argnums, tuple) else [(argnums, values)]:
        args[number] = value
    return args


def _variable(leaf):
    """A tensor to derive by; it stays part of a derivative around this one."""
    if not isinstance(leaf, _torch.Tensor):
        return leaf
    return leaf.view_as(leaf) if leaf.requires_grad else leaf.detach().requires_grad_()


def _filled(found, inputs):
    return [_torch.zeros_like(t) if g is None else g for g, t in zip(found, inputs)]


def _settled(tree, isOuter):
    """Results, which outside of a derivative know nothing of this one."""
    return _map(lambda leaf: leaf.detach() if isinstance(leaf, _torch.Tensor) and not isOuter else leaf, tree)


def _needs(args):
    return any(t.requires_grad for t in _tensors(args))


def _captures(output, variables):
    """Whether results depend on tensors with gradients that are no variables: a function's closure has them."""
    own = {id(leaf) for leaf in _tensors(variables)}
    seen = {}
    open_ = [leaf.grad_fn for leaf in _tensors(output)]
    while open_:
        node = open_.pop()
        if node is None or id(node) in seen:
            continue
        seen[id(node)] = node
        if hasattr(node, "variable") and id(node.variable) not in own:
            return True
        open_ += [edge[0] for edge in node.next_functions]
    return False


def grad_and_value(func, argnums=0, has_aux=False):
    def derived(*args, **kwargs):
        isOuter, isEnabled = _needs(args), _torch.is_grad_enabled()
        with _torch.enable_grad():
            variables = _map(_variable, _chosen(argnums, args, "grad"))
            output = func(*_with(args, argnums, variables), **kwargs)
            isOuter = isOuter or isEnabled and _captures(output, variables)
            aux = None
            if has_aux:
                if not isinstance(output, tuple) or len(output) != 2:
                    raise RuntimeError("grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) "
                                       "if has_aux is True")
                output, aux = output
            if not isinstance(output, _torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                                   f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            leaves = _tensors(variables)
            found = [None] * len(leaves)
            if output.requires_grad:
                found = _torch.autograd.grad(output, leaves, create_graph=isOuter, allow_unused=True)
        turn = iter(_filled(found, leaves))
        slopes = _map(lambda leaf: next(turn) if isinstance(leaf, _torch.Tensor) else leaf, variables)
        output, aux = _settled(output, isOuter), _settled(aux, isOuter)
        return (slopes, (output, aux)) if has_aux else (slopes, output)

    return derived


def grad(func, argnums=0, has_aux=False):
    def derived(*args, **kwargs):
        slopes, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (slopes, value[1]) if has_aux else slopes

    return derived


def vjp(func, *primals, has_aux=False):
    isOuter, isEnabled = _needs(primals), _torch.is_grad_enabled()
    with _torch.enable_grad():
        variables = _map(_variable, primals)
        output = func(*variables)
    isOuter = isOuter or isEnabled and _captures(output, variables)
    aux = None
    if has_aux:
        if not isinstance(output, tuple) or len(output) != 2:
            raise RuntimeError("vjp(f, *primals): output of function f should be a tuple: (output, aux) if has_aux is True")
        output, aux = output
    for leaf in _leaves(output):
        if not isinstance(leaf, _torch.Tensor):
            raise RuntimeError(f"vjp(f, *primals): expected f(*primals) to return only tensors, got unsupported type {type(leaf)}")
    inputs = _tensors(variables)

    def pull(cotangents, retain_graph=True, create_graph=None):
        if _shape(cotangents) != _shape(output):
            raise RuntimeError("Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                               f"function. cotangents: {_shape(cotangents)}, primal output: {_shape(output)}")
        pairs = [(o, c) for o, c in zip(_leaves(output), _leaves(cotangents)) if o.requires_grad]
        found = [None] * len(inputs)
        if pairs:
            outer = isOuter or _needs(cotangents) if create_graph is None else create_graph
            found = _torch.autograd.grad([o for o, _ in pairs], inputs, [c for _, c in pairs], retain_graph=retain_graph,
                                         create_graph=outer, allow_unused=True)
        turn = iter(_filled(found, inputs))
        made = _map(lambda leaf: next(turn) if isinstance(leaf, _torch.Tensor) else leaf, variables)
        return made

    values = _settled(output, isOuter)
    return (values, pull, _settled(aux, isOuter)) if has_aux else (values, pull)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    if not isinstance(primals, tuple) or _shape(primals) != _shape(tangents):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals and tangents to have the same python structure. For "
                           "example, if primals is a tuple of 3 tensors, tangents also must be. Got primals with structure "
                           f"{_shape(primals)} and tangents with structure {_shape(tangents)}")
    isOuter, isEnabled = _needs(primals) or _needs(tangents), _torch.is_grad_enabled()
    with _torch.enable_grad():
        variables = _map(_variable, primals)
        output = func(*variables)
        isOuter = isOuter or isEnabled and _captures(output, variables)
        aux = None
        if has_aux:
            output, aux = output
        inputs = _tensors(variables)

        def push(value):
            # The way back is linear in what it starts from: its derivative is the way forward.
            if not value.requires_grad:
                return _torch.zeros_like(value)
            start = _torch.zeros_like(value, requires_grad=True)
            back = _filled(_torch.autograd.grad(value, inputs, start, create_graph=True, allow_unused=True), inputs)
            pairs = [(b, t) for b, t in zip(back, _tensors(tangents)) if b.requires_grad]
            if not pairs:
                return _torch.zeros_like(value)
            return _filled(_torch.autograd.grad([b for b, _ in pairs], start, [t for _, t in pairs], create_graph=isOuter,
                                                allow_unused=True), [value])[0]

        pushed = _map(push, output)
    made = _settled(output, isOuter), _settled(pushed, isOuter)
    return made + (_settled(aux, isOuter),) if has_aux else made


def jacrev(func, argnums=0, *, has_aux=False):
    def derived(*args):
        chosen = _chosen(argnums, args, "jacrev")
        parts = chosen if isinstance(argnums, tuple) else (chosen,)
        made = vjp(lambda *values: func(*_with(args, argnums, values if isinstance(argnums, tuple) else values[0])), *parts,
                   has_aux=has_aux)
        output, pull = made[0], made[1]

        def rows(value):
            """The slopes of each element, for each part."""
            found = []
            for place in range(value.numel()):
                start = _torch.zeros(value.numel(), dtype=value.dtype)
                start[place] = 1
                start = start.reshape(value.shape)
                found.append(pull(_map(lambda o: start if o is value else _torch.zeros_like(o), output)))
            stacked = _map(lambda *slopes: _torch.stack(slopes).reshape(tuple(value.shape) + tuple(slopes[0].shape)), *found)
            return stacked if isinstance(argnums, tuple) else stacked[0]

        slopes = _map(rows, output)
        return (slopes, made[2]) if has_aux else slopes

    return derived


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)


#
# Modules as functions of their parameters.
#


def _stateless(model):
    copied = _copy.deepcopy(model)
    for name, parameter in list(copied.named_parameters()):
        _put(copied, name, parameter.detach())
    return copied


def _put(model, name, value):
    *path, last = name.split(".")
    for part in path:
        model = model._modules[part]
    own = model._parameters if last in model._parameters else model._buffers
    own[last] = value


class FunctionalModule(_torch.nn.Module):
    """A module that gets its parameters with each call."""

    def __init__(self, model):
        super().__init__()
        names = [name for name, _ in model.named_parameters()]
        buffers = [name for name, _ in model.named_buffers()]
        self.stateless_model = _stateless(model)
        self.__dict__["_names"] = names, buffers

    def _run(self, values, args, kwargs):
        names = [name for group in self._names for name in group]
        kept = dict(self.stateless_model.named_parameters())
        kept.update(self.stateless_model.named_buffers())
        try:
            for name, value in zip(names, values):
                _put(self.stateless_model, name, value)
            return self.stateless_model(*args, **kwargs)
        finally:
            for name, value in kept.items():
                _put(self.stateless_model, name, value)

    def forward(self, params, *args, **kwargs):
        return self._run(tuple(params), args, kwargs)


class FunctionalModuleWithBuffers(FunctionalModule):
    def forward(self, params, buffers, *args, **kwargs):
        return self._run(tuple(params) + tuple(buffers), args, kwargs)


def _values(model, disable_autograd_tracking):
    params = tuple(model.parameters())
    if disable_autograd_tracking:
        params = tuple(p.detach() for p in params)
    return params


def make_functional(model, disable_autograd_tracking=False):
    if list(model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    return FunctionalModule(model), _values(model, disable_autograd_tracking)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    return FunctionalModuleWithBuffers(model), _values(model, disable_autograd_tracking), tuple(model.buffers())


def combine_state_for_ensemble(models):
    models = list(models)
    if not models:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if len({m.training for m in models}) > 1:
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if len({type(m) for m in models}) > 1:
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    made = [make_functional_with_buffers(m) for m in models]
    params = tuple(_torch.stack(parts).detach() for parts in zip(*(m[1] for m in made)))
    buffers = tuple(_torch.stack(parts).detach() for parts in zip(*(m[2] for m in made)))
    return made[0][0], params, buffers


def functionalize(func, *, remove="mutations"):
    """The function itself: what it returns is the same, and nobody looks at its operators."""
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(f"functionalize(f, remove='mutations'): received invalid argument for `remove={remove}`.")
    return func
