"""Workers that are killed, stopped and started again: the caller gets an error in bounded time, and
calls to others go on."""
# RUN: %python %s
import os
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = """
from typing import List
import torch.distributed.rpc as rpc
from torch.distributed.rpc import RRef

def add(x: int) -> int:
    return x + 1

def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n

def wait(to: str) -> int:
    return rpc.rpc_sync(to, busy, (40000000000,), {}, 50.0)

def ask(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,))

def give(to: str) -> RRef[int]:
    return rpc.remote(to, add, (5,))

def get(to: str, owner: str) -> int:
    return rpc.rpc_sync(to, give, (owner,)).to_here()

def both(to: str, other: str) -> int:
    # The first is never answered; the second is.
    lost = rpc.rpc_async(to, busy, (40000000000,), {}, 50.0)
    found = rpc.rpc_sync(other, add, (41,))
    print("found", found)
    return lost.wait()
"""


class Group:
    def __init__(self, directory):
        self.directory = directory
        self.program = os.path.join(directory, "program.py")
        with open(self.program, "w") as file:
            file.write(PROGRAM)
        self.workers = {}
        self.where = None

    def start(self, name):
        address = os.path.join(self.directory, name + str(time.time()))
        command = ["ts-worker", self.program, f"--name={name}", f"--address-file={address}"]
        if self.where:
            command.append(f"--join={self.where}")
        self.workers[name] = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        # It says so when it is a member.
        line = self.workers[name].stdout.readline()
        assert "listens at" in line, line
        with open(address) as file:
            self.where = self.where or file.read().strip()

    def run(self, name, *options):
        return subprocess.Popen(
            ["ts-run", self.program, f"--name={name}", f"--join={self.where}", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def close(self):
        for worker in self.workers.values():
            if worker.poll() is None:
                worker.kill()
            worker.wait()


def finish(process, limit):
    start = time.time()
    out, err = process.communicate(timeout=limit)
    return process.returncode, out, err, time.time() - start


def main(group):
    group.start("w0")
    group.start("w1")
    group.start("w2")
    # Killed in the middle of a call, while another one is answered.
    client = group.run("c0", "--entry=both", '--input="w1"', '--input="w2"')
    time.sleep(3)
    group.workers["w1"].kill()
    code, out, err, took = finish(client, 20)
    assert code == 1 and out == "found 42\n" and "RPCErr:0:worker w1 at" in err, (code, out, err)
    print(f"killed: {took:.1f} s")
    # Nobody is there any more.
    code, out, err, took = finish(group.run("c1", "--entry=ask", '--input="w1"'), 20)
    assert code == 1 and "worker w1 at" in err, (code, out, err)
    # Started again with the same name.
    group.start("w1")
    code, out, err, took = finish(group.run("c2", "--entry=ask", '--input="w1"'), 20)
    assert (code, out) == (0, "2\n"), (code, out, err)
    # A caller that leaves takes the references of one with its name neither along nor over.
    for owner in ("w1", "w2", "c9", "w1", "w2", "c9"):
        code, out, err, took = finish(group.run("c9", "--entry=get", '--input="w1"', f'--input="{owner}"'), 20)
        assert (code, out) == (0, "6\n"), (owner, code, out, err)
    # Stopped: silence is noticed.
    client = group.run("c3", "--entry=wait", '--input="w2"')
    time.sleep(3)
    group.workers["w2"].send_signal(signal.SIGSTOP)
    code, out, err, took = finish(client, 40)
    assert code == 1 and "worker w2 at" in err and took < 30, (code, out, err, took)
    print(f"stopped: {took:.1f} s")
    # It goes on where it was.
    group.workers["w2"].send_signal(signal.SIGCONT)
    code, out, err, took = finish(group.run("c4", "--entry=ask", '--input="w2"'), 30)
    assert (code, out) == (0, "2\n"), (code, out, err)
    # The rendezvous is gone: nobody can join, in bounded time.
    group.workers["w0"].kill()
    code, out, err, took = finish(
        group.run("c5", "--entry=ask", '--input="w2"', "--join-timeout=2"), 20)
    assert code == 1 and "cannot join the group" in err and took < 10, (code, out, err, took)


with tempfile.TemporaryDirectory() as directory:
    group = Group(directory)
    try:
        main(group)
    finally:
        group.close()
