# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/schedules.out %t
# REQUIRES: ts-run
# Plans of learning rates: their state, and steps to an epoch; the output is what Python prints.
import torch
from torch.optim import lr_scheduler as S
p=[torch.nn.Parameter(torch.ones(1))]
o=torch.optim.SGD(p,.1); pl=S.ReduceLROnPlateau(o, patience=1, verbose=True); pl.step(1.); print(pl.state_dict())
for mk in (lambda o: S.StepLR(o, 2, .1), lambda o: S.MultiStepLR(o, [1, 3]), lambda o: S.ExponentialLR(o, .9), lambda o: S.LambdaLR(o, lambda e: 1 / (e + 1)), lambda o: S.CosineAnnealingLR(o, 4, 1e-3), lambda o: S.LinearLR(o), lambda o: S.ConstantLR(o), lambda o: S.PolynomialLR(o, 4) if hasattr(S, "PolynomialLR") else S.ConstantLR(o), lambda o: S.MultiplicativeLR(o, lambda e: .95)):
    o=torch.optim.SGD(p,.1); s=mk(o); print(type(s).__name__, {k: v for k, v in s.state_dict().items() if k != "lr_lambdas"}); o.step(); s.step(3); print(s.get_last_lr()); s.step(); print(s.get_last_lr())
o = torch.optim.SGD(p, .1)
s = S.SequentialLR(o, [S.ConstantLR(o, .1, 2), S.ExponentialLR(o, .9)], [2])
for _ in range(3):
    o.step(); s.step()
print(s.state_dict()); t = S.SequentialLR(torch.optim.SGD(p, .1), [S.ConstantLR(o, .1, 2), S.ExponentialLR(o, .9)], [2]) if False else s; t.load_state_dict(s.state_dict())
l = S.LambdaLR(o, lambda e: 1. / (1 + e)); print(l.state_dict()); l.load_state_dict(l.state_dict())
c = S.ChainedScheduler([S.ConstantLR(o), S.ExponentialLR(o, .9)]); c.step(); print(c.state_dict())
for bad in (dict(mode="x"), dict(threshold_mode="y"), dict(factor=1.), dict(min_lr=[1, 2])):
    try: S.ReduceLROnPlateau(o, **bad)
    except ValueError as e: print(e)
