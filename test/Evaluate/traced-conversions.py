# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/traced-conversions.out %t
# REQUIRES: ts-run
# Conversions of sizes that a trace warns of, and numbers with conversions of their own. The output is PyTorch's.
import warnings

import torch


def run(function, *inputs):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        traced = torch.jit.trace(function, inputs, check_trace=False)
    print([str(w.message).split(" might")[0] for w in caught], traced(*inputs).sum(), traced.code.count("int("))


x = torch.ones(2, 3)
run(lambda x: x + int(x.size(0)), x)
run(lambda x: x + x.size(0), x)
run(lambda x: x + float(x.shape[1]), x)
run(lambda x: x[: int(x.shape[0] / 2)], x)
run(lambda x: x[: x.shape[0] // 2], x)
run(lambda x: x.view(-1, int(x.size(1))), x)
run(lambda x: x.view(x.size(1), -1).reshape(x.shape[0] * x.shape[1]), x)
run(lambda x: x + len(x), x)
run(lambda x: torch.nn.functional.pad(x, (0, x.size(0))), x)
run(lambda x: torch.nn.functional.interpolate(x[None], size=x.size(0) * 2), x)
run(lambda x: torch.nn.functional.layer_norm(x, x.shape[1:]), x)
run(lambda x: torch.zeros(x.shape) + torch.arange(x.size(1)), x)


class Metres(float):
    def __int__(self):
        return 7

    def __float__(self):
        return 2.5


class Steps(int):
    def __int__(self):
        return 11

    def __float__(self):
        return 1.25


print(int(Metres(3.0)), float(Metres(3.0)), Metres(3.0) + 1, int(Steps(4)), float(Steps(4)), Steps(4) + 1)
