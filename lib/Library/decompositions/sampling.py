# Images sampled at given points as gathers and weighted sums, from their definitions
# in the PyTorch documentation. `padding` says what lies outside: 0 zeros, 1 the
# border, 2 the image reflected; `mode` is 0 linear, 1 nearest, 2 cubic.
import math
from typing import List
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# Coordinates in [-1, 1] as positions.
def positions(v: Tensor, size: int, align: bool) -> Tensor:
    if align:
        at = (v + 1) * (float(size - 1) / 2)
    else:
        at = (v + 1) * (float(size) / 2) - 0.5
    return at.to(torch.float64)


# Positions put inside by the padding. One that is not a number is the first of an
# image, the last of a volume; in a volume without border it lies outside.
def put_inside(x: Tensor, size: int, padding: int, align: bool, volume: bool) -> Tensor:
    if padding == 0:
        if volume:
            return torch.where(torch.abs(x) < 2147483646.0, x, -100.0)
        return x
    if padding == 2:
        low = 0.0 if align else -0.5
        span = float(size - 1) if align else float(size)
        if span <= 0:
            return torch.zeros_like(x)
        x = torch.abs(x - low)
        extra = torch.fmod(x, span)
        odd = torch.fmod(torch.floor(x / span), 2) == 1
        x = torch.where(odd, span - extra + low, extra + low)
    first = float(size - 1) if volume else 0.0
    return torch.clamp(torch.where(torch.isnan(x), first, x), 0.0, float(size - 1))


def is_inside(x: Tensor, size: int) -> Tensor:
    return torch.logical_and(x >= 0, x <= float(size - 1))


def round_away(x: Tensor) -> Tensor:
    return torch.trunc(x + torch.where(x < 0, -0.5, 0.5))


# The elements of flat images [batch, channels, n] at places [batch, points], zero where
# they are not inside, times weights.
def weighted(flat: Tensor, place: Tensor, inside: Tensor, weight: Tensor) -> Tensor:
    safe = torch.where(inside, place, 0.0).to(torch.int64)
    batch, channels, points = flat.size(0), flat.size(1), place.size(1)
    values = torch.gather(flat, 2, torch.unsqueeze(safe, 1).expand([batch, channels, points]))
    return torch.where(torch.unsqueeze(inside, 1), values.to(torch.float64), 0.0) * torch.unsqueeze(weight, 1)


def far_weight(x: Tensor) -> Tensor:
    return ((-0.75 * x - 5 * -0.75) * x + 8 * -0.75) * x - 4 * -0.75


def near_weight(x: Tensor) -> Tensor:
    return ((-0.75 + 2) * x - (-0.75 + 3)) * x * x + 1


# The places and weights along one dimension that a sample is made of.
def taps(x: Tensor, size: int, mode: int, padding: int, align: bool, volume: bool) -> List[Tensor]:
    if mode == 2:
        first = torch.floor(x)
        t = x - first
        return [put_inside(first - 1, size, padding, align, False), put_inside(first, size, padding, align, False),
                put_inside(first + 1, size, padding, align, False), put_inside(first + 2, size, padding, align, False),
                far_weight(t + 1), near_weight(t), near_weight(1 - t), far_weight(2 - t)]
    x = put_inside(x, size, padding, align, volume)
    if mode == 1:
        near = round_away(x) if volume else torch.round(x)
        return [near, torch.ones_like(near)]
    first = torch.floor(x)
    return [first, first + 1, 1 - (x - first), x - first]


def sample_image(input: Tensor, grid: Tensor, mode: int, padding: int, align: bool) -> Tensor:
    batch, channels, high, wide = input.size(0), input.size(1), input.size(2), input.size(3)
    rows, columns = grid.size(1), grid.size(2)
    flat = input.reshape([batch, channels, high * wide])
    points = grid.reshape([batch, rows * columns, 2])
    xs = taps(positions(torch.select(points, 2, 0), wide, align), wide, mode, padding, align, False)
    ys = taps(positions(torch.select(points, 2, 1), high, align), high, mode, padding, align, False)
    count = len(xs) // 2
    result = torch.zeros([batch, channels, rows * columns], dtype=torch.float64)
    for k in range(count * count):
        i, j = k // count, k % count
        inside = torch.logical_and(is_inside(ys[i], high), is_inside(xs[j], wide))
        result = result + weighted(flat, ys[i] * wide + xs[j], inside, ys[count + i] * xs[count + j])
    return result.to(input.dtype).reshape([batch, channels, rows, columns])


def sample_volume(input: Tensor, grid: Tensor, mode: int, padding: int, align: bool) -> Tensor:
    batch, channels = input.size(0), input.size(1)
    depth, high, wide = input.size(2), input.size(3), input.size(4)
    flat = input.reshape([batch, channels, depth * high * wide])
    points = grid.reshape([batch, -1, 3])
    xs = taps(positions(torch.select(points, 2, 0), wide, align), wide, mode, padding, align, True)
    ys = taps(positions(torch.select(points, 2, 1), high, align), high, mode, padding, align, True)
    zs = taps(positions(torch.select(points, 2, 2), depth, align), depth, mode, padding, align, True)
    count = len(xs) // 2
    result = torch.zeros([batch, channels, points.size(1)], dtype=torch.float64)
    for k in range(count * count * count):
        h, i, j = k // (count * count), k // count % count, k % count
        inside = torch.logical_and(is_inside(ys[i], high), is_inside(xs[j], wide))
        inside = torch.logical_and(is_inside(zs[h], depth), inside)
        result = result + weighted(flat, (zs[h] * high + ys[i]) * wide + xs[j], inside,
                                   zs[count + h] * ys[count + i] * xs[count + j])
    return result.to(input.dtype).reshape([batch, channels, grid.size(1), grid.size(2), grid.size(3)])


def fits(input: Tensor, grid: Tensor, mode: int) -> bool:
    good = input.dim() == grid.dim() and (input.dim() == 4 or input.dim() == 5) and input.dtype == grid.dtype
    if good:
        good = input.size(0) == grid.size(0) and grid.size(-1) == input.dim() - 2 and input.numel() > 0 and \
            grid.numel() > 0 and (input.dim() == 4 or mode != 2) and input.is_floating_point()
    return good


@register_decomposition(aten.grid_sampler.default)
def grid_sampler(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
                 align_corners: bool) -> Tensor:
    if not fits(input, grid, interpolation_mode):
        return aten.grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)
    elif input.dim() == 4:
        return sample_image(input, grid, interpolation_mode, padding_mode, align_corners)
    return sample_volume(input, grid, interpolation_mode, padding_mode, align_corners)


@register_decomposition(aten.grid_sampler_2d.default)
def grid_sampler_2d(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
                    align_corners: bool) -> Tensor:
    if not fits(input, grid, interpolation_mode) or input.dim() != 4:
        return aten.grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)
    return sample_image(input, grid, interpolation_mode, padding_mode, align_corners)


@register_decomposition(aten.grid_sampler_3d.default)
def grid_sampler_3d(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
                    align_corners: bool) -> Tensor:
    if not fits(input, grid, interpolation_mode) or input.dim() != 5:
        return aten.grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners)
    return sample_volume(input, grid, interpolation_mode, padding_mode, align_corners)
