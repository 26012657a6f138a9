# Counts the words of a text: each worker counts those of some lines, the
# counts are added here.
from typing import Dict, List

import torch.distributed.rpc as rpc


def count(lines: List[str]) -> Dict[str, int]:
    words: Dict[str, int] = {}
    for line in lines:
        for word in line.lower().split():
            words[word] = words.get(word, 0) + 1
    return words


def merge(parts: List[Dict[str, int]]) -> Dict[str, int]:
    words: Dict[str, int] = {}
    for part in parts:
        for word, times in part.items():
            words[word] = words.get(word, 0) + times
    return words


def main(workers: List[str], text: str) -> List[str]:
    lines = text.split("\n")
    size = (len(lines) + len(workers) - 1) // len(workers)
    futures = [rpc.rpc_async(workers[i], count, (lines[i * size : (i + 1) * size],)) for i in range(len(workers))]
    words = merge([future.wait() for future in futures])
    names = [word for word in words.keys()]
    names.sort()
    return [word + " " + str(words[word]) for word in names]
