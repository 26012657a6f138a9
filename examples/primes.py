"""Prime numbers with loops and lists: a program no tensor compiler takes."""
from typing import List


def primes(n: int) -> List[int]:
    """All primes below n, by the sieve of Eratosthenes."""
    is_prime = [True] * n
    found: List[int] = []
    for i in range(2, n):
        if not is_prime[i]:
            continue
        found.append(i)
        for j in range(i * i, n, i):
            is_prime[j] = False
    return found


def count_primes(n: int) -> int:
    return len(primes(n))


def main(n: int = 100):
    found = primes(n)
    print("primes below", n, ":", found)
    gaps = [found[i + 1] - found[i] for i in range(len(found) - 1)]
    print("largest gap:", max(gaps))
    return len(found)
