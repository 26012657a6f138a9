"""A worker that has as many calls open as it takes says what it does, and refuses more."""
# RUN: %python %s
# RUN: %python %s --network-only
import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = """
import torch.distributed.rpc as rpc

def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n

def ask(x: int) -> int:
    return rpc.rpc_sync("w1", busy, (x,), {}, 50.0)
"""


def main(directory, options):
    program, address = os.path.join(directory, "program.py"), os.path.join(directory, "address")
    with open(program, "w") as file:
        file.write(PROGRAM)
    worker = subprocess.Popen(
        ["ts-worker", program, "--name=w1", f"--address-file={address}", "--max-calls=1", *options],
        stdout=subprocess.DEVNULL,
    )
    callers = []
    try:
        end = time.time() + 30
        while not os.path.exists(address):
            assert time.time() < end and worker.poll() is None
            time.sleep(0.02)
        with open(address) as file:
            where = file.read().strip()

        def call(name, count):
            return subprocess.Popen(
                ["ts-run", program, f"--name={name}", f"--join={where}", "--entry=ask", f"--input={count}", *options],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )

        callers.append(call("w0", 40000000000))
        while True:
            start = time.time()
            status = json.loads(
                subprocess.check_output(["ts-worker", f"--status={where}", "--json"], timeout=20)
            )
            served = status["calls_served"]
            if served["started"] - served["succeeded"] - served["failed"] == 1:
                break
            assert time.time() < end, status
            time.sleep(0.05)
        callers.append(call("w2", 1))
        out, err = callers[1].communicate(timeout=30)
        assert callers[1].returncode == 1 and "worker w1 has 1 calls open and takes no more" in err, (out, err)
        # The call that it took fails with it.
        worker.kill()
        out, err = callers[0].communicate(timeout=30)
        assert callers[0].returncode == 1 and "RPCErr:0:worker w1 at" in err, (out, err)
    finally:
        for process in [worker, *callers]:
            if process.poll() is None:
                process.kill()


with tempfile.TemporaryDirectory() as directory:
    main(directory, sys.argv[1:])
