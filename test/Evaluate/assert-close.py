# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/assert-close.out %t
# REQUIRES: ts-run
# torch.testing: what is close and what the errors say. The output is PyTorch's.
import torch
from torch.testing import assert_close
T=torch.tensor
for args, kw in [((torch.ones(2), T([1., 2.])),{}), ((torch.ones(2), torch.ones(3)),{}), ((1, 1.5),{}), ((1,2),{}), ((torch.ones(1), torch.ones(1, dtype=torch.double)),{}), (([torch.ones(1)], [torch.zeros(1)]),{}), (({"a": torch.ones(1)}, {"a": torch.zeros(1)}),{}), (({"a": 1}, {"b": 1}),{}), (([1], [1,2]),{}), ((T(1.), T(2.)),{}), ((T([1,2]), T([1,3])),{}), ((T([True]), T([False])),{}), ((T([float("nan")]), T([float("nan")])),{}), ((T([float("nan")]), T([float("nan")])),dict(equal_nan=True)), ((torch.ones(2,2), torch.zeros(2,2)),dict(rtol=0.1, atol=0.2)), ((torch.ones(1), torch.ones(1)+0.1),dict(rtol=0.1)), ((torch.ones(1), torch.ones(1)*2), dict(msg="boom")), ((torch.ones(1), torch.ones(1, dtype=torch.double)),dict(check_dtype=False)), ((torch.ones(2), 1.0),{}), ((True, False),{}), ((None, None),{}), ((None, 1),{}), (("a","a"),{}), ((1+1j, 1+2j),{}), ((torch.ones(3,2)[:, 0], torch.ones(3)),dict(check_stride=True)), ((torch.zeros(3), T([0, 1e-3, 1])),{}),((torch.ones(1,dtype=torch.half), T([1.002],dtype=torch.half)),{}),((torch.ones(2), T([1., float("inf")])),{})]:
    try: assert_close(*args, **kw); print("close", kw)
    except Exception as e: print(type(e).__name__, e)
    print("--")
