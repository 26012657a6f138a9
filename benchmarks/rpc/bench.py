#!/usr/bin/python3
"""Times remote calls beside PyTorch's RPC: a table of the best rounds.

    benchmarks/rpc/bench.py CALLS [--rounds=5]

CALLS is benchmarks/rpc/calls.cpp, compiled. Rounds of ours, ours over gRPC, and PyTorch's (TensorPipe,
TorchScript functions) take turns; each has two processes on the loopback address of this machine.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

THEIRS = r"""
import json, os, sys, time
import torch, torch.distributed.rpc as rpc
rank, port = int(sys.argv[1]), sys.argv[2]
os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "127.0.0.1", port
sys.path.insert(0, sys.argv[3])
import functions
rpc.init_rpc("w%d" % rank, rank=rank, world_size=2)
if rank == 1:
    functions.latency("w0", 200)
    def timed(f, *a):
        start = time.perf_counter()
        f(*a)
        return time.perf_counter() - start
    def one():
        times = []
        for _ in range(2000):
            start = time.perf_counter()
            functions.latency("w0", 1)
            times.append(time.perf_counter() - start)
        times.sort()
        return times[1000] * 1e6
    result = {"latency_us": one(), "rate_1": 3000 / timed(functions.latency, "w0", 3000),
              "rate_64": 20000 / timed(functions.flight, "w0", 20000, 64)}
    for name, size, count in (("gbs_1k", 1000, 2000), ("gbs_1m", 1000000, 200), ("gbs_100m", 100000000, 5)):
        t = torch.zeros(size // 4)
        functions.send("w0", t, 1)
        result[name] = size * count / timed(functions.send, "w0", t, count) / 1e9
    print(json.dumps(result), flush=True)
rpc.shutdown()
"""

FUNCTIONS = r"""
import torch
import torch.distributed.rpc as rpc
from typing import List
@torch.jit.script
def empty(x: int) -> int:
    return x
@torch.jit.script
def size(x: torch.Tensor) -> int:
    return x.numel()
@torch.jit.script
def latency(to: str, count: int):
    for i in range(count):
        rpc.rpc_sync(to, empty, (i,))
@torch.jit.script
def flight(to: str, count: int, width: int):
    open = [rpc.rpc_async(to, empty, (0,))]
    for i in range(count - 1):
        if len(open) == width:
            open.pop(0).wait()
        open.append(rpc.rpc_async(to, empty, (i,)))
    for f in open:
        f.wait()
@torch.jit.script
def send(to: str, x: torch.Tensor, count: int):
    for i in range(count):
        rpc.rpc_sync(to, size, (x,))
"""


def ours(calls, directory, number, *options):
    address = os.path.join(directory, f"address{number}{''.join(options)}")
    server = subprocess.Popen([calls, "serve", address, *options], stdin=subprocess.PIPE)
    try:
        while not os.path.exists(address):
            if server.poll() is not None:
                sys.exit(f"the server ended with {server.returncode}")
            time.sleep(0.01)
        with open(address) as file:
            where = file.read().strip()
        return json.loads(subprocess.check_output([calls, "measure", where, *options], timeout=300))
    finally:
        server.stdin.close()
        server.wait(timeout=30)


def theirs(directory, number):
    port = str(29600 + number)
    command = ["/usr/bin/python3", "-c", THEIRS]
    server = subprocess.Popen(command + ["0", port, directory], stderr=subprocess.DEVNULL)
    try:
        return json.loads(subprocess.check_output(command + ["1", port, directory], timeout=300,
                                                  stderr=subprocess.DEVNULL))
    finally:
        server.wait(timeout=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("calls")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    results = {"ours": [], "gRPC": [], "PyTorch": []}
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "functions.py"), "w") as file:
            file.write(FUNCTIONS)
        for number in range(options.rounds):
            results["ours"].append(ours(options.calls, directory, number))
            results["gRPC"].append(ours(options.calls, directory, number, "--network-only"))
            results["PyTorch"].append(theirs(directory, number))
    rows = (("latency of an empty call, us", "latency_us"), ("calls/s, 1 in flight", "rate_1"),
            ("calls/s, 64 in flight", "rate_64"), ("GB/s, 1 kB", "gbs_1k"), ("GB/s, 1 MB", "gbs_1m"),
            ("GB/s, 100 MB", "gbs_100m"))
    print("| | ours | PyTorch | ahead | ours, over gRPC | ahead |\n|---|---|---|---|---|---|")
    for title, key in rows:
        # The best round: what else runs on the machine only takes.
        best = min if key == "latency_us" else max
        a, c, b = (best(r[key] for r in rounds) for rounds in results.values())
        ahead = [b / x if key == "latency_us" else x / b for x in (a, c)]
        form = ".0f" if a >= 100 else ".3f"
        print(f"| {title} | {a:{form}} | {b:{form}} | {ahead[0]:.2f}x | {c:{form}} | {ahead[1]:.2f}x |")


sys.exit(main())
