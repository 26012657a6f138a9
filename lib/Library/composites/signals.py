# Windows and short-time Fourier transforms, from their definitions in the PyTorch
# documentation. The runtime has no kernels of them.
import math
from typing import List, Optional
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# 0, 1, ..., of which a window of this length is made: one more when it is periodic.
def positions(name: str, length: int, periodic: bool, dtype: Optional[int]) -> Tensor:
    if length < 0:
        raise RuntimeError(name + " requires non-negative window_length, got window_length={}".format(length))
    n = length
    if periodic and length > 1:
        n += 1
    result = torch.arange(n, dtype=torch.float32 if dtype is None else dtype)
    if not (result.is_floating_point() or result.is_complex()):
        raise RuntimeError(name + " expects floating point dtypes")
    return result


# A window of one element is 1.
def cut(window: Tensor, length: int) -> Tensor:
    return torch.ones_like(window) if length == 1 else window[:length]


def hamming(name: str, length: int, periodic: bool, alpha: float, beta: float,
            dtype: Optional[int]) -> Tensor:
    at = positions(name, length, periodic, dtype)
    angles = at * (2.0 * math.pi / float(max(at.size(0) - 1, 1)))
    return cut(torch.cos(angles) * -beta + alpha, length)


@register_decomposition([aten.hann_window.default])
def hann_window(window_length: int, dtype: Optional[int], layout: Optional[int],
                device: Optional[torch.device], pin_memory: Optional[bool]) -> Tensor:
    return hamming("hann_window", window_length, True, 0.5, 0.5, dtype)


@register_decomposition([aten.hann_window.periodic])
def hann_window_periodic(window_length: int, periodic: bool, dtype: Optional[int],
                         layout: Optional[int], device: Optional[torch.device],
                         pin_memory: Optional[bool]) -> Tensor:
    return hamming("hann_window", window_length, periodic, 0.5, 0.5, dtype)


@register_decomposition([aten.hamming_window.default])
def hamming_window(window_length: int, dtype: Optional[int], layout: Optional[int],
                   device: Optional[torch.device], pin_memory: Optional[bool]) -> Tensor:
    return hamming("hamming_window", window_length, True, 0.54, 0.46, dtype)


@register_decomposition([aten.hamming_window.periodic])
def hamming_window_periodic(window_length: int, periodic: bool, dtype: Optional[int],
                            layout: Optional[int], device: Optional[torch.device],
                            pin_memory: Optional[bool]) -> Tensor:
    return hamming("hamming_window", window_length, periodic, 0.54, 0.46, dtype)


@register_decomposition([aten.hamming_window.periodic_alpha])
def hamming_window_alpha(window_length: int, periodic: bool, alpha: float, dtype: Optional[int],
                         layout: Optional[int], device: Optional[torch.device],
                         pin_memory: Optional[bool]) -> Tensor:
    return hamming("hamming_window", window_length, periodic, alpha, 0.46, dtype)


@register_decomposition([aten.hamming_window.periodic_alpha_beta])
def hamming_window_alpha_beta(window_length: int, periodic: bool, alpha: float, beta: float,
                              dtype: Optional[int], layout: Optional[int],
                              device: Optional[torch.device],
                              pin_memory: Optional[bool]) -> Tensor:
    return hamming("hamming_window", window_length, periodic, alpha, beta, dtype)


def bartlett(length: int, periodic: bool, dtype: Optional[int]) -> Tensor:
    at = positions("bartlett_window", length, periodic, dtype)
    rising = at * (2.0 / float(max(at.size(0) - 1, 1)))
    half = (at.size(0) - 1) // 2 + 1
    return cut(torch.cat([rising[:half], 2 - rising[half:]]), length)


@register_decomposition([aten.bartlett_window.default])
def bartlett_window(window_length: int, dtype: Optional[int], layout: Optional[int],
                    device: Optional[torch.device], pin_memory: Optional[bool]) -> Tensor:
    return bartlett(window_length, True, dtype)


@register_decomposition([aten.bartlett_window.periodic])
def bartlett_window_periodic(window_length: int, periodic: bool, dtype: Optional[int],
                             layout: Optional[int], device: Optional[torch.device],
                             pin_memory: Optional[bool]) -> Tensor:
    return bartlett(window_length, periodic, dtype)


def blackman(length: int, periodic: bool, dtype: Optional[int]) -> Tensor:
    at = positions("blackman_window", length, periodic, dtype)
    angles = at * (math.pi / float(max(at.size(0) - 1, 1)))
    return cut(torch.cos(angles * 4) * 0.08 - torch.cos(angles * 2) * 0.5 + 0.42, length)


