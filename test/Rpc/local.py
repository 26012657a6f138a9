"""Workers of one machine talk through sockets of their own, large messages are read from memory, and with
--network-only all goes over gRPC: the same results each way."""
# RUN: %python %s
import os
import signal
import subprocess
import tempfile
import time

PROGRAM = """
import torch
import torch.distributed.rpc as rpc
from torch import Tensor
from typing import List, Tuple

def twice(x: Tensor) -> Tensor:
    return x * 2

def stride(x: Tensor) -> Tuple[Tensor, int]:
    return x.t()[::2], x.stride(1)

def both(xs: List[Tensor]) -> List[Tensor]:
    return [xs[0] + 1, xs[1], xs[0]]

def main() -> bool:
    for size in [0, 1, 100, 5000, 20000, 40000, 300000, 3000000]:
        x = torch.arange(size)
        y = rpc.rpc_sync("w1", twice, (x,))
        if not torch.equal(y, x * 2):
            print("size", size)
            return False
    x = torch.arange(400000).view(800, 500)
    y, step = rpc.rpc_sync("w1", stride, (x.t(),))
    if not torch.equal(y, x[::2]) or step != 500:
        return False
    a, b = torch.ones(100000), torch.zeros(3, dtype=torch.int32)
    zs = rpc.rpc_sync("w1", both, ([a, b],))
    zs[2].add_(1)
    # Many at a time, some of them large.
    open = [rpc.rpc_async("w1", twice, (torch.full([1 + 70000 * (i % 3)], i),)) for i in range(60)]
    for i, f in enumerate(open):
        if not torch.equal(f.wait(), torch.full([1 + 70000 * (i % 3)], 2 * i)):
            return False
    return torch.equal(zs[0], zs[2]) and torch.equal(zs[1], b) and int(a.sum()) == 100000
"""


def has_socket(where):
    with open("/proc/net/unix") as file:
        return any(line.rstrip("\n").endswith("@torchscript-rpc/" + where) for line in file)


def check(program, worker_options, client_options, address):
    worker = subprocess.Popen(
        ["ts-worker", program, "--name=w1", f"--address-file={address}", *worker_options],
        stdout=subprocess.DEVNULL,
    )
    try:
        end = time.time() + 30
        while not os.path.exists(address):
            assert time.time() < end and worker.poll() is None
            time.sleep(0.02)
        with open(address) as file:
            where = file.read().strip()
        assert has_socket(where) == (not worker_options), where
        done = subprocess.run(
            ["ts-run", program, "--name=w0", f"--join={where}", "--entry=main", *client_options],
            capture_output=True, text=True, timeout=100,
        )
        assert (done.returncode, done.stdout) == (0, "True\n"), (worker_options, client_options, done)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=30) == 0
        assert not has_socket(where)
    finally:
        if worker.poll() is None:
            worker.kill()


with tempfile.TemporaryDirectory() as directory:
    program = os.path.join(directory, "program.py")
    with open(program, "w") as file:
        file.write(PROGRAM)
    only = ["--network-only"]
    for i, (mine, theirs) in enumerate([([], []), (only, []), ([], only), (only, only)]):
        check(program, mine, theirs, os.path.join(directory, f"address{i}"))
