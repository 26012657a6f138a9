"""torch.optim.LBFGS, without and with a line search by the strong Wolfe conditions."""

import torch
from torch.optim import Optimizer


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
                                      tolerance_change=tolerance_change, history_size=history_size,
                                      line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError("only 'strong_wolfe' is supported")
        self._params = self.param_groups[0]["params"]

    def _gradient(self):
        return torch.cat([(torch.zeros_like(p) if p.grad is None else p.grad).reshape(-1) for p in self._params], 0)

    def _move(self, step, direction):
        start = 0
        for p in self._params:
            p.add_(direction[start : start + p.numel()].view_as(p), alpha=float(step))
            start += p.numel()

    def _evaluate(self, closure, places, step, direction):
        self._move(step, direction)
        with torch.enable_grad():
            loss = float(closure())
        gradient = self._gradient()
        for p, place in zip(self._params, places):
            p.copy_(place)
        return loss, gradient

    def step(self, closure):
        with torch.no_grad():
            return self._minimize(closure)

    def _minimize(self, closure):
        group = self.param_groups[0]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        with torch.enable_grad():
            first_loss = closure()
        loss = float(first_loss)
        evaluations = 1
        state["func_evals"] += 1
        gradient = self._gradient()
        if gradient.abs().max() <= group["tolerance_grad"]:
            return first_loss
        direction, step = state.get("d"), state.get("t")
        steps, changes, inverses = state.get("old_stps", []), state.get("old_dirs", []), state.get("ro", [])
        diagonal, previous, before = state.get("H_diag", 1), state.get("prev_flat_grad"), state.get("prev_loss")
        iterations = 0
        while iterations < group["max_iter"]:
            iterations += 1
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                direction, steps, changes, inverses, diagonal = gradient.neg(), [], [], [], 1
            else:
                change, moved = gradient.sub(previous), direction.mul(step)
                product = change.dot(moved)
                if product > 1e-10:
                    if len(changes) == group["history_size"]:
                        changes.pop(0), steps.pop(0), inverses.pop(0)
                    changes.append(change), steps.append(moved), inverses.append(1.0 / product)
                    diagonal = product / change.dot(change)
                direction = self._two_loops(gradient, changes, steps, inverses, diagonal)
            previous, before = gradient.clone(), loss
            step = min(1.0, 1.0 / gradient.abs().sum()) * group["lr"] if state["n_iter"] == 1 else group["lr"]
            slope = gradient.dot(direction)
            if slope > -group["tolerance_change"]:
                break
            count = 0
            if group["line_search_fn"] is not None:
                places = [p.clone() for p in self._params]
                loss, gradient, step, count = _strong_wolfe(
                    lambda t: self._evaluate(closure, places, t, direction), step, direction, loss, gradient, slope)
                self._move(step, direction)
                flat = gradient.abs().max() <= group["tolerance_grad"]
            else:
                self._move(step, direction)
                flat = False
                if iterations != group["max_iter"]:
                    with torch.enable_grad():
                        loss = float(closure())
                    gradient = self._gradient()
                    flat = gradient.abs().max() <= group["tolerance_grad"]
                    count = 1
            evaluations += count
            state["func_evals"] += count
            if iterations == group["max_iter"] or evaluations >= group["max_eval"] or flat:
                break
            if direction.mul(step).abs().max() <= group["tolerance_change"]:
                break
            if abs(loss - before) < group["tolerance_change"]:
                break
        state.update(d=direction, t=step, old_dirs=changes, old_stps=steps, ro=inverses, H_diag=diagonal,
                     prev_flat_grad=previous, prev_loss=before)
        return first_loss

    def _two_loops(self, gradient, changes, steps, inverses, diagonal):
        q = gradient.neg()
        factors = [None] * len(changes)
        for i in range(len(changes) - 1, -1, -1):
            factors[i] = steps[i].dot(q) * inverses[i]
            q.add_(changes[i], alpha=-factors[i].item())
        result = torch.mul(q, diagonal)
        for i in range(len(changes)):
            back = changes[i].dot(result) * inverses[i]
            result.add_(steps[i], alpha=(factors[i] - back).item())
        return result


