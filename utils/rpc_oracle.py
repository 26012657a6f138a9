#!/usr/bin/env python3
"""Compares remote calls with PyTorch's, case by case.

    utils/rpc_oracle.py --tools build/release/bin [--python /usr/bin/python3] [--only NAME]

Each case is a function of the program below, run by worker w0 of a group of three processes: once by
ts-run and ts-worker, once by PyTorch's RPC. What it prints is compared, or the last line of its error; numbers of
workers in texts depend on who came first and are left out. Programs that do not compile are compared by the first line
of their error. Prints what differs and the counts; fails when something differs.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = '''
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.distributed.rpc as rpc
from torch import Tensor
from torch.distributed.rpc import RRef

class Color(Enum):
    RED = 1
    BLUE = 2

class Point(NamedTuple):
    x: int
    y: Tensor

@torch.jit.script
class Counter:
    def __init__(self, a: int):
        self.a = a
'''

# Functions that run elsewhere, and cases: they take nothing and print.
FUNCTIONS = '''
def add(x: int, k: int = 1) -> int:
    return x + k
def boom(x: int) -> int:
    if x > 0:
        raise ValueError("bad x")
    return x
def failed(x: int) -> int:
    assert x < 0, "x is " + str(x)
    return x
def nothing(x: int):
    x + 1
def same_tensor(x: Tensor) -> Tensor:
    return x
def same_point(p: Point) -> Point:
    return p
def same_tuple(p: Tuple[int, Optional[str], Dict[str, List[float]], complex, bool]) -> Tuple[int, Optional[str], Dict[str, List[float]], complex, bool]:
    return p
def same_any(x: Any) -> Any:
    return x
def same_device(x: torch.device) -> torch.device:
    return x
def same_strings(x: Dict[str, Dict[int, str]]) -> Dict[str, Dict[int, str]]:
    return x
def same_color(c: Color) -> Color:
    return c
def read(c: Counter) -> int:
    return c.a
def make(a: int) -> Counter:
    return Counter(a)
def change(x: List[int], t: Tensor) -> int:
    x.append(5)
    t.add_(1)
    return len(x)
def is_same(x: List[int], y: List[int]) -> bool:
    return x is y
def layout(x: Tensor) -> Tuple[List[int], List[int], bool]:
    return x.size(), x.stride(), x.requires_grad
def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n
def call_add(to: str, x: int) -> int:
    return rpc.rpc_sync(to, add, (x,), {"k": 3})
def call_boom(to: str, x: int) -> int:
    return rpc.rpc_sync(to, boom, (x,))
def take(r: RRef[int]) -> int:
    return r.to_here() + 100
def describe(r: RRef[int]) -> Tuple[bool, str]:
    return r.is_owner(), r.owner_name()
def local(r: RRef[int]) -> int:
    return r.local_value()
def give(to: str) -> RRef[int]:
    return rpc.remote(to, add, (5,))
def case_sync():
    print(rpc.rpc_sync("w1", add, (1,)), rpc.rpc_sync("w1", add, (1, 5)), rpc.rpc_sync("w1", add, (1,), {"k": 3}))
def case_async():
    futures = [rpc.rpc_async("w1", add, (i,)) for i in range(5)]
    print([f.wait() for f in futures])
def case_none():
    print(rpc.rpc_sync("w1", nothing, (7,)))
def case_values():
    print(rpc.rpc_sync("w1", same_tuple, ((1, None, {"a": [1.5]}, 3j, True),)))
def case_named_tuple():
    p = rpc.rpc_sync("w1", same_point, (Point(3, torch.ones(2)),))
    print(p.x, p.y)
def case_any():
    print(rpc.rpc_sync("w1", same_any, (3,)), rpc.rpc_sync("w1", same_any, ("x",)), rpc.rpc_sync("w1", same_any, ([1, 2],)))
def case_device():
    print(rpc.rpc_sync("w1", same_device, (torch.device("cpu"),)))
def case_nested_dicts():
    print(rpc.rpc_sync("w1", same_strings, ({"a": {1: "x"}, "b": {2: "y"}},)))
def case_tensors():
    for t in [torch.ones(2, 3), torch.zeros(0, 4), torch.tensor(5), torch.tensor([True, False]), torch.arange(4).to(torch.int16), torch.ones(2, dtype=torch.half), torch.tensor([1.5]).to(torch.bfloat16)]:
        s = rpc.rpc_sync("w1", same_tensor, (t,))
        print(s, s.dtype, s.size())
def case_views():
    print(rpc.rpc_sync("w1", layout, (torch.ones(2, 3).t(),)), rpc.rpc_sync("w1", layout, (torch.ones(4, 6)[:2, ::2],)))
def case_requires_grad():
    print(rpc.rpc_sync("w1", layout, (torch.ones(2).requires_grad_(),)))
def case_enum():
    print(rpc.rpc_sync("w1", same_color, (Color.BLUE,)))
def case_object():
    print(rpc.rpc_sync("w1", read, (Counter(3),)))
def case_object_back():
    print(rpc.rpc_sync("w1", make, (3,)).a)
def case_copies():
    x = [1]
    t = torch.zeros(2)
    n = rpc.rpc_sync("w1", change, (x, t))
    print(n, x, t)
def case_copies_self():
    x = [1]
    t = torch.zeros(2)
    n = rpc.rpc_sync("w0", change, (x, t))
    print(n, x, t)
def case_same_object():
    x = [1]
    print(rpc.rpc_sync("w1", is_same, (x, x)), rpc.rpc_sync("w0", is_same, (x, x)))
def case_self():
    print(rpc.rpc_sync("w0", add, (1,)), rpc.rpc_async("w0", add, (2,)).wait(), rpc.remote("w0", add, (3,)).to_here())
def case_self_raises():
    print(rpc.rpc_sync("w0", boom, (1,)))
def case_raises():
    print(rpc.rpc_sync("w1", boom, (1,)))
def case_asserts():
    print(rpc.rpc_sync("w1", failed, (1,)))
def case_async_raises():
    print(rpc.rpc_async("w1", boom, (1,)).wait())
def case_remote_raises():
    print(rpc.remote("w1", boom, (1,)).to_here())
def case_unknown():
    print(rpc.rpc_sync("w9", add, (1,)))
def case_unknown_async():
    print(rpc.rpc_async("w9", add, (1,)).wait())
def case_unknown_remote():
    print(rpc.remote("w9", add, (1,)).to_here())
def case_nested():
    print(rpc.rpc_sync("w1", call_add, ("w2", 5)), rpc.rpc_sync("w1", call_add, ("w0", 5)), rpc.rpc_sync("w1", call_add, ("w1", 5)))
def case_nested_raises():
    print(rpc.rpc_sync("w1", call_boom, ("w2", 1)))
def case_remote():
    r = rpc.remote("w1", add, (1,))
    print(r.is_owner(), r.owner_name(), r.to_here(), r.confirmed_by_owner())
def case_remote_self():
    r = rpc.remote("w0", add, (1,))
    print(r.is_owner(), r.owner_name(), r.to_here(), r.confirmed_by_owner(), r.local_value())
def case_local_value():
    print(rpc.remote("w1", add, (1,)).local_value())
def case_pass_to_owner():
    r = rpc.remote("w1", add, (1,))
    print(rpc.rpc_sync("w1", take, (r,)), rpc.rpc_sync("w1", describe, (r,)), rpc.rpc_sync("w1", local, (r,)))
def case_pass_on():
    r = rpc.remote("w1", add, (1,))
    print(rpc.rpc_sync("w2", take, (r,)), rpc.rpc_sync("w2", describe, (r,)))
def case_pass_own():
    r = rpc.remote("w0", add, (1,))
    print(rpc.rpc_sync("w2", take, (r,)), rpc.rpc_sync("w2", describe, (r,)))
def case_pass_local():
    r = rpc.remote("w1", add, (1,))
    print(rpc.rpc_sync("w2", local, (r,)))
def case_get_other():
    print(rpc.rpc_sync("w1", give, ("w2",)).to_here())
def case_get_owned():
    print(rpc.rpc_sync("w1", give, ("w1",)).to_here())
def case_get_mine():
    r = rpc.rpc_sync("w1", give, ("w0",))
    print(r.is_owner(), r.to_here(), r.local_value())
def case_twice():
    r = rpc.remote("w1", add, (1,))
    print(r.to_here(), r.to_here(5.0), r.to_here(timeout=5.0))
def case_owner():
    print(rpc.rpc_sync(rpc.remote("w1", add, (1,)).owner(), add, (2,)), rpc.remote("w2", add, (5,)).owner() is None)
def case_last_key():
    print(rpc.rpc_sync("w1", add, (1,), {"k": 3, "k": 4}))
def case_unknown_key():
    print(rpc.rpc_sync("w1", add, (1,), {"z": 3}))
def case_key_and_position():
    print(rpc.rpc_sync("w1", add, (1,), {"x": 3}))
def case_no_limit():
    print(rpc.rpc_sync("w1", add, (1,), {}, 0.0), rpc.rpc_sync("w1", add, (1,), {}, -1.0), rpc.rpc_async("w1", add, (1,), {}, 30.0).wait())
def case_past():
    print(rpc.rpc_sync("w1", add, (1,), {}, -5.0))
def case_slow():
    print(rpc.rpc_sync("w1", busy, (1000000000,), {}, 0.1))
def case_slow_async():
    print(rpc.rpc_async("w1", busy, (1000000000,), {}, 0.1).wait())
def case_slow_remote():
    print(rpc.remote("w1", busy, (1000000000,)).to_here(0.1))
'''

WRONG = {
    "keyword": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, args=(1,))\n',
    "too few": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to)\n',
    "too many": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, (1,), {}, 1.0, 2)\n',
    "type of an argument": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, ("x",))\n',
    "argument that is missing": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, ())\n',
    "argument without a parameter": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, (1, 2, 3))\n',
    "unknown name": 'def f(to: str) -> int:\n    return rpc.rpc_async(to, add, (1,), {"z": 3}).wait()\n',
    "required argument by name": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, add, (), {"x": 4, "k": 3})\n',
    "no function": 'def f(to: str) -> int:\n    return rpc.rpc_sync(to, to, (1,))\n',
    "worker that is no str": 'def f(to: int) -> int:\n    return rpc.rpc_sync(to, add, (1,))\n',
    "result": 'def f(to: str) -> str:\n    return rpc.rpc_sync(to, add, (1,))\n',
    "done of a Future": 'def f(to: str) -> bool:\n    return rpc.rpc_async(to, add, (1,)).done()\n',
}

ORACLE = r'''
import os, sys
rank, port, directory = int(sys.argv[1]), sys.argv[2], sys.argv[3]
os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "127.0.0.1", port
sys.path.insert(0, directory)
import torch.distributed.rpc as rpc
import scripted
rpc.init_rpc("w%d" % rank, rank=rank, world_size=3)
if rank:
    import time
    time.sleep(600)
for name in sys.argv[4:]:
    print("==", name, flush=True)
    try:
        getattr(scripted, name)()
    except Exception as error:
        print("ERROR", str(error).strip().split("\n")[-1], flush=True)
os._exit(0)
'''

WRONG_ORACLE = r'''
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
        print("compiles")
    except Exception as error:
        print(str(error).strip().split("\n")[0], flush=True)
'''


def normalize(text):
    text = re.sub(r"\b(Node |rank:)\d+", r"\1N", text.strip())
    # The type that cannot be sent stands behind PyTorch's text.
    return re.sub(r"^RuntimeError: |: a value of type .* cannot be sent.*$", "", text)


def scripted(text):
    return re.sub(r"^def ", "@torch.jit.script\ndef ", text, flags=re.M)


def run_group(python, directory, names, port):
    """What PyTorch prints for the cases, up to one that does not end."""
    command = [python, "-c", ORACLE]
    workers = [subprocess.Popen(command + [str(rank), port, directory], stderr=subprocess.DEVNULL) for rank in (1, 2)]
    client = subprocess.Popen(command + ["0", port, directory, *names], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        text = client.communicate(timeout=25)[0]
        limit = ""
    except subprocess.TimeoutExpired:
        client.kill()
        text, limit = client.communicate()[0], "did not end"
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    parts = re.split(r"^== (\w+)\n", text, flags=re.M)[1:]
    results = {name: normalize(out.replace("ERROR ", "")) for name, out in zip(parts[::2], parts[1::2])}
    if limit and results:
        results[list(results)[-1]] = limit
    return results


def run_theirs(python, directory, names):
    results, port = {}, 20000 + os.getpid() % 20000
    while len(results) < len(names):
        more = run_group(python, directory, [name for name in names if name not in results], str(port))
        if not more:
            break
        results.update(more)
        port += 1
    return results


def start_worker(tools, program, directory, name, where):
    file = os.path.join(directory, name)
    command = [os.path.join(tools, "ts-worker"), program, "--name=" + name, "--address-file=" + file]
    worker = subprocess.Popen(command + (["--join=" + where] if where else []), stdout=subprocess.PIPE, text=True)
    if "listens at" not in worker.stdout.readline():
        sys.exit(f"worker {name} does not start")
    with open(file) as text:
        return worker, text.read().strip()


def run_ours(tools, directory, program, names):
    results, workers, where = {}, [], ""
    try:
        for name in ("w1", "w2"):
            worker, address = start_worker(tools, program, directory, name, where)
            workers.append(worker)
            where = where or address
        for name in names:
            done = subprocess.run(
                [os.path.join(tools, "ts-run"), program, "--name=w0", "--join=" + where, "--entry=" + name], capture_output=True, text=True, timeout=120)
            # The result, None, is not the program's output.
            text = re.sub(r"(^|\n)None\n$", r"\1", done.stdout)
            if done.returncode:
                text = done.stderr.strip().split("\n")[-1]
            results[name] = normalize(text)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    return results


def run_wrong(tools, python, directory):
    theirs_names = []
    for number, text in enumerate(WRONG.values()):
        base = PROGRAM + "def add(x: int, k: int = 1) -> int:\n    return x + k\n" + text
        for name, contents in ((f"wrong{number}", scripted(base)), (f"plain{number}", base)):
            with open(os.path.join(directory, name + ".py"), "w") as file:
                file.write(contents)
        theirs_names.append(f"wrong{number}")
    theirs = subprocess.run([python, "-c", WRONG_ORACLE, directory, *theirs_names], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True).stdout.split("\n")
    results = []
    for number, name in enumerate(WRONG):
        done = subprocess.run([os.path.join(tools, "ts-run"), os.path.join(directory, f"plain{number}.py"), "--entry=f",
                               "--input=0" if "f(to: int" in WRONG[name] else '--input="w1"'],
                              capture_output=True, text=True)
        first = done.stderr.strip().split("\n")[0]
        # What fails when it runs compiles.
        is_wrong = done.returncode and "The following operation failed" not in first
        ours = re.sub(r"^.*?error: ", "", first) if is_wrong else "compiles"
        results.append(("wrong: " + name, ours.rstrip(":"), theirs[number].rstrip(":")))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    names = [name for name in re.findall(r"^def (case_\w+)", FUNCTIONS, re.M) if options.only in name]
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "plain.py")
        for path, text in ((program, PROGRAM + FUNCTIONS),
                           (os.path.join(directory, "scripted.py"), PROGRAM + scripted(FUNCTIONS))):
            with open(path, "w") as file:
                file.write(text)
        start = time.time()
        ours = run_ours(options.tools, directory, program, names)
        middle = time.time()
        theirs = run_theirs(options.python, directory, names)
        results = [(name, ours[name], theirs.get(name, "did not run")) for name in names]
        if not options.only:
            results += run_wrong(options.tools, options.python, directory)
    silent = [name for name, _, b in results if b == "did not end"]
    results = [result for result in results if result[0] not in silent]
    for name in silent:
        print(f"{name}: PyTorch does not end; ours: {ours[name]!r}")
    same = sum(a == b for _, a, b in results)
    for name, a, b in results:
        if a != b:
            print(f"{name}:\n  ours   {a!r}\n  theirs {b!r}")
    print(f"{same} of {len(results)} cases as PyTorch's ({middle - start:.0f} s ours)")
    return same != len(results)


sys.exit(main())
