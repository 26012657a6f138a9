# Fourier transforms: prime and large lengths, several dimensions, strides, padding, no elements; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/fourier.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/fourier.json --check-messages --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
from typing import List, Optional
import torch
from torch import Tensor


def numbers(shape: List[int], is_complex: bool) -> Tensor:
    n = 1
    for size in shape:
        n *= size
    k = torch.arange(n, dtype=torch.float64)
    x = torch.sin(k * k * 0.1 + 0.3 * k).reshape(shape)
    return torch.complex(x, torch.cos(k * k * 0.07).reshape(shape)) if is_complex else x


def some(x: Tensor) -> Tensor:
    return x.flatten()[::max(x.numel() // 12, 1)].clone()


def lengths(n: int, is_complex: bool):
    x = numbers([3, n], is_complex)
    a = torch.fft.fft(x)
    back = (torch.fft.ifft(a) - x).abs().max() < 1e-12
    if is_complex:
        return [some(a), some(torch.fft.hfft(x, n=n)), some(torch.fft.irfft(x, n=n))], back
    return [some(a), some(torch.fft.rfft(x)), some(torch.fft.ihfft(x))], back


def floats(n: int):
    x = numbers([2, n], False).float()
    a, b = torch.fft.fft(x), torch.fft.rfft(x)
    return a.dtype, some(a), some(b), (torch.fft.irfft(b, n=n) - x).abs().max() < 1e-5


def strided(dim: int, n: Optional[int], norm: str):
    x = numbers([6, 10, 8], True).transpose(0, 2)[:, 1::2]
    return (some(torch.fft.fft(x, n, dim, norm)), some(torch.fft.ifft(x, n, dim, norm)), some(torch.fft.rfft(x.real, n, dim, norm)),
            some(torch.fft.irfft(x, n, dim, norm)), some(torch.fft.hfft(x, n, dim, norm)), some(torch.fft.ihfft(x.imag, n, dim, norm)))


def several(s: Optional[List[int]], dim: Optional[List[int]], norm: str):
    x = numbers([4, 5, 6], True)
    return (some(torch.fft.fftn(x, s, dim, norm)), some(torch.fft.ifftn(x, s, dim, norm)), some(torch.fft.rfftn(x.real, s, dim, norm)),
            some(torch.fft.irfftn(x, s, dim, norm)), some(torch.fft.fftn(x.real, s, dim, norm)))


def planes():
    x = numbers([2, 7, 9], True)
    return (some(torch.fft.fft2(x)), some(torch.fft.hfft2(x)), some(torch.fft.ihfft2(x.real)), some(torch.fft.rfft2(x.real, dim=[0, 2])),
            some(torch.fft.irfft2(x, [6, 8])), some(torch.fft.hfftn(x)), some(torch.fft.ihfftn(x.imag)))


def of_integers():
    x = torch.arange(10)
    return torch.fft.fft(x), torch.fft.rfft(x > 4), torch.fft.irfft(x)


def empty():
    x = torch.zeros(0, 4)
    return torch.fft.fft(x), torch.fft.rfft(x), torch.fft.irfft(x), torch.fft.fft(torch.zeros(0), n=2), torch.fft.fft2(torch.zeros(0, 2, 3))


def spectrogram(n: int, hop: int):
    x = numbers([2, 1000], False)
    return some(torch.stft(x, n, hop, window=torch.hann_window(n, dtype=torch.float64), return_complex=True))


def fails(what: int):
    x = torch.ones(3, 4)
    if what == 0:
        return torch.fft.fft(x, n=0)
    elif what == 1:
        return torch.fft.fft(x, norm="none")
    elif what == 2:
        return torch.fft.fft(x, dim=2)
    elif what == 3:
        return torch.fft.fftn(x, dim=[0, 0])
    elif what == 4:
        return torch.fft.fftn(x, s=[1, 2, 3])
    elif what == 5:
        return torch.fft.rfft(torch.fft.fft(x))
    elif what == 6:
        return torch.fft.irfft(torch.ones(1))
    elif what == 7:
        return torch.fft.fftn(x, s=[0, 2])
    elif what == 8:
        return torch.fft.fft(torch.zeros(2, 0))
    return torch.fft.rfft(x.half())


CALLS = ([("lengths", [n, c]) for n in (1, 2, 3, 4, 5, 7, 8, 11, 13, 30, 97, 121, 128, 360, 1009, 2018) for c in (False, True)] +
         [("floats", [n]) for n in (6, 256, 257, 1000)] +
         [("strided", [d, n, m]) for d, n, m in [(0, None, "backward"), (1, 3, "ortho"), (-1, 9, "forward"), (2, 6, "backward")]] +
         [("several", [s, d, m]) for s, d, m in [(None, None, "backward"), ([3, 8], None, "ortho"), (None, [2, 0], "forward"), ([6, 2], [1, -1], "backward")]] +
         [("planes", []), ("of_integers", []), ("empty", []), ("spectrogram", [64, 16]), ("spectrogram", [101, 7])] +
         [("fails", [k]) for k in range(10)])
