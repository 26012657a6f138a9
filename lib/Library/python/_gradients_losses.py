"""Gradients of losses. `reduction` is 0 for none, 1 for the mean, 2 for the sum."""

import math

import _torch
import torch
from _gradients_elementwise import rule
from _tape import names, rules


def _share(g, x, reduction):
    """What each element has of the gradient."""
    return g / x.numel() if reduction == 1 else g


@rule("mse_loss")
def _(node, g, input, target, reduction=1):
    whole = torch.broadcast_tensors(input, target)[0]
    slope = _share(g, whole, reduction) * 2 * (input - target)
    return [(input, slope), (target, -slope)]


@rule("smooth_l1_loss")
def _(node, g, input, target, reduction=1, beta=1.0):
    apart = input - target
    slope = torch.where(apart.abs() < beta, apart / beta if beta else torch.sign(apart), torch.sign(apart))
    slope = slope * _share(g, apart, reduction)
    return [(input, slope), (target, -slope)]


@rule("huber_loss")
def _(node, g, input, target, reduction=1, delta=1.0):
    apart = input - target
    slope = torch.where(apart.abs() <= delta, apart, torch.sign(apart) * delta) * _share(g, apart, reduction)
    return [(input, slope), (target, -slope)]


@rule("binary_cross_entropy")
def _(node, g, input, target, weight=None, reduction=1):
    slope = _share(g, input, reduction) * (input - target) / (input * (1 - input)).clamp(min=1e-12)
    to_target = _share(g, input, reduction) * (torch.log1p(-input) - torch.log(input)) if node.needs(target) else None
    if weight is not None:
        slope = slope * weight
        to_target = to_target * weight if to_target is not None else None
    return [(input, slope), (target, to_target)]


@rule("binary_cross_entropy_with_logits")
def _(node, g, input, target, weight=None, pos_weight=None, reduction=1):
    chance = torch.sigmoid(input)
    if pos_weight is None:
        slope = chance - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * chance - positive
    share = _share(g, slope, reduction)
    slope = slope * share if weight is None else slope * weight * share
    to_target = -input * share if node.needs(target) else None
    return [(input, slope), (target, to_target)]


@rule("soft_margin_loss")
def _(node, g, input, target, reduction=1):
    return [(input, -target * torch.sigmoid(-target * input) * _share(g, input, reduction))]


def _of_classes(g, input, target, weight, reduction, ignore_index):
    """The gradient of a negative log likelihood; classes are along dimension 1, or 0 of a vector."""
    dim = 1 if input.ndim > 1 else 0
    kept = (target != ignore_index).to(input.dtype)
    index = torch.where(target == ignore_index, torch.zeros_like(target), target)
    weights = kept if weight is None else weight.index_select(0, index.reshape(-1)).reshape(index.shape) * kept
    if reduction == 1:
        weights = weights / weights.sum()
    return torch.zeros_like(input).scatter(dim, index.unsqueeze(dim), (-weights * g).unsqueeze(dim))


@rule("nll_loss", "nll_loss2d", "nll_loss_nd")
def _(node, g, input, target, weight=None, reduction=1, ignore_index=-100):
    return [(input, _of_classes(g, input, target, weight, reduction, ignore_index))]


@rule("nll_loss_forward", "nll_loss2d_forward")
def _(node, g, input, target, weight, reduction, ignore_index):
    return [(input, _of_classes(g[0], input, target, weight, reduction, ignore_index))]


@rule("multi_margin_loss")
def _(node, g, input, target, p=1, margin=1, weight=None, reduction=1):
    x = input if input.ndim == 2 else input.reshape(1, -1)
    index = target.reshape(-1, 1)
    z = margin - x.gather(1, index) + x
    inside = (z > 0).to(x.dtype).scatter(1, index, 0)
    slope = inside * (p * z.pow(p - 1) if p != 1 else 1) / x.shape[1]
    if weight is not None:
        slope = slope * weight.index_select(0, target.reshape(-1)).unsqueeze(1)
    slope = slope.scatter(1, index, -slope.sum(1, True))
    if reduction == 0:
        slope = slope * g.reshape(-1, 1)
    else:
        slope = slope * (g / x.shape[0] if reduction == 1 else g)
    return [(input, slope.reshape(input.shape))]


def _ctc_slope(scores, labels, blank):
    """The loss of one sequence, and its gradient: `scores` has the logarithms by time and class."""
    path = [blank]
    for label in labels:
        path += [label, blank]
    places = torch.tensor(path)
    along = scores.index_select(1, places)
    outside = torch.full((1,), -math.inf, dtype=scores.dtype)
    may_skip = torch.tensor([i > 1 and c != blank and c != path[i - 2] for i, c in enumerate(path)])

    def go(steps, skips):
        """Sums over the ways that lead to each place, step by step."""
        found = [torch.where(torch.arange(len(path)) < 2, steps[0], outside)]
        for step in steps[1:]:
            before = found[-1]
            one = torch.cat([outside, before[:-1]])
            two = torch.cat([outside, outside, before[:-2]])[: len(path)]
            two = torch.where(skips, two, outside)
            found.append(torch.logaddexp(torch.logaddexp(before, one), two) + step)
        return torch.stack(found)

    forward = go(along, may_skip)
    # Backwards a way may skip the blank behind a place where the place after that may be reached so.
    skips = torch.tensor([i > 1 and c != blank and c != path[::-1][i - 2] for i, c in enumerate(path[::-1])])
    backward = go(along.flip(0, 1), skips).flip(0, 1)
    loss = -torch.logsumexp(forward[-1, -2:], 0)
    both = forward + backward
    by_class = torch.full_like(scores, -math.inf)
    for place, label in enumerate(path):
        by_class[:, label] = torch.logaddexp(by_class[:, label], both[:, place])
    return loss, scores.exp() - (by_class + loss - scores).exp()


@rule("ctc_loss")
def _(node, g, log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    is_single = log_probs.ndim == 2
    scores = log_probs.unsqueeze(1) if is_single else log_probs
    times, labels = [n.reshape(-1).tolist() if _torch.is_tensor(n) else list(n) for n in (input_lengths, target_lengths)]
    slope = torch.zeros_like(scores)
    begin = 0
    for i, (time, count) in enumerate(zip(times, labels)):
        own = targets[begin : begin + count] if targets.ndim == 1 else targets[i, :count]
        begin += count
        if not time:
            continue
        loss, found = _ctc_slope(scores[:time, i].detach(), own.tolist(), blank)
        if zero_infinity and loss.item() == math.inf:
            continue
        share = g.reshape(-1)[i] if reduction == 0 else g / (len(times) * max(count, 1)) if reduction == 1 else g
        slope[:time, i] = found * share
    return [(log_probs, slope.squeeze(1) if is_single else slope)]


names.update(
    nll_loss=lambda args, kwargs, result: "NllLoss2DBackward0" if args[0].ndim > 2 else "NllLossBackward0",
    nll_loss_nd=lambda args, kwargs, result: "NllLoss2DBackward0" if args[0].ndim > 2 else "NllLossBackward0",
    smooth_l1_loss="SmoothL1LossBackward0", nll_loss2d="NllLoss2DBackward0",
)
