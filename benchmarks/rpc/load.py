#!/usr/bin/python3
"""Calls under load while a worker is killed every few seconds.

    benchmarks/rpc/load.py CALLS [--calls=100000] [--every=3]

CALLS is benchmarks/rpc/calls.cpp, compiled. Prints what became of the calls: each is answered or fails
with an error, none is lost, none runs twice.
"""
import argparse
import array
import json
import os
import subprocess
import sys
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("calls")
    parser.add_argument("--calls", dest="count", type=int, default=100000)
    parser.add_argument("--every", type=float, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        processes = []
        runs = os.path.join(directory, "runs")

        def serve(name, where):
            file = os.path.join(directory, f"{name}-{len(processes)}")
            command = [options.calls, "serve", file] + ([name, where, runs] if where else [])
            processes.append(subprocess.Popen(command, stdin=subprocess.PIPE))
            while not os.path.exists(file):
                if processes[-1].poll() is not None:
                    sys.exit(f"{name} ended with {processes[-1].returncode}")
                time.sleep(0.01)
            with open(file) as text:
                return processes[-1], text.read().strip()

        try:
            _, where = serve("w0", None)
            victim, _ = serve("w1", where)
            serve("w2", where)
            time.sleep(1)
            client = subprocess.Popen([options.calls, "load", where, str(options.count)], stdout=subprocess.PIPE,
                                      text=True)
            kills = 0
            while client.poll() is None:
                try:
                    client.wait(timeout=options.every)
                except subprocess.TimeoutExpired:
                    victim.kill()
                    victim.wait()
                    kills += 1
                    victim, _ = serve("w1", where)
            if client.returncode:
                sys.exit(f"the client ended with {client.returncode}")
            result = json.loads(client.stdout.read())
            # Each call has a number, which its worker wrote down before it answered.
            numbers = array.array("q")
            with open(runs, "rb") as file:
                numbers.frombytes(file.read())
            twice = len(numbers) - len(set(numbers))
            names = ["w1 killed", "calls", "answered", "failed", "lost", "wrong answer", "run", "run twice",
                     "longest wait, s", "objects left"]
            values = [kills, result["calls"], result["answered"], result["failed"], result["lost"], result["wrong"],
                      len(numbers), twice, result["longest_wait_s"], result["live_objects"]]
            print("| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|")
            print("| " + " | ".join(str(value) for value in values) + " |")
            if result["lost"] or result["wrong"] or twice:
                sys.exit("a call was lost, or ran twice")
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
                process.wait()


main()
