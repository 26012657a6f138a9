# Names in the dict of keyword arguments, and what owner() is good for, as in PyTorch: arguments by position must be
# enough; the names are looked at when the call runs.
# RUN: ts-run %s --name=w0 --entry=last --input='"w0"' | FileCheck %s --check-prefix=LAST
# RUN: not ts-run %s --name=w0 --entry=unknown --input='"w0"' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not ts-run %s --name=w0 --entry=twice --input='"w0"' 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not ts-run %s --name=w0 --entry=required --input='"w0"' 2>&1 | FileCheck %s --check-prefix=REQUIRED
# RUN: not ts-run %s --name=w0 --entry=variable --input='"w0"' 2>&1 | FileCheck %s --check-prefix=VARIABLE
# RUN: ts-run %s --name=w0 --entry=owner --input='"w0"' | FileCheck %s --check-prefix=OWNER
# RUN: not ts-run %s --name=w0 --entry=attribute --input='"w0"' 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
import torch.distributed.rpc as rpc


def add(x: int, k: int = 1) -> int:
    return x + k


# LAST: {{^}}5{{$}}
def last(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,), {"k": 3, "k": 4})


# UNKNOWN: return rpc.rpc_sync(to, add, (1,), {"z": 3})
# UNKNOWN: RuntimeError: Unknown keyword argument 'z' for operator 'add'. Schema: add(int x, int k=1) -> int
def unknown(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,), {"z": 3})


# TWICE: RuntimeError: Argument 'x' specified both as positional and keyword argument. Schema: add(int x, int k=1) -> int
def twice(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,), {"x": 3})


# REQUIRED: error: add(int x, int k=1) -> int:
# REQUIRED-NEXT: Argument x not provided.
def required(to: str) -> int:
    return rpc.rpc_sync(to, add, (), {"x": 4, "k": 3})


# VARIABLE: error: the keyword arguments of a remote call must be written as a dict display
def variable(to: str) -> int:
    named = {"k": 3}
    return rpc.rpc_sync(to, add, (1,), named)


# OWNER: <__torch__.torch.classes.dist_rpc.WorkerInfo object at 0x{{[0-9a-f]+}}>
# OWNER-NEXT: {{^}}8{{$}}
def owner(to: str) -> int:
    worker = rpc.remote(to, add, (1,)).owner()
    print(worker)
    return rpc.rpc_sync(worker, add, (7,))


# ATTRIBUTE: 'name'
def attribute(to: str):
    print(rpc.remote(to, add, (1,)).owner().name)
