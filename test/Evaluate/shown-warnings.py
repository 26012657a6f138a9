# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/shown-warnings.out %t
# REQUIRES: ts-run
# Programs may show warnings themselves. The output is PyTorch's.
import torch, warnings
warnings.simplefilter("always")
def sh(m, c, f, l, file=None, line=None): print(c.__name__, str(m))
warnings.showwarning = sh
p = torch.zeros(1, requires_grad=True)
o = torch.optim.SGD([p], 1.0)
s = torch.optim.lr_scheduler.StepLR(o, 2)
s.step()
s.step(3)
o = torch.optim.SGD([p], 1.0); s = torch.optim.lr_scheduler.ExponentialLR(o, .5)
o.step = lambda: None
s.step()
o = torch.optim.SGD([p], 1.0); s = torch.optim.lr_scheduler.ExponentialLR(o, .5); s2 = torch.optim.lr_scheduler.LambdaLR(o, lambda e: 1)
o.step(); s.step(); s2.step(); print(s.get_last_lr(), o._step_count, s._step_count)
with warnings.catch_warnings():
    warnings.showwarning = lambda message, category, *rest: print("inner", message)
    warnings.warn("one")
warnings.warn("two", DeprecationWarning)
print(complex(torch.tensor(1 + 2j)), complex(torch.tensor(3)), torch.arange(4).split(split_size=3))
