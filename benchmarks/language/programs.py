"""Programs of the language tier. Every function takes a size and returns a number.

Licence: Apache-2.0 WITH LLVM-exception.
"""
from typing import Dict, List, Tuple

import torch


def int_loop(n: int) -> int:
    total = 0
    for i in range(n):
        total = (total + i * i) % 1000003
    return total


def sieve(n: int) -> int:
    flags = [True for _ in range(n + 1)]
    count = 0
    for i in range(2, n + 1):
        if flags[i]:
            count += 1
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return count


def edit_distance(n: int) -> int:
    a = [(i * 7) % 26 for i in range(n)]
    b = [(i * 11) % 26 for i in range(n)]
    previous = [j for j in range(n + 1)]
    for i in range(n):
        current = [i + 1]
        for j in range(n):
            cost = 0 if a[i] == b[j] else 1
            current.append(min(min(previous[j + 1] + 1, current[j] + 1), previous[j] + cost))
        previous = current
    return previous[n]


def word_count(n: int) -> int:
    words = ["word" + str((i * 7919) % 1000) for i in range(1000)]
    counts: Dict[str, int] = {}
    for i in range(n):
        word = words[(i * 31) % 1000]
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    best = 0
    for count in counts.values():
        best = max(best, count)
    return best * 1000 + len(counts)


def queens(n: int) -> int:
    column = [0 for _ in range(n)]
    used = [False for _ in range(n)]
    up = [False for _ in range(2 * n)]
    down = [False for _ in range(2 * n)]
    row = 0
    solutions = 0
    while row >= 0:
        c = column[row]
        if c < n:
            column[row] = c + 1
            if not used[c] and not up[row + c] and not down[row - c + n]:
                if row + 1 == n:
                    solutions += 1
                else:
                    used[c] = True
                    up[row + c] = True
                    down[row - c + n] = True
                    row += 1
                    column[row] = 0
        else:
            row -= 1
            if row >= 0:
                placed = column[row] - 1
                used[placed] = False
                up[row + placed] = False
                down[row - placed + n] = False
    return solutions


def build_string(n: int) -> int:
    parts: List[str] = []
    for i in range(n):
        parts.append(str(i))
    text = ",".join(parts)
    line = ""
    for i in range(n // 8):
        line += "xy"
    return len(text) + len(line)


@torch.jit.script
class Account:
    def __init__(self, rate: float):
        self.balance = 0.0
        self.rate = rate
        self.operations = 0

    def deposit(self, amount: float) -> None:
        self.balance = self.balance * self.rate + amount
        self.operations += 1

    def is_rich(self) -> bool:
        return self.balance > 100.0


def class_calls(n: int) -> int:
    account = Account(0.99)
    rich = 0
    for i in range(n):
        account.deposit(float(i % 3))
        if account.is_rich():
            rich += 1
    return rich + account.operations


def small_tensors(n: int) -> float:
    x = torch.zeros([4])
    y = torch.ones([4])
    for i in range(n):
        x = x * 0.9 + y
        if i % 2 == 0:
            x = torch.relu(x - 0.5)
    return float(x.sum())


def nms(n: int) -> int:
    index = torch.arange(n, dtype=torch.float32)
    x = (index * 37.0) % 101.0
    y = (index * 53.0) % 97.0
    score = (index * 29.0) % 89.0
    alive = torch.ones([n], dtype=torch.bool)
    kept = 0
    for k in range(n):
        if not bool(alive.any()):
            break
        masked = torch.where(alive, score, torch.full_like(score, -1.0))
        best = int(masked.argmax())
        kept += 1
        width = torch.clamp(torch.minimum(x + 20.0, x[best] + 20.0) - torch.maximum(x, x[best]), min=0.0)
        height = torch.clamp(torch.minimum(y + 20.0, y[best] + 20.0) - torch.maximum(y, y[best]), min=0.0)
        overlap = width * height
        union = 800.0 - overlap
        alive = alive & (overlap / union < 0.3)
        alive[best] = False
    return kept


def beam_search(n: int) -> int:
    beams: List[Tuple[float, int]] = [(0.0, 1)]
    for step in range(n):
        grown: List[Tuple[float, int]] = []
        for beam in beams:
            score, state = beam
            for token in range(8):
                next_state = (state * 31 + token * 17 + step) % 65537
                grown.append((score + float(next_state % 100) / 100.0, next_state))
        grown.sort(reverse=True)
        beams = grown[:8]
    return beams[0][1]


def lstm(n: int) -> float:
    size = 32
    weight = torch.arange(4 * size * size, dtype=torch.float32).reshape(4 * size, size)
    weight = torch.sin(weight) * 0.1
    bias = torch.zeros([4 * size])
    h = torch.zeros([1, size])
    c = torch.zeros([1, size])
    x = torch.ones([1, size])
    for _ in range(n):
        gates = torch.mm(x + h, weight.t()) + bias
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
    return float(h.sum())
