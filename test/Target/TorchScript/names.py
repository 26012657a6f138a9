# RUN: ts-translate %s --functions=clip,use,triple,double,remote_double --export-torchscript -o %t.py
# RUN: FileCheck %s --input-file=%t.py
# RUN: ts-run %t.py --entry=triple --input=4 | FileCheck %s --check-prefix=TRIPLE
# RUN: ts-run %t.py --entry=clip --input=x=9 --input=max=5 | FileCheck %s --check-prefix=CLIP
# RUN: ts-run %t.py --entry=remote_double --input='"w"' --input=2 2>&1 | FileCheck %s --check-prefix=REMOTE
# REQUIRES: ts-run
# Names that callers know.
# TRIPLE: 12
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


def times(n):
    def product(x: int):
        return x * n

    return product


triple = times(3)
double = times(2)


# CHECK: def remote_double(worker: str, x: int) -> int:
# CHECK-NEXT: return torch.distributed.rpc.rpc_sync(worker, use, (x, ))
def remote_double(worker: str, x: int):
    return rpc.rpc_sync(worker, use, (x,))


# CHECK: triple = product
# CHECK: double = product_1
