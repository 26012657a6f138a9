"""A program for export_roundtrip.py."""
from typing import Dict, List, Optional, Tuple

import torch


def gcd(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


def classify(x: Optional[int]) -> str:
    if x is None:
        return "none"
    elif x < 0:
        raise ValueError(f"negative: {x}")
    return "even" if x % 2 == 0 and x != 0 else "odd or zero"


def histogram(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for i, word in enumerate(words):
        if word == "":
            continue
        if word not in counts:
            counts[word] = 0
        counts[word] += i
    return counts


def windows(x: torch.Tensor, n: int) -> Tuple[List[float], torch.Tensor]:
    best = torch.zeros([n])
    means: List[float] = []
    for i in range(0, x.size(0) - n + 1, 2):
        part = x[i : i + n]
        if float(part.sum()) > float(best.sum()):
            best = part.clone()
        means.append(float(part.mean()))
    return means, best.relu() * 2 - 1


CALLS = [
    ("gcd", [48, 36]),
    ("gcd", [17, 5]),
    ("classify", [None]),
    ("classify", [4]),
    ("classify", [0]),
    ("classify", [-3]),
    ("histogram", [["a", "b", "", "a"]]),
    ("windows", [torch.tensor([1.0, -2.0, 3.0, 4.0, 0.5]), 2]),
]