def _cubic(x1, f1, g1, x2, f2, g2, bounds=None):
    """The minimum of the cubic through two points with slopes."""
    low, high = bounds if bounds is not None else ((x1, x2) if x1 <= x2 else (x2, x1))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if square < 0:
        return (low + high) / 2.0
    d2 = square**0.5
    if x1 <= x2:
        place = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        place = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(place, low), high)


def _strong_wolfe(evaluate, t, d, f, g, slope, c1=1e-4, c2=0.9, tolerance=1e-9, most=25):
    width = d.abs().max()
    g = g.clone()
    new_f, new_g = evaluate(t)
    count = 1
    new_slope = new_g.dot(d)
    last_t, last_f, last_g, last_slope = 0, f, g, slope
    done, n = False, 0
    bracket = None
    while n < most:
        if new_f > f + c1 * t * slope or n > 1 and new_f >= last_f:
            bracket = [last_t, t], [last_f, new_f], [last_g, new_g.clone()], [last_slope, new_slope]
            break
        if abs(new_slope) <= -c2 * slope:
            bracket, done = ([t], [new_f], [new_g], [new_slope]), True
            break
        if new_slope >= 0:
            bracket = [last_t, t], [last_f, new_f], [last_g, new_g.clone()], [last_slope, new_slope]
            break
        low, high = t + 0.01 * (t - last_t), t * 10
        now = t
        t = _cubic(last_t, last_f, last_slope, t, new_f, new_slope, bounds=(low, high))
        last_t, last_f, last_g, last_slope = now, new_f, new_g.clone(), new_slope
        new_f, new_g = evaluate(t)
        count += 1
        new_slope = new_g.dot(d)
        n += 1
    if bracket is None:
        bracket = [0, t], [f, new_f], [g, new_g], [slope, new_slope]
    return _zoom(evaluate, bracket, done, d, f, slope, width, n, most, count, c1, c2, tolerance)


def _zoom(evaluate, bracket, done, d, f, slope, width, n, most, count, c1, c2, tolerance):
    """Narrows the bracket until the conditions hold."""
    ts, fs, gs, slopes = bracket
    stalled = False
    low, high = (0, 1) if fs[0] <= fs[-1] else (1, 0)
    while not done and n < most:
        if abs(ts[1] - ts[0]) * width < tolerance:
            break
        t = _cubic(ts[0], fs[0], slopes[0], ts[1], fs[1], slopes[1])
        margin = 0.1 * (max(ts) - min(ts))
        if min(max(ts) - t, t - min(ts)) < margin:
            if stalled or t >= max(ts) or t <= min(ts):
                t = max(ts) - margin if abs(t - max(ts)) < abs(t - min(ts)) else min(ts) + margin
                stalled = False
            else:
                stalled = True
        else:
            stalled = False
        new_f, new_g = evaluate(t)
        count += 1
        new_slope = new_g.dot(d)
        n += 1
        if new_f > f + c1 * t * slope or new_f >= fs[low]:
            ts[high], fs[high], gs[high], slopes[high] = t, new_f, new_g.clone(), new_slope
            low, high = (0, 1) if fs[0] <= fs[1] else (1, 0)
        else:
            if abs(new_slope) <= -c2 * slope:
                done = True
            elif new_slope * (ts[high] - ts[low]) >= 0:
                ts[high], fs[high], gs[high], slopes[high] = ts[low], fs[low], gs[low], slopes[low]
            ts[low], fs[low], gs[low], slopes[low] = t, new_f, new_g.clone(), new_slope
    if len(ts) == 1:
        low = 0
    return fs[low], gs[low], ts[low], count
