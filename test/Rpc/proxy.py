"""Connections that are cut in the middle of a call, by a proxy: the caller gets an error at once; the worker
keeps no reference and no open call, and serves the next caller."""
# RUN: %python %s
import json
import os
import socket
import subprocess
import tempfile
import threading
import time

PROGRAM = """
import torch.distributed.rpc as rpc
from torch.distributed.rpc import RRef

def add(x: int) -> int:
    return x + 1

def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n

def wait(to: str, count: int) -> int:
    # A reference to a value of the worker is alive when the network fails.
    r = rpc.remote(to, add, (1,))
    k = r.to_here()
    n = rpc.rpc_sync(to, busy, (count,), {}, 50.0)
    return n + k + r.to_here()

def ask(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,))
"""


class Proxy:
    """Hands bytes on between those who connect and a worker."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        self.mutex = threading.Lock()
        self.open = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            worker = socket.create_connection(self.target)
            with self.mutex:
                self.open.append((client, worker))
            for source, to in ((client, worker), (worker, client)):
                threading.Thread(target=self.copy, args=(source, to), daemon=True).start()

    def copy(self, source, to):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                to.sendall(data)
        except (OSError, ValueError):
            pass
        for end in (source, to):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.mutex:
            gone, self.open = self.open, []
        for pair in gone:
            for end in pair:
                try:
                    # What was sent is thrown away: the other side sees a reset.
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


def start(command):
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process, limit):
    begin = time.time()
    out, err = process.communicate(timeout=limit)
    return process.returncode, out, err, time.time() - begin


def read_file(path, process):
    end = time.time() + 30
    while not os.path.exists(path):
        assert time.time() < end and process.poll() is None
        time.sleep(0.02)
    with open(path) as file:
        return file.read().strip()


def status_of(where):
    return json.loads(subprocess.check_output(["ts-worker", f"--status={where}", "--json"], timeout=60))


def settle(where, limit):
    """How long until the worker has neither references nor open calls of others, and its resident kilobytes."""
    begin = time.time()
    status = status_of(where)
    while status["rrefs"]["owned"] or status["open"]["served"]:
        assert time.time() - begin < limit, status
        time.sleep(0.2)
        status = status_of(where)
    return time.time() - begin


def wait_for_call(where):
    """Until a call of another worker runs, and a reference is held."""
    end = time.time() + 30
    status = status_of(where)
    while not (status["open"]["served"] and status["rrefs"]["owned"]):
        assert time.time() < end, status
        time.sleep(0.1)
        status = status_of(where)


def memory_of(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def main(directory):
    program = os.path.join(directory, "program.py")
    with open(program, "w") as file:
        file.write(PROGRAM)
    address = os.path.join(directory, "address")
    worker = start(["ts-worker", program, "--name=w1", f"--address-file={address}"])
    try:
        where = read_file(address, worker)
        host, port = where.rsplit(":", 1)
        proxy = Proxy((host, int(port)))

        def client(name, entry, *inputs, join=proxy.address):
            return start(["ts-run", program, f"--name={name}", f"--join={join}", f"--entry={entry}",
                          '--input="w1"', *inputs])

        def check_alive(name):
            code, out, err, _ = finish(client(name, "ask"), 60)
            assert (code, out) == (0, "2\n"), (code, out, err)

        def report(what, took, before):
            settled = settle(where, 60)
            grown = memory_of(worker) - before
            print(f"{what}: {took:.1f} s; references gone after {settled:.1f} s, memory {grown:+d} KiB", flush=True)
            assert grown < 64 << 10, grown

        check_alive("a0")
        before = memory_of(worker)
        # Who joins through the proxy calls the rendezvous through it.
        waiting = client("c0", "wait", "--input=2000000000")
        wait_for_call(where)
        assert proxy.open, "the call does not go through the proxy"
        proxy.cut()
        code, out, err, took = finish(waiting, 60)
        assert code == 1 and "RPCErr:0:worker w1 at" in err and took < 10, (code, out, err, took)
        check_alive("a1")
        report("cut", took, before)
    finally:
        worker.kill()
        worker.wait()


with tempfile.TemporaryDirectory() as directory:
    main(directory)
