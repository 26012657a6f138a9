# RUN: ts-translate %s --functions=clip,use,triple,double,remote_double --export-torchscript -o %t.py
# RUN: FileCheck %s --input-file=%t.py
# RUN: ts-run %t.py --entry=triple --input=4 | FileCheck %s --check-prefix=TRIPLE
# RUN: ts-run %t.py --entry=clip --input=x=9 --input=max=5 | FileCheck %s --check-prefix=CLIP
# RUN: not ts-run %t.py --entry=remote_double --input='"w"' --input=2 2>&1 | FileCheck %s --check-prefix=REMOTE
# REQUIRES: ts-run
# Names that callers know.
# TRIPLE: 12
# REMOTE: Current RPC agent is not set
# CLIP: 5
import torch
import torch.distributed.rpc as rpc

rpc.init_rpc("w", rank=0, world_size=1)


# Parameters keep their names even where a function of the text has the same;
# those behind the star are given by name.
# CHECK: def clip(x: int, *, max: int) -> int:
# CHECK: def use(clip_result: int) -> int:
# CHECK-NEXT: return clip(clip_result, max=7)
def clip(x: int, *, max: int):
    if x > max:
        return max
    return x


def use(clip_result: int):
    return clip(clip_result, max=7)


def twice(x: int):
    return 2 * x


def thrice(x: int):
    return 3 * x


def after(function):
    def composed(x: int):
        return function(x)

    return composed


triple = after(thrice)
double = after(twice)


# CHECK: def remote_double(worker: str, x: int) -> int:
# CHECK-NEXT: return torch.distributed.rpc.rpc_sync(worker, use, ((x,)[0], ))
def remote_double(worker: str, x: int):
    return rpc.rpc_sync(worker, use, (x,))


# CHECK: triple = composed
# CHECK: double = composed_1
