# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/truth-values-as-floats.out %t
# REQUIRES: ts-run
# A truth value is a number where an operator takes a float, and none where it takes an int: the output is that of PyTorch 1.13.
import torch
import torch.nn.functional as F

mask = torch.ones(2, 3, dtype=torch.bool)
print(F.pad(mask, (1, 1), value=False))
print(F.pad(torch.ones(1, 2), (1, 0), value=True))
print(F.leaky_relu(torch.tensor([-2.0, 3.0]), negative_slope=True))
print(F.layer_norm(torch.tensor([[1.0, 3.0]]), (2,), eps=True))
print(torch.tensor([1.0, 2.0]).std(unbiased=False), torch.nan_to_num(torch.tensor([float("nan")]), nan=True))
for call in (lambda: F.pad(mask, (1, 1), value="x"), lambda: torch.ones(2).narrow(0, True, 1)):
    try:
        print(call())
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__)