@register_decomposition([aten.blackman_window.default])
def blackman_window(window_length: int, dtype: Optional[int], layout: Optional[int],
                    device: Optional[torch.device], pin_memory: Optional[bool]) -> Tensor:
    return blackman(window_length, True, dtype)


@register_decomposition([aten.blackman_window.periodic])
def blackman_window_periodic(window_length: int, periodic: bool, dtype: Optional[int],
                             layout: Optional[int], device: Optional[torch.device],
                             pin_memory: Optional[bool]) -> Tensor:
    return blackman(window_length, periodic, dtype)


def kaiser(length: int, periodic: bool, beta: float, dtype: Optional[int]) -> Tensor:
    at = positions("kaiser_window", length, periodic, dtype)
    middle = float(max(at.size(0) - 1, 1)) / 2.0
    far = (at - middle) / middle
    top = torch.i0(torch.full_like(at, beta))
    return cut(torch.i0(torch.sqrt(torch.clamp(1 - far * far, 0)) * beta) / top, length)


@register_decomposition([aten.kaiser_window.default])
def kaiser_window(window_length: int, dtype: Optional[int], layout: Optional[int],
                  device: Optional[torch.device], pin_memory: Optional[bool]) -> Tensor:
    return kaiser(window_length, True, 12.0, dtype)


@register_decomposition([aten.kaiser_window.periodic])
def kaiser_window_periodic(window_length: int, periodic: bool, dtype: Optional[int],
                           layout: Optional[int], device: Optional[torch.device],
                           pin_memory: Optional[bool]) -> Tensor:
    return kaiser(window_length, periodic, 12.0, dtype)


@register_decomposition([aten.kaiser_window.beta])
def kaiser_window_beta(window_length: int, periodic: bool, beta: float, dtype: Optional[int],
                       layout: Optional[int], device: Optional[torch.device],
                       pin_memory: Optional[bool]) -> Tensor:
    return kaiser(window_length, periodic, beta, dtype)


# The window in the middle of n_fft elements.
def centered(window: Optional[Tensor], n_fft: int, length: int, dtype: int) -> Tensor:
    left = (n_fft - length) // 2
    if window is None:
        window = torch.ones(length, dtype=dtype)
    return torch.constant_pad_nd(window, [left, n_fft - length - left])


@register_decomposition([aten.stft.default])
def stft(input: Tensor, n_fft: int, hop_length: Optional[int], win_length: Optional[int],
         window: Optional[Tensor], normalized: bool, onesided: Optional[bool],
         return_complex: Optional[bool]) -> Tensor:
    size = n_fft if win_length is None else win_length
    hop = n_fft // 4 if hop_length is None else hop_length
    if input.dim() != 1 and input.dim() != 2:
        raise RuntimeError("stft: expected a 1D or 2D tensor")
    batch = input.unsqueeze(0) if input.dim() == 1 else input
    if n_fft <= 0 or n_fft > batch.size(1):
        raise RuntimeError("stft: expected 0 < n_fft < {}, but got n_fft={}".format(batch.size(1), n_fft))
    if hop <= 0:
        raise RuntimeError("stft: expected hop_length > 0, but got hop_length={}".format(hop))
    if size <= 0 or size > n_fft:
        raise RuntimeError("stft: expected 0 < win_length <= n_fft, but got win_length={}".format(size))
    frames = batch.unfold(-1, n_fft, hop)
    if window is not None or size < n_fft:
        frames = frames * centered(window, n_fft, size, input.dtype)
    complex_input = frames.is_complex()
    half = not complex_input if onesided is None else onesided
    norm = "ortho" if normalized else "backward"
    if half:
        spectrum = torch.fft.rfft(frames, norm=norm)
    else:
        spectrum = torch.fft.fft(frames, norm=norm)
    spectrum = spectrum.transpose(1, 2)
    if input.dim() == 1:
        spectrum = spectrum.squeeze(0)
    as_complex = complex_input if return_complex is None else return_complex
    return spectrum if as_complex else torch.view_as_real(spectrum)


@register_decomposition([aten.stft.center])
def stft_center(input: Tensor, n_fft: int, hop_length: Optional[int], win_length: Optional[int],
                window: Optional[Tensor], center: bool, pad_mode: str, normalized: bool,
                onesided: Optional[bool], return_complex: Optional[bool]) -> Tensor:
    return torch.stft(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized,
                      onesided, return_complex)


