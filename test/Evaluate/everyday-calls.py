# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/everyday-calls.out %t
# REQUIRES: ts-run
# Sizes by name, types of tensors, warnings of losses, places of messages, complex parameters, graphs that are used again, second runs of
# checkpoints: the output is that of PyTorch 1.13.
import logging
import sys
import warnings
from typing import List

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

x = torch.arange(24.0)
print(x.reshape(shape=(4, 6)).shape, x.view(size=(3, 8)).shape, x[:2].expand(size=(3, 2)).shape, x.view(2, 12).permute(dims=(1, 0)).shape)
print(x[:2].repeat(repeats=(2, 2)).shape, x.view(4, 6).flip(dims=(0,))[0], x[:2].tile(dims=(2,)), x.reshape((2, -1)).shape, x.view(2, 12).reshape(-1).shape)
for dtype in (torch.half, torch.bfloat16, torch.bool, torch.int8, torch.int16, torch.uint8, torch.cfloat, torch.cdouble, torch.float):
    print(torch.zeros(1, dtype=dtype).type(), end=" ")
print(x[:1].type("torch.DoubleTensor"), x[:1].type(torch.LongTensor), x[:1].type(torch.HalfTensor), torch.ShortTensor([1]).dtype)


def attempt(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, str(e).splitlines()[0])


attempt("type", lambda: x.type("torch.FooTensor"))
attempt("strings", lambda: torch.tensor(["a"]))
attempt("string", lambda: torch.tensor("a"))
attempt("mixed", lambda: torch.tensor([1, "a"]))
attempt("keyword", lambda: torch.zeros(2, foo=1))
attempt("classes", lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 1, 2])))
attempt("nll", lambda: F.nll_loss(torch.ones(4, 3), torch.tensor([0, 1])))
attempt("scalar", lambda: F.nll_loss(torch.ones(()), torch.tensor([0, 1])))
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
torch.set_deterministic_debug_mode("default")
print(torch.are_deterministic_algorithms_enabled(), torch.get_deterministic_debug_mode())

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for loss in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss):
        loss(torch.ones(2), torch.ones(2, 1))
    for f in (F.softmax, F.log_softmax, F.softmin):
        f(torch.ones(2, 2))
    nn.Softmax()(torch.ones(3))
    F.kl_div(torch.ones(2), torch.ones(2))
    for w in caught:
        print(w.category.__name__, w.message)

logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(module)s %(funcName)s:%(lineno)d %(message)s", level=logging.INFO)
log = logging.getLogger(__name__)


class Worker:
    def run(self):
        log.info("running %d", 3)


Worker().run()
log.warning("at the top")
print(sys.argv[0].endswith("everyday-calls.py"), len(sys.argv))

for make in (lambda p: torch.optim.Adam(p, 0.1), lambda p: torch.optim.AdamW(p, 0.1), lambda p: torch.optim.Adagrad(p, 0.1),
             lambda p: torch.optim.RMSprop(p, 0.1, centered=True, momentum=0.5), lambda p: torch.optim.Adadelta(p),
             lambda p: torch.optim.Adamax(p, 0.1), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9)):
    w = nn.Parameter(torch.tensor([1 + 2j, 3 - 1j]))
    opt = make([w])
    for _ in range(3):
        opt.zero_grad()
        ((w * w.conj()).real.sum() + (w * (1 + 1j)).imag.sum()).backward()
        opt.step()
    print(type(opt).__name__, w.detach(), {k: v.dtype for k, v in opt.state[w].items() if torch.is_tensor(v) and v.ndim})

p = torch.ones(3, requires_grad=True)
m = p * 2
m.register_hook(lambda g: print("hook", g))
m.sum().backward()
try:
    m.sum().backward()
except RuntimeError as e:
    print(str(e)[:50])


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin, self.drop, self.calls = nn.Linear(4, 4), nn.Dropout(0.5), 0

    def forward(self, x):
        self.calls += 1
        return self.drop(self.lin(x)).relu()


torch.manual_seed(0)
block, data = Block(), torch.randn(2, 4)
gradients = []
for how in (None, False, True):
    block.calls = 0
    block.zero_grad()
    torch.manual_seed(1)
    y = data.clone().requires_grad_()
    out = block(y) if how is None else checkpoint(block, y, use_reentrant=how)
    out.sum().backward()
    gradients.append(block.lin.weight.grad.clone())
    print(how, block.calls, torch.rand(1))
print(torch.equal(gradients[0], gradients[1]), torch.equal(gradients[0], gradients[2]), checkpoint(block, data, use_reentrant=True).requires_grad,
      checkpoint(block, data, use_reentrant=False).requires_grad)
stack = nn.Sequential(Block(), Block(), Block(), Block())
y = data.clone().requires_grad_()
checkpoint_sequential(stack, 2, y).sum().backward()
print([b.calls for b in stack], y.grad.shape)


@torch.jit.script
def counted(xs: List[int]):
    doubled = [x * 2 for x in xs]
    n = 0
    for i, q in enumerate(doubled):
        n += i * q
    return n, doubled


print(counted([1, 2, 3]), counted.code)

