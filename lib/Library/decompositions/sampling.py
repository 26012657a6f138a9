# Images sampled at given points as gathers and weighted sums, from their definitions
# in the PyTorch documentation. `padding` says what lies outside: 0 zeros, 1 the
# border, 2 the image reflected; `mode` is 0 linear, 1 nearest, 2 cubic.
import math
from typing import Tuple
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


def far_weight(x: Tensor) -> Tensor:
    return ((-0.75 * x - 5 * -0.75) * x + 8 * -0.75) * x - 4 * -0.75


def near_weight(x: Tensor) -> Tensor:
    return ((-0.75 + 2) * x - (-0.75 + 3)) * x * x + 1


# The places and the weights, [batch, taps, points], along one dimension that a sample
# is made of.
def taps(x: Tensor, size: int, mode: int, padding: int, align: bool, volume: bool) -> Tuple[Tensor, Tensor]:
    if mode == 2:
        first = torch.floor(x)
        t = x - first
        at = torch.stack([first - 1, first, first + 1, first + 2], 1)
        return (put_inside(at, size, padding, align, False),
                torch.stack([far_weight(t + 1), near_weight(t), near_weight(1 - t), far_weight(2 - t)], 1))
    x = put_inside(x, size, padding, align, volume)
    if mode == 1:
        near = torch.unsqueeze(round_away(x) if volume else torch.round(x), 1)
        return near, torch.ones_like(near)
    first = torch.floor(x)
    return torch.stack([first, first + 1], 1), torch.stack([1 - (x - first), x - first], 1)


# Sums of elements at the taps of all dimensions, which are one dimension in the end, so
# that all are read at once.
def sample(input: Tensor, grid: Tensor, mode: int, padding: int, align: bool) -> Tensor:
    batch, channels, rank = input.size(0), input.size(1), input.dim() - 2
    points = grid.reshape([batch, -1, rank])
    count = points.size(1)
    place = torch.zeros([batch, 1, count], dtype=torch.float64)
    weight = torch.ones([batch, 1, count], dtype=torch.float64)
    inside = torch.ones([batch, 1, count], dtype=torch.bool)
    for d in range(rank):
        size = input.size(2 + d)
        x = positions(torch.select(points, 2, rank - 1 - d), size, align)
        at, share = taps(x, size, mode, padding, align, rank == 3)
        number = place.size(1) * at.size(1)
        at = torch.unsqueeze(at, 1)
        inside = torch.logical_and(torch.unsqueeze(inside, 2), is_inside(at, size)).reshape([batch, number, count])
        place = (torch.unsqueeze(place, 2) * size + at).reshape([batch, number, count])
        weight = (torch.unsqueeze(weight, 2) * torch.unsqueeze(share, 1)).reshape([batch, number, count])
    number = place.size(1)
    safe = torch.where(inside, place, 0.0).to(torch.int64).reshape([batch, 1, number * count])
    flat = input.reshape([batch, channels, -1])
    values = torch.gather(flat, 2, safe.expand([batch, channels, number * count]))
    values = values.reshape([batch, channels, number, count]).to(torch.float64)
    values = torch.where(torch.unsqueeze(inside, 1), values, 0.0) * torch.unsqueeze(weight, 1)
    return torch.sum(values, 2).to(input.dtype).reshape([batch, channels] + grid.size()[1:-1])


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
    return sample(input, grid, interpolation_mode, padding_mode, align_corners)


@register_decomposition(aten.grid_sampler_2d.default)
def grid_sampler_2d(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
                    align_corners: bool) -> Tensor:
    if not fits(input, grid, interpolation_mode) or input.dim() != 4:
        return aten.grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)
    return sample(input, grid, interpolation_mode, padding_mode, align_corners)


@register_decomposition(aten.grid_sampler_3d.default)
def grid_sampler_3d(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
                    align_corners: bool) -> Tensor:
    if not fits(input, grid, interpolation_mode) or input.dim() != 5:
        return aten.grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners)
    return sample(input, grid, interpolation_mode, padding_mode, align_corners)
