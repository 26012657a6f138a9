"""A worker that serves until it is stopped, and what it says of itself."""
# RUN: %python %s %s
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program.py")
        with open(program, "w") as file:
            file.write(
                "import torch.distributed.rpc as rpc\n"
                "def add(x: int) -> int:\n    return x + 1\n"
                "def secret(x: int) -> int:\n    return x\n"
                "def main(to: str) -> int:\n"
                "    r = rpc.remote(to, add, (1,))\n"
                "    return rpc.rpc_sync(to, add, (r.to_here(),))\n"
                "def ask(to: str) -> int:\n    return rpc.rpc_sync(to, secret, (1,))\n"
            )
        address = os.path.join(directory, "address")
        worker = subprocess.Popen(
            ["ts-worker", program, "--name=w1", f"--address-file={address}", "--allow-functions=add",
             "--allow-callers=w0,w1,w2,w3"],
            stdout=subprocess.PIPE,
        )
        try:
            end = time.time() + 30
            while not os.path.exists(address):
                assert time.time() < end and worker.poll() is None
                time.sleep(0.02)
            where = open(address).read().strip()
            assert where.startswith("127.0.0.1:"), where

            def run(name, entry, file=program):
                return subprocess.run(
                    ["ts-run", file, f"--name={name}", f"--join={where}", f"--entry={entry}", '--input="w1"'],
                    capture_output=True, text=True, timeout=60,
                )

            done = run("w0", "main")
            assert (done.returncode, done.stdout) == (0, "3\n"), done
            # What is not on the list is refused, with its name.
            refused = run("w2", "ask")
            assert refused.returncode == 1 and "does not let w2 call 'secret'" in refused.stderr, refused
            # So is who is not on the list, before anything of it is looked at.
            stranger = run("w4", "main")
            assert stranger.returncode == 1 and "worker w1 does not serve worker w4" in stranger.stderr, stranger
            # The same name with another text is another function.
            other = os.path.join(directory, "other.py")
            with open(other, "w") as file:
                file.write(open(program).read().replace("x + 1", "x + 2"))
            different = run("w3", "main", other)
            assert different.returncode == 1 and "'add' is another function in the program" in different.stderr
            # A name that a living worker has is refused.
            again = subprocess.run(
                ["ts-worker", program, "--name=w1", f"--join={where}"], capture_output=True, text=True, timeout=60
            )
            assert again.returncode == 1 and "there is a worker w1 in the group already" in again.stderr, again
            text = subprocess.check_output(["ts-worker", f"--status={where}"], text=True, timeout=60)
            assert text.startswith(f"worker w1 at {where}, up for "), text
            status = json.loads(
                subprocess.check_output(["ts-worker", f"--status={where}", "--json"], timeout=60)
            )
            assert status["calls_served"]["succeeded"] == 2 and status["calls_served"]["failed"] >= 2, status
            assert status["calls_served"]["latency_us"]["p50"] > 0, status
            # References of workers that left are gone, as soon as that is seen.
            end = time.time() + 30
            while status["rrefs"]["owned"]:
                assert time.time() < end, status
                time.sleep(0.1)
                status = json.loads(
                    subprocess.check_output(["ts-worker", f"--status={where}", "--json"], timeout=60)
                )
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(timeout=30) == 0
            assert worker.stdout.read().decode() == f"worker w1 listens at {where}\n"
            lost = subprocess.run(
                ["ts-worker", f"--status={where}"], capture_output=True, text=True, timeout=60
            )
            assert lost.returncode == 1 and where in lost.stderr, lost
        finally:
            if worker.poll() is None:
                worker.kill()
