#!/usr/bin/env python3
"""Simulates one caller that shards work over many workers, with measured costs.

    benchmarks/rpc/simulate.py [--workers=1,10,100,1000] [--call-us=30] [--latency-us=104] [--tasks=20]

The caller is a queue: each call costs it `--call-us` of its time (the reciprocal of bench.py's calls/s with 64 in
flight), sending and the answer together. A worker gets its task half of `--latency-us` later, runs it, and is given the
next when the caller has taken the answer. Prints the share of the workers' time that is work.
"""
import argparse
import heapq


def simulate(workers, tasks, length, cost, latency):
    """The time until `tasks` of `length` seconds for each worker are done."""
    events = [(0.0, number) for number in range(workers)]
    left = [tasks] * workers
    free = 0.0
    while events:
        time, number = heapq.heappop(events)
        # The caller takes the answer and sends the next task.
        free = max(time, free) + cost
        if left[number]:
            left[number] -= 1
            heapq.heappush(events, (free + latency + length, number))
    return free


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", default="1,10,100,1000")
    parser.add_argument("--call-us", type=float, default=30)
    parser.add_argument("--latency-us", type=float, default=104)
    parser.add_argument("--tasks", type=int, default=20)
    options = parser.parse_args()
    counts = [int(count) for count in options.workers.split(",")]
    print("| a task | " + " | ".join(f"{count} workers" for count in counts) + " |")
    print("|---" * (len(counts) + 1) + "|")
    for length, name in ((0.0001, "0.1 ms"), (0.001, "1 ms"), (0.01, "10 ms"), (0.1, "100 ms"), (1, "1 s")):
        row = []
        for count in counts:
            total = simulate(count, options.tasks, length, options.call_us / 1e6, options.latency_us / 1e6)
            row.append(f"{100 * options.tasks * length / total:.0f} %")
        print(f"| {name} | " + " | ".join(row) + " |")


main()
