"""Clocks."""

from _system import perf_counter, time

monotonic = perf_counter
process_time = perf_counter


def perf_counter_ns():
    return int(perf_counter() * 1e9)


def time_ns():
    return int(time() * 1e9)


monotonic_ns = perf_counter_ns
process_time_ns = perf_counter_ns


def sleep(seconds):
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass
