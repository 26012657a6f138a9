#!/usr/bin/env python3
"""Times work that is shared by 1, 2, 4 and 8 workers of this machine.

    benchmarks/rpc/scale.py [--tools=build/release/bin] [--workers=1,2,4,8] [--rounds=3]

The work is to count primes in 64 ranges, a remote call each, as many in flight as there are workers; a call without
workers does the same here. All processes are on this machine: there can be no more speed-up than it has cores. The
least time of a call counts.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

PROGRAM = """
from typing import List
import torch
import torch.distributed.rpc as rpc

def count(begin: int, end: int) -> int:
    found = 0
    for n in range(begin, end):
        i = 2
        while i * i <= n and n % i != 0:
            i += 1
        found += int(n > 1 and i * i > n)
    return found

def here(ranges: int, size: int) -> int:
    found = 0
    for i in range(ranges):
        found += count(i * size, (i + 1) * size)
    return found

def there(workers: int, ranges: int, size: int) -> int:
    names = ["w" + str(i + 1) for i in range(workers)]
    calls = [rpc.rpc_async(names[i], count, (i * size, (i + 1) * size)) for i in range(workers)]
    found = 0
    for i in range(ranges):
        found += calls.pop(0).wait()
        next = i + workers
        if next < ranges:
            # The first in flight has ended; its worker gets the next range.
            calls.append(rpc.rpc_async(names[next % workers], count, (next * size, (next + 1) * size)))
    return found
"""


def start_workers(tools, program, directory, count):
    """Processes w1, w2, ..., and where the first listens."""
    processes, where = [], None
    for number in range(1, count + 1):
        address = os.path.join(directory, f"address{number}")
        command = [f"{tools}/ts-worker", program, f"--name=w{number}", f"--address-file={address}"]
        processes.append(subprocess.Popen(command + ([f"--join={where}"] if where else []), stdout=subprocess.DEVNULL))
        while not os.path.exists(address):
            if processes[-1].poll() is not None:
                raise SystemExit(f"worker w{number} ended with {processes[-1].returncode}")
            time.sleep(0.01)
        if not where:
            with open(address) as file:
                where = file.read().strip()
    return processes, where


def run(tools, program, arguments):
    """The least time of a call in milliseconds, and its result."""
    done = subprocess.run([f"{tools}/ts-run", program, *arguments, "--input=64", "--input=20000", "--benchmark=3", "--json"],
                          capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def measure(tools, program, count):
    if count == 0:
        return run(tools, program, ["--entry=here"])
    with tempfile.TemporaryDirectory() as directory:
        processes, where = start_workers(tools, program, directory, count)
        try:
            return run(tools, program, ["--name=w0", f"--join={where}", "--entry=there", f"--input={count}"])
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(timeout=30)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", default="build/release/bin")
    parser.add_argument("--workers", default="1,2,4,8")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    counts = [0] + [int(count) for count in options.workers.split(",")]
    times = {count: [] for count in counts}
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "primes.py")
        with open(program, "w") as file:
            file.write(PROGRAM)
        for _ in range(options.rounds):
            for count in counts:
                times[count].append(measure(options.tools, program, count)["benchmark"]["min"])
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n\n| workers | ms | speed-up |\n|---|---|---|")
    for count in counts:
        least = min(times[count])
        print(f"| {count or 'none'} | {least:.1f} | {min(times[0]) / least:.2f} |")


if __name__ == "__main__":
    main()
