# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/standard-library.out %t
# REQUIRES: ts-run
# Modules of Python's library: files of JSON, digests, threads that run when they are started, actions of argparse. The output is Python's.
import argparse
import base64
import binascii
import contextlib
import hashlib
import io
import itertools
import json
import operator
import os
import platform
import statistics
import sys
import tempfile
import threading
import time
import traceback
import typing
import uuid
from concurrent.futures import ThreadPoolExecutor, as_completed
import concurrent.futures

with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "config.json")
    with open(path, "w") as f:
        json.dump({"lr": 0.1, "layers": [1, 2], "name": "é"}, f, indent=2)
    with open(path) as f:
        print(f.read())
    with open(path) as f:
        print(json.load(f), os.path.relpath(path, d), os.path.commonpath([path, d]) == d)


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


print(json.dumps({"s": {3, 1, 2}}, cls=Encoder), Encoder(indent=1).encode([{2}]))
try:
    json.dumps({"x": object()}, cls=Encoder)
except TypeError as e:
    print(e)
print(json.loads('{"a": {"b": 1.5}, "c": 2}', object_hook=lambda d: sorted(d.items()), parse_float=str))
print(json.loads('{"a": 1, "b": {"c": 2}}', object_pairs_hook=tuple))
try:
    json.loads(3)
except TypeError as e:
    print(e)
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    h = hashlib.new(name, b"abc")
    c = h.copy()
    h.update(b"x" * 200)
    print(name, h.digest_size, h.block_size, h.hexdigest(), c.hexdigest()[:16])
print(hashlib.sha256("weights".encode()).hexdigest()[:8], hashlib.md5().hexdigest(), hashlib.sha1(b"").name)
try:
    hashlib.sha256("text")
except TypeError as e:
    print(e)
print(base64.b64encode(b"hello world"), base64.b64decode("aGVsbG8="), base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.b16encode(b"hi"))
try:
    base64.b64decode("abc")
except binascii.Error as e:
    print(e)
print(binascii.hexlify(b"ab", ":"), binascii.unhexlify("6162"), binascii.crc32(b"hello"), binascii.crc32(b"lo", binascii.crc32(b"hel")))
lock, results = threading.Lock(), []


def work(n):
    with lock:
        results.append((n, threading.current_thread().name))


threads = [threading.Thread(target=work, args=(i,), name=f"w{i}") for i in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(results, threading.current_thread().name, lock.locked(), threads[0].is_alive())
done = threading.Event()
done.set()
print(done.wait(), lock.acquire(), lock.acquire(blocking=False))
with ThreadPoolExecutor(max_workers=2) as pool:
    print(list(pool.map(pow, [2, 3], [5, 2])))
    futures = [pool.submit(divmod, 7, n) for n in (2, 0)]
    print([f.result() if f.exception() is None else type(f.exception()).__name__ for f in futures], all(f.done() for f in as_completed(futures)))
try:
    pool.submit(print)
except RuntimeError as e:
    print(e)


class Upper(argparse.Action):
    def __init__(self, option_strings, dest, suffix="", **kwargs):
        super().__init__(option_strings, dest, **kwargs)
        self.suffix = suffix

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values.upper() + self.suffix)


class Pairs(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, dict(v.split("=") for v in values))


p = argparse.ArgumentParser(prog="run")
p.add_argument("--name", action=Upper, suffix="!", default="none")
p.add_argument("--set", nargs="+", action=Pairs, default={})
p.add_argument("where", action=Upper)
print(p.parse_args(["--name", "abc", "here", "--set", "a=1", "b=2"]), p.parse_args(["x"]))
print(p.format_usage().strip())
for build in (lambda: p.add_argument("--x", action=3), lambda: p.add_argument("--y", colour=1)):
    try:
        build()
    except (ValueError, TypeError) as e:
        print(type(e).__name__)
print(statistics.geometric_mean([1, 4, 16]), statistics.harmonic_mean([40, 60]), statistics.correlation([1, 2, 3], [1, 3, 2]),
      statistics.linear_regression([1, 2, 3], [2, 4, 6]), statistics.median_grouped([1, 2, 2, 3, 4]), statistics.covariance([1, 2, 3], [1, 5, 7]))
n = statistics.NormalDist(10, 2)
print(n.pdf(10), round(n.cdf(12), 6), n.zscore(14), n + 1, n * 2, statistics.NormalDist.from_samples([1, 2, 3]))
print(time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(86400 * 365)), time.gmtime(0).tm_year, time.asctime(time.gmtime(0)), time.gmtime(1e9)[:6])
err = io.StringIO()
with contextlib.redirect_stderr(err):
    print("to stderr", file=sys.stderr)
print(repr(err.getvalue()), operator.ior({1}, {2}), operator.itruediv(3, 2), hasattr(itertools, "batched"))
u = uuid.UUID("12345678123456781234567812345678")
print(u, u.hex, uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid4().version, len(str(uuid.uuid4())))
print(platform.system(), platform.python_implementation(), typing.Pattern, typing.Unpack)
buffer = io.StringIO()
try:
    1 / 0
except ZeroDivisionError as e:
    traceback.print_exception(e, file=buffer)
print(buffer.getvalue().splitlines()[0], buffer.getvalue().splitlines()[-1])
try:
    typing.assert_never(3)
except AssertionError as e:
    print(e)
