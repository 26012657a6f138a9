# RUN: ts-translate --import-torchscript --no-sources --functions=sync,later,reference %s | FileCheck %s
# RUN: not ts-translate --import-torchscript --functions=keywords,all_keywords,few,callee,argument %s 2>&1 | FileCheck %s --check-prefix=ERR
# Calls to other workers (TS-RPC-001, 002).
import torch.distributed.rpc as rpc


def add(x, k: int = 1):
    return x + k


# CHECK-LABEL: func.func @sync
# CHECK: ts.rpc "rpc_sync", @add({{.*}}) : (!ts.str, !ts.tensor, i64, f64) -> !ts.tensor
def sync(to: str, x):
    return rpc.rpc_sync(to, add, (x,), {"k": 3}, 2.5)


# CHECK-LABEL: func.func @later
# CHECK: ts.rpc "rpc_async", @add{{.*}} -> !ts.future<!ts.tensor>
def later(to: str, x):
    return rpc.rpc_async(to, add, (x, 2))


# CHECK-LABEL: func.func @reference
# CHECK: ts.rpc "remote", @add{{.*}} -> !ts.rref<!ts.tensor>
def reference(to: str, x):
    return rpc.remote(to, add, (x,)).is_owner()


# ERR: [[#@LINE+2]]:12: error: rpc_sync(dst_worker_name, user_callable, args, kwargs)does not support kwargs yet
def keywords(to: str, x):
    return rpc.rpc_sync(to, add, args=(x,))


# The arguments by position are counted first.
# ERR: [[#@LINE+2]]:12: error: Possible forms of call to rpc_sync(..) are
def all_keywords(to: str, x):
    return rpc.rpc_sync(to=to, func=add, args=(x, x))


# ERR: [[#@LINE+2]]:12: error: Possible forms of call to rpc_remote(..) are
def few(to: str):
    return rpc.remote(to)


# ERR: [[#@LINE+2]]:29: error: user_callable should be a FunctionValue, it's now a value of type 'Tensor'
def callee(to: str, x):
    return rpc.rpc_sync(to, x, (x,))


# ERR: [[#@LINE+3]]:12: error: add(Tensor x, int k=1) -> Tensor:
# ERR-NEXT: Expected a value of type 'Tensor (inferred)' for argument 'x' but instead found type 'str'.
def argument(to: str):
    return rpc.rpc_sync(to, add, ("a",))
