# Containers that grow until memory is at its end, with a limit for the process.
# REQUIRES: ts-run, ts-compile
# RUN: sh -c "ulimit -v 4000000; ts-run %s --check=%S/Inputs/memory-limit.json" | FileCheck %s
# RUN: ts-compile %s -o %t.so
# RUN: sh -c "ulimit -v 4000000; ts-run %t.so --check=%S/Inputs/memory-limit.json" | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch


def doubled_text():
    s = "a"
    for i in range(60):
        s = s + s
    return len(s)


def joined_text():
    s = "aaaaaaaaaa"
    for i in range(20):
        s = s.join([s] * 1000)
    return len(s)


def doubled_list():
    x = [1]
    for i in range(60):
        x = x + x
    return len(x)


def extended_list():
    x = [1]
    for i in range(60):
        x.extend(x)
    return len(x)


def added_list():
    x = [1]
    for i in range(60):
        x += x
    return len(x)


def doubled_tensor():
    x = torch.ones(1)
    for i in range(60):
        x = torch.cat([x, x])
    return x.numel()


def appended():
    x = [(1, 1, 1, 1, 1, 1, 1, 1)]
    while len(x) > 0:
        n = len(x)
        x.append((n, n, n, n, n, n, n, n))
    return len(x)


def appended_words():
    x = [("a", 1, 1, 1, 1, 1, 1)]
    word = str(len(x)) + "b"
    while len(x) > 0:
        n = len(x)
        x.append((word, n, n, n, n, n, n))
    return len(x)


def works(n: int):
    words = ["a" + str(i) for i in range(n)]
    return "".join(words), [0] * n, torch.zeros(n) + 1


CALLS = [
    ("doubled_text", []),
    ("works", [3]),
    ("joined_text", []),
    ("doubled_list", []),
    ("extended_list", []),
    ("added_list", []),
    ("works", [3]),
    ("doubled_tensor", []),
    ("works", [3]),
    ("appended", []),
    ("works", [3]),
    ("appended_words", []),
    ("works", [3]),
]
