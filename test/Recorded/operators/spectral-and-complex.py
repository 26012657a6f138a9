# Complex numbers, and transforms of Fourier.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/spectral-and-complex.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def parts(z: Tensor):
    return z.real, z.imag, z.conj(), z.abs(), z.angle(), torch.view_as_real(z), z * z, z / (z + 1), z.exp(), z.sum(), z == z


def made(x: Tensor, y: Tensor):
    return torch.complex(x, y), torch.polar(x.abs(), y), torch.view_as_complex(torch.stack([x, y], 1)), x * 2j, x + (1 + 1j)


def transforms(x: Tensor):
    f = torch.fft.rfft(x)
    return f, torch.fft.irfft(f, x.size(0)), torch.fft.fft(x), torch.fft.ifft(torch.fft.fft(x)).real, torch.fft.fftshift(x), torch.fft.rfftfreq(4)


def framed(x: Tensor):
    s = torch.stft(x, 4, 2, window=torch.hann_window(4), return_complex=True)
    return s.abs(), torch.istft(s, 4, 2, window=torch.hann_window(4), length=x.size(0))


def refused(z: Tensor):
    return z < z


Z = torch.tensor([1 + 2j, -0.5j, 3 + 0j], dtype=torch.complex64)
CALLS = [("parts", [Z]), ("made", [torch.tensor([1.0, -2.0]), torch.tensor([0.5, 3.0])]),
         ("transforms", [torch.tensor([1.0, 2.0, -1.0, 0.5, 3.0, 0.0])]), ("framed", [torch.arange(8.0)]), ("refused", [Z])]
