# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/trees-and-futures.out %t
# REQUIRES: ts-run
# Trees of values, futures that a program sets, derivatives by functions that capture tensors with gradients. The output is that of Python and PyTorch 1.13.
import collections
import functorch
import torch
import torch.futures
import torch.utils._pytree as p
import torch.nn.functional as F

P = collections.namedtuple('P', 'x y')
t = {'a': [1, (2, 3)], 'b': collections.OrderedDict(c=4), 'p': P(5, [6]), 'n': None}
l, s = p.tree_flatten(t)
print(l, s, repr(s), s.num_leaves, s.type, s.context, s.children_specs[0])
print(p.tree_unflatten([x if x is None else x * 2 for x in l], s))
print(p.tree_map(lambda x: x, t) == t, p.LeafSpec())
print(p.tree_map_only(int, lambda x: x + 1, t), p.tree_any(lambda x: x == 3, t), p.tree_all(lambda x: x == 3, t))
print(p.tree_all_only(int, lambda x: x > 0, t), p.tree_any_only(int, lambda x: x > 5, t))
spec = p.tree_flatten((1, [2, 3]))[1]
print(p._broadcast_to_and_flatten(1, spec), p._broadcast_to_and_flatten((1, 2), spec), p._broadcast_to_and_flatten((1, 2, 3), spec))
for c in (lambda: p.tree_unflatten([1], s), lambda: p.tree_unflatten([1], 3)):
    try:
        c()
    except Exception as e:
        print(type(e), e)
print(p.tree_flatten((1,))[1] == p.tree_flatten((2,))[1], p._is_leaf([]), p._is_leaf(3), p._is_leaf(P(1, 2)))


class Point:
    def __init__(self, a, b):
        self.a, self.b = a, b


p._register_pytree_node(Point, lambda q: ([q.a, q.b], None), lambda v, c: Point(*v))
print(p.tree_flatten(Point(1, [2]))[1], p.tree_map(lambda x: x + 1, Point(1, [2])).b)
print(p.tree_flatten([])[1], p.tree_flatten({})[1], p.tree_flatten(collections.defaultdict(list, a=[1])))

# Values that are there later.
x = torch.futures.Future()
print(x.done())
y = x.then(lambda v: v.value() + 1)
x.add_done_callback(lambda v: print("done", v.wait()))
x.set_result(5)
print(y.wait(), x.value(), x.done(), y.done())
z = torch.futures.Future()
z.set_exception(ValueError("bad"))
for c in (lambda: x.set_result(6), z.wait, z.value, lambda: z.set_exception(5), lambda: torch.futures.wait_all([x, z])):
    try:
        c()
    except Exception as e:
        print(type(e), e)
try:
    z.then(lambda v: v.wait()).wait()
except RuntimeError as e:
    print(str(e).split("\n")[0])
print(len(torch.futures.collect_all([x, y]).wait()), torch.futures.wait_all([x, y]), torch.futures.wait_all([]))
print(torch.futures.Future, torch.jit.fork(torch.add, torch.ones(1), 1).wait())

# Derivatives know the gradients of what a function captures.
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
v = torch.tensor([0.5, 1.5, 2.5])
for make in (functorch.jacrev, functorch.jacfwd):
    j = make(lambda x: w * x ** 2)(v)
    print(j.detach(), j.requires_grad, torch.autograd.grad(j.sum(), w))
    print(make(lambda x: x ** 2)(v).requires_grad, make(lambda x: w.detach() * x)(v).requires_grad)
g = functorch.grad(lambda x: (w * x).sum())(v)
print(g.detach(), g.requires_grad, torch.autograd.grad(g.pow(2).sum(), w))
with torch.no_grad():
    print(functorch.grad(lambda x: (w * x).sum())(v).requires_grad)
value, pull = functorch.vjp(lambda x: w * x, v)
print(value.requires_grad, pull(torch.ones(3))[0].requires_grad)
linear = torch.nn.Linear(3, 2)
print(functorch.jacrev(linear)(v).requires_grad, functorch.hessian(lambda x: (w * x ** 3).sum())(v).requires_grad)

# Tensors of the same sizes are not expanded.
a, b = torch.randn(1, 4, requires_grad=True) * 2, torch.randn(1, 4)
print(type(F.mse_loss(a, b).grad_fn.next_functions[0][0]).__name__, torch.broadcast_tensors(a, b)[0] is a or a.grad_fn.name())
print([type(t.grad_fn).__name__ for t in torch.broadcast_tensors(a, torch.randn(3, 1, requires_grad=True))])