# The sum of frames that begin `hop` after each other.
def overlap_add(frames: Tensor, hop: int) -> Tensor:
    count, n = frames.size(1), frames.size(2)
    places = (torch.arange(count).unsqueeze(1) * hop + torch.arange(n)).reshape([-1])
    result = torch.zeros([frames.size(0), n + hop * (count - 1)], dtype=frames.dtype)
    return torch.index_add(result, 1, places, frames.reshape([frames.size(0), -1]))


@register_decomposition([aten.istft.default])
def istft(input: Tensor, n_fft: int, hop_length: Optional[int], win_length: Optional[int],
          window: Optional[Tensor], center: bool, normalized: bool, onesided: Optional[bool],
          length: Optional[int], return_complex: bool) -> Tensor:
    size = n_fft if win_length is None else win_length
    hop = n_fft // 4 if hop_length is None else hop_length
    x = input if input.is_complex() else torch.view_as_complex(input)
    if x.dim() != 2 and x.dim() != 3:
        raise RuntimeError("istft: expected a tensor with 3 or 4 dimensions, but got {}".format(x.dim() + 1))
    if x.numel() == 0:
        raise RuntimeError("istft: input tensor cannot be empty.")
    bins, count = x.size(-2), x.size(-1)
    half = bins != n_fft if onesided is None else onesided
    if half and n_fft // 2 + 1 != bins:
        raise RuntimeError("istft: expected the frequency dimension (3rd to the last) of the input tensor "
                           "to match n_fft / 2 + 1 when onesided=True, but got {}".format(bins))
    if not half and n_fft != bins:
        raise RuntimeError("istft: expected the frequency dimension (3rd to the last) of the input tensor "
                           "to match n_fft when onesided=False, but got {}".format(bins))
    if hop <= 0 or hop > size:
        raise RuntimeError("istft: expected 0 < hop_length <= win_length")
    if size <= 0 or size > n_fft:
        raise RuntimeError("istft: expected 0 < win_length <= n_fft")
    norm = "ortho" if normalized else "backward"
    spectrum = x.unsqueeze(0) if x.dim() == 2 else x
    spectrum = spectrum.transpose(1, 2)
    if return_complex:
        if half:
            raise RuntimeError("istft: complex output is incompatible with onesided input")
        frames = torch.fft.ifft(spectrum, norm=norm)
    else:
        frames = torch.fft.irfft(spectrum[:, :, :n_fft // 2 + 1], n_fft, norm=norm)
    weights = centered(window, n_fft, size, torch.abs(x).dtype)
    signal = overlap_add(frames * weights, hop)
    squares = torch.pow(weights, 2).expand([1, count, n_fft])
    envelope = overlap_add(squares, hop)
    expected = n_fft + hop * (count - 1)
    start = n_fft // 2 if center else 0
    end = expected
    if length is not None:
        end = start + length
    elif center:
        end = expected - n_fft // 2
    envelope = envelope[:, start:end]
    lowest = float(torch.abs(envelope).min())
    if lowest < 1e-11:
        raise RuntimeError("window overlap add min: {}".format(lowest))
    result = signal[:, start:end] / envelope
    if end > expected:
        result = torch.constant_pad_nd(result, [0, end - expected])
    return result.squeeze(0) if x.dim() == 2 else result


# How the transforms are scaled, 0: not, 1: by the root of the number of elements, 2: by the number.
def norm_of(normalization: int, forward: bool) -> str:
    if normalization == 1:
        return "ortho"
    return "backward" if (normalization == 0) == forward else "forward"


@register_decomposition([aten._fft_c2c.default])
def fft_c2c(self: Tensor, dim: List[int], normalization: int, forward: bool) -> Tensor:
    if forward:
        return torch.fft.fftn(self, None, dim, norm_of(normalization, True))
    return torch.fft.ifftn(self, None, dim, norm_of(normalization, False))


@register_decomposition([aten._fft_r2c.default])
def fft_r2c(self: Tensor, dim: List[int], normalization: int, onesided: bool) -> Tensor:
    if onesided:
        return torch.fft.rfftn(self, None, dim, norm_of(normalization, True))
    return torch.fft.fftn(self, None, dim, norm_of(normalization, True))


@register_decomposition([aten._fft_c2r.default])
def fft_c2r(self: Tensor, dim: List[int], normalization: int, last_dim_size: int) -> Tensor:
    sizes = [self.size(d) for d in dim]
    sizes[-1] = last_dim_size
    return torch.fft.irfftn(self, sizes, dim, norm_of(normalization, False))
