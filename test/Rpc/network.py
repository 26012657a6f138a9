"""Networks that drop, hold up or delay what workers send: the caller gets an error in bounded time, the
worker keeps nothing of it, and the next caller is answered."""
# RUN: %python %s
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

PROGRAM = """
import torch
import torch.distributed.rpc as rpc
from torch import Tensor

def add(x: int) -> int:
    return x + 1

def busy(x: Tensor, count: int) -> int:
    n = 0
    for i in range(count):
        n = (n * 31 + i) % 1000003
    return n + int(x.sum())

def twice(x: Tensor) -> Tensor:
    return x * 2

def wait() -> int:
    # A reference to a value of the worker lives while the call runs.
    r = rpc.remote("w1", add, (1,))
    k = r.to_here()
    n = rpc.rpc_sync("w1", busy, (torch.ones(100000), 600000000), {}, 60.0)
    return n + k + r.to_here()

def ask() -> int:
    return rpc.rpc_sync("w1", add, (1,))

def send() -> float:
    x = torch.ones(100, 1000)
    return float(rpc.rpc_sync("w1", twice, (x,), {}, 60.0).sum())
"""


class Proxy:
    """Hands on what comes to its port: all of it, late and slowly, or nothing."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = threading.Event()
        self.open.set()
        self.delay, self.rate = 0, 0
        self.pairs = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                continue
            self.pairs.append((client, server))
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self.pump, args=pair, daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(65536):
                self.open.wait()
                time.sleep(self.delay + (len(data) / self.rate if self.rate else 0))
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            end.close()

    def drop(self):
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class Pair:
    """w1, a worker behind a proxy, and callers that are w0: of a group of two, or joining an open one."""

    def __init__(self, program, is_open):
        self.program = program
        self.port = free_port()
        self.proxy = Proxy(self.port)
        group = [f"--workers=w1=127.0.0.1:{self.proxy.port},w0=127.0.0.1:{free_port()}"]
        # Who joins through the proxy calls the rendezvous through it.
        self.join = [f"--join=127.0.0.1:{self.proxy.port}"] if is_open else group
        self.worker = subprocess.Popen(
            ["ts-worker", program, "--name=w1", f"--listen=127.0.0.1:{self.port}", *([] if is_open else group)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        wait_until(lambda: is_listening(self.port), 30)

    def call(self, entry):
        return subprocess.Popen(["ts-run", self.program, "--name=w0", *self.join, f"--entry={entry}"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def status(self):
        done = subprocess.run(["ts-worker", f"--status=127.0.0.1:{self.port}", "--json"], capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def wait_for_call(self):
        """Until the worker executes a call and holds a value for the caller."""
        wait_until(lambda: (status := self.status()) and status["open"]["served"] == 1 and status["rrefs"]["owned"] == 1,
                   30)
        assert self.proxy.pairs, "the call does not go through the proxy"

    def check_empty(self):
        """Nothing is left of a call whose caller is gone, once it has ended."""
        begin = time.time()
        wait_until(lambda: self.status()["open"]["served"] == 0, 60)
        wait_until(lambda: (status := self.status())["live_objects"] == 0 and status["rrefs"]["owned"] == 0, 60)
        print(f"  nothing left after {time.time() - begin:.1f} s")

    def check_answered(self):
        """Another caller is answered."""
        code, out, err, _ = finish(self.call("ask"), 40)
        assert (code, out) == (0, "2\n"), (code, out, err)

    def close(self):
        if self.worker.poll() is None:
            self.worker.kill()
            self.worker.wait()


def is_listening(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def wait_until(condition, limit):
    end = time.time() + limit
    while not condition():
        assert time.time() < end, "waited in vain"
        time.sleep(0.1)


def finish(process, limit):
    start = time.time()
    out, err = process.communicate(timeout=limit)
    return process.returncode, out, err, time.time() - start


def check_dropped(pair):
    """All connections end in the middle of a call."""
    caller = pair.call("wait")
    pair.wait_for_call()
    pair.proxy.drop()
    code, out, err, took = finish(caller, 30)
    assert code == 1 and "RPCErr:0:worker w1 at" in err, (code, out, err)
    print(f"dropped: {took:.1f} s")
    pair.check_empty()
    pair.check_answered()


def check_held_up(pair):
    """Nothing arrives any more, in either direction."""
    caller = pair.call("wait")
    pair.wait_for_call()
    pair.proxy.open.clear()
    code, out, err, took = finish(caller, 60)
    assert code == 1 and "RPCErr:0:worker w1 at" in err and took < 40, (code, out, err, took)
    print(f"held up: {took:.1f} s")
    # The worker finds out by itself: its connections stay as they are.
    pair.check_empty()
    pair.proxy.open.set()
    pair.proxy.drop()
    pair.check_answered()


def check_slow(pair):
    """20 ms for each packet and 0.4 MB/s: slow is not gone."""
    pair.proxy.delay, pair.proxy.rate = 0.02, 4e5
    code, out, err, took = finish(pair.call("send"), 60)
    assert (code, out) == (0, "200000.\n"), (code, out, err)
    assert took > 2, took
    print(f"slow: {took:.1f} s")
    out, _ = pair.worker.communicate(timeout=30)
    assert pair.worker.returncode == 0, out


def check_forced(pair):
    """A worker that is told to end does not wait for others nor for calls."""
    caller = pair.call("wait")
    pair.wait_for_call()
    pair.worker.send_signal(signal.SIGTERM)
    code, out, err, took = finish(caller, 30)
    assert code == 1 and "worker w1" in err, (code, out, err)
    out, _ = pair.worker.communicate(timeout=60)
    assert pair.worker.returncode == 1 and "stopped before all workers were done" in out, out
    print(f"forced: {took:.1f} s")


with tempfile.TemporaryDirectory() as directory:
    program = os.path.join(directory, "program.py")
    with open(program, "w") as file:
        file.write(PROGRAM)
    for check, is_open in ((check_dropped, True), (check_held_up, True), (check_slow, False), (check_forced, False)):
        pair = Pair(program, is_open)
        try:
            check(pair)
        finally:
            pair.close()
