"""torch.optim: steps along gradients."""

import math as _math
from collections import defaultdict as _defaultdict

import torch as _torch
from torch import Tensor as _Tensor

class _RequiredParameter:
    """Stands for a setting that has no default."""

    def __repr__(self):
        return "<required parameter>"


required = _required = _RequiredParameter()


class Optimizer:
    """The base of all: groups of parameters with settings, and a state for each parameter."""

    def __init__(self, params, defaults):
        self.defaults = defaults
        self.state = _defaultdict(dict)
        self.param_groups = []
        if isinstance(params, _Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                + _torch.typename(params)
            )
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, group):
        if not isinstance(group, dict):
            raise TypeError("param group must be a dict")
        params = group["params"]
        if isinstance(params, _Tensor):
            group["params"] = [params]
        elif isinstance(params, (set, frozenset)):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of "
                            "tensors in sets will change between runs. Please use a list instead.")
        else:
            group["params"] = list(params)
        for param in group["params"]:
            if not isinstance(param, _Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + _torch.typename(param))
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is _required and name not in group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            group.setdefault(name, default)
        known = {id(p) for g in self.param_groups for p in g["params"]}
        if any(id(p) in known for p in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(group)

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for key in sorted(group.keys()):
                if key != "params":
                    text += f"    {key}: {group[key]}\n"
        return text + ")"

    def zero_grad(self, set_to_none=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if set_to_none:
                    p.grad = None
                else:
                    if p.grad.grad_fn is not None:
                        p.grad = p.grad.detach()
                    p.grad.zero_()

    def state_dict(self):
        numbers, groups = {}, []
        for group in self.param_groups:
            packed = {k: v for k, v in group.items() if k != "params"}
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {(numbers[id(k)] if isinstance(k, _Tensor) else k): v for k, v in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        import copy

        state_dict = copy.deepcopy(state_dict)
        saved = state_dict["param_groups"]
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(a["params"]) != len(b["params"]) for a, b in zip(saved, self.param_groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        params = {}
        for mine, other in zip(self.param_groups, saved):
            for number, p in zip(other["params"], mine["params"]):
                params[number] = p
            for key, value in other.items():
                if key != "params":
                    mine[key] = value
        self.state = _defaultdict(dict)
        for key, value in state_dict["state"].items():
            self.state[params.get(key, key)] = value

    def _with_gradients(self, group):
        for p in group["params"]:
            if p.grad is not None:
                g = p.grad.detach()
                yield p, -g if group.get("maximize") else g

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with _torch.enable_grad():
                loss = closure()
        with _torch.no_grad():
            for group in self.param_groups:
                for p, g in self._with_gradients(group):
                    if g.is_sparse and not self._takes_sparse:
                        more = ", please consider SparseAdam instead" if type(self).__name__ == "Adam" else ""
                        raise RuntimeError(f"{type(self).__name__} does not support sparse gradients{more}")
                    update = self._update_parts if self._is_of_parts and p.is_complex() else self._update
                    update(p, g, self.state[p], group)
        return loss

    # Whether the real and the imaginary parts of complex parameters are steps of their own.
    _is_of_parts = False
    _takes_sparse = False

    def _update_parts(self, p, g, state, group):
        real = {k: _torch.view_as_real(v) if isinstance(v, _Tensor) and v.is_complex() else v for k, v in state.items()}
        parts = _torch.view_as_real(p)
        self._update(parts, _torch.view_as_real(g), real, group)
        for key, value in real.items():
            is_part = isinstance(value, _Tensor) and value.shape == parts.shape
            state[key] = _torch.view_as_complex(value) if is_part else value

    def _update(self, p, g, state, group):
        raise NotImplementedError


def _check_betas(betas):
    for i, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")


def _decayed(g, p, group):
    return g.add(p, alpha=group["weight_decay"]) if group["weight_decay"] != 0 else g


class SGD(Optimizer):
    _takes_sparse = True

    def __init__(self, params, lr=_required, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False):
        if lr is not _required and lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize, foreach=foreach,
                                      differentiable=differentiable))

    def _update(self, p, g, state, group):
        g = _decayed(g, p, group)
        momentum, buffer = group["momentum"], None
        if momentum != 0:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                buffer = g.clone()
            else:
                buffer.mul_(momentum).add_(g, alpha=1 - group["dampening"])
            g = g.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        state["momentum_buffer"] = buffer
        p.add_(g, alpha=-group["lr"])


class Adam(Optimizer):
    _is_of_parts = True
    _decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=False):
        self._check(lr, betas, eps, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
                                      maximize=maximize, foreach=foreach, capturable=capturable,
                                      differentiable=differentiable, fused=fused))

    def _check(self, lr, betas, eps, weight_decay):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")

    def _update(self, p, g, state, group):
        beta1, beta2 = group["betas"]
        if not state:
            state["step"] = _torch.tensor(0.0)
            state["exp_avg"] = _torch.zeros_like(p)
            state["exp_avg_sq"] = _torch.zeros_like(p)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = _torch.zeros_like(p)
        state["step"] += 1
        step = state["step"].item()
        if self._decoupled:
            p.mul_(1 - group["lr"] * group["weight_decay"])
        else:
            g = _decayed(g, p, group)
        first, second = state["exp_avg"], state["exp_avg_sq"]
        first.mul_(beta1).add_(g, alpha=1 - beta1)
        second.mul_(beta2).addcmul_(g, g.conj(), value=1 - beta2)
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        if group["amsgrad"]:
            largest = _torch.maximum(state["max_exp_avg_sq"], second)
            state["max_exp_avg_sq"] = second = largest
        size = (second.sqrt() / _math.sqrt(correction2)).add_(group["eps"])
        p.addcdiv_(first, size, value=-group["lr"] / correction1)


def _rows_of(g):
    """Where a sparse gradient has values, as a subscript, and the values."""
    g = g.coalesce()
    return tuple(g.indices()), g.values()


class SparseAdam(Optimizer):
    _takes_sparse = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        params = list(params)
        refused = []
        for index, param in enumerate(params):
            if isinstance(param, dict):
                inner = param["params"]
                inner = list(inner) if isinstance(inner, (list, tuple)) else [inner]
                refused += [[index, i] for i, p in enumerate(inner) if p.is_sparse]
            elif param.is_sparse:
                refused.append(index)
        if refused:
            raise ValueError(f"Sparse params at indices {refused}: SparseAdam requires dense parameter tensors")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def _update(self, p, g, state, group):
        if not g.is_sparse:
            raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
        if not state:
            state.update(step=0, exp_avg=_torch.zeros_like(p), exp_avg_sq=_torch.zeros_like(p))
        state["step"] += 1
        place, g = _rows_of(g)
        if g.numel() == 0:
            return
        beta1, beta2 = group["betas"]
        moments = []
        for key, new, beta in (("exp_avg", g, beta1), ("exp_avg_sq", g.pow(2), beta2)):
            old = state[key][place]
            change = new.sub(old).mul_(1 - beta)
            state[key][place] += change
            moments.append(change.add_(old))
        step = state["step"]
        rate = group["lr"] * _math.sqrt(1 - beta2 ** step) / (1 - beta1 ** step)
        p[place] += moments[0].div_(moments[1].sqrt_().add_(group["eps"])).mul_(-rate)


class AdamW(Adam):
    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
                 foreach=None, capturable=False):
        self._check(lr, betas, eps, weight_decay)
        Optimizer.__init__(self, params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
                                              foreach=foreach, maximize=maximize, capturable=capturable))


class Adagrad(Optimizer):
    _is_of_parts = True
    _takes_sparse = True

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None,
                 *, maximize=False):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach,
                                      maximize=maximize))
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = {"step": _torch.tensor(0.0), "sum": _torch.full_like(p, initial_accumulator_value)}

    def _update(self, p, g, state, group):
        state["step"] += 1
        if g.is_sparse and group["weight_decay"] != 0:
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")
        rate = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        if g.is_sparse:
            place, g = _rows_of(g)
            total = state["sum"][place] + g * g
            state["sum"][place] = total
            p[place] += g.div(total.sqrt().add_(group["eps"])).mul_(-rate)
            return
        g = _decayed(g, p, group)
        state["sum"].addcmul_(g, g, value=1)
        p.addcdiv_(g, state["sum"].sqrt().add_(group["eps"]), value=-rate)


class RMSprop(Optimizer):
    _is_of_parts = True

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, foreach=None,
                 maximize=False, differentiable=False):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
                                      weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable))

    def _update(self, p, g, state, group):
        if not state:
            state["step"] = 0
            state["square_avg"] = _torch.zeros_like(p)
            if group["momentum"] > 0:
                state["momentum_buffer"] = _torch.zeros_like(p)
            if group["centered"]:
                state["grad_avg"] = _torch.zeros_like(p)
        state["step"] += 1
        g = _decayed(g, p, group)
        alpha, square = group["alpha"], state["square_avg"]
        square.mul_(alpha).addcmul_(g, g, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean.mul_(alpha).add_(g, alpha=1 - alpha)
            size = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            size = square.sqrt()
        size.add_(group["eps"])
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]
            buffer.mul_(group["momentum"]).addcdiv_(g, size)
            p.add_(buffer, alpha=-group["lr"])
        else:
            p.addcdiv_(g, size, value=-group["lr"])


class Adadelta(Optimizer):
    _is_of_parts = True

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, maximize=False):
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      foreach=foreach))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=0, square_avg=_torch.zeros_like(p), acc_delta=_torch.zeros_like(p))
        state["step"] += 1
        g = _decayed(g, p, group)
        rho, eps = group["rho"], group["eps"]
        state["square_avg"].mul_(rho).addcmul_(g, g, value=1 - rho)
        delta = state["acc_delta"].add(eps).sqrt_().div_(state["square_avg"].add(eps).sqrt_()).mul_(g)
        state["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        p.add_(delta, alpha=-group["lr"])


class Adamax(Optimizer):
    _is_of_parts = True

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False):
        _check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=_torch.tensor(0.0), exp_avg=_torch.zeros_like(p), exp_inf=_torch.zeros_like(p))
        state["step"] += 1
        beta1, beta2 = group["betas"]
        g = _decayed(g, p, group)
        state["exp_avg"].mul_(beta1).add_(g, alpha=1 - beta1)
        state["exp_inf"].copy_(_torch.maximum(state["exp_inf"] * beta2, g.abs() + group["eps"]))
        p.addcdiv_(state["exp_avg"], state["exp_inf"], value=-group["lr"] / (1 - beta1 ** state["step"].item()))


class NAdam(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, foreach=None):
        _check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, foreach=foreach))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=_torch.tensor(0.0), mu_product=_torch.tensor(1.0), exp_avg=_torch.zeros_like(p),
                         exp_avg_sq=_torch.zeros_like(p))
        state["step"] += 1
        step = state["step"].item()
        beta1, beta2 = group["betas"]
        g = _decayed(g, p, group)
        now = beta1 * (1.0 - 0.5 * 0.96 ** (step * group["momentum_decay"]))
        later = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * group["momentum_decay"]))
        state["mu_product"] *= now
        product = state["mu_product"].item()
        state["exp_avg"].mul_(beta1).add_(g, alpha=1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(g, g, value=1 - beta2)
        size = state["exp_avg_sq"].div(1 - beta2**step).sqrt().add_(group["eps"])
        p.addcdiv_(g, size, value=-group["lr"] * (1.0 - now) / (1.0 - product))
        p.addcdiv_(state["exp_avg"], size, value=-group["lr"] * later / (1.0 - product * now * later))


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None):
        _check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=_torch.tensor(0.0), exp_avg=_torch.zeros_like(p), exp_avg_sq=_torch.zeros_like(p))
        state["step"] += 1
        step = state["step"].item()
        beta1, beta2 = group["betas"]
        g = _decayed(g, p, group)
        state["exp_avg"].mul_(beta1).add_(g, alpha=1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(g, g, value=1 - beta2)
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        first = state["exp_avg"] / correction1
        limit = 2 / (1 - beta2) - 1
        length = limit - 2 * step * beta2**step / correction2
        if length > 5.0:
            factor = _math.sqrt((length - 4) * (length - 2) * limit / ((limit - 4) * (limit - 2) * length))
            adaptive = _math.sqrt(correction2) / state["exp_avg_sq"].sqrt().add_(group["eps"])
            p.add_(first * group["lr"] * adaptive * factor, alpha=-1.0)
        else:
            p.add_(first * group["lr"], alpha=-1.0)


class ASGD(Optimizer):
    _is_of_parts = True

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False):
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=_torch.tensor(0.0), eta=_torch.tensor(group["lr"]), mu=_torch.tensor(1.0),
                         ax=_torch.zeros_like(p))
        state["step"] += 1
        step = state["step"].item()
        g = _decayed(g, p, group)
        eta, mu = state["eta"].item(), state["mu"].item()
        p.mul_(1 - group["lambd"] * eta)
        p.add_(g, alpha=-eta)
        if mu != 1:
            state["ax"].add_(p.sub(state["ax"]).mul(mu))
        else:
            state["ax"].copy_(p)
        state["eta"].copy_(_torch.tensor(group["lr"] / (1 + group["lambd"] * group["lr"] * step) ** group["alpha"]))
        state["mu"].copy_(_torch.tensor(1 / max(1, step - group["t0"])))


class Rprop(Optimizer):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), foreach=None, maximize=False):
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize))

    def _update(self, p, g, state, group):
        if not state:
            state.update(step=0, prev=_torch.zeros_like(p), step_size=_torch.full_like(p, group["lr"]))
        state["step"] += 1
        smaller, larger = group["etas"]
        sign = g.mul(state["prev"]).sign()
        factor = _torch.where(sign > 0, larger, _torch.where(sign < 0, smaller, 1.0)).to(p.dtype)
        state["step_size"].mul_(factor).clamp_(*group["step_sizes"])
        g = _torch.where(sign < 0, _torch.zeros_like(g), g)
        p.addcmul_(g.sign(), state["step_size"], value=-1)
        state["prev"].copy_(g)


def __getattr__(name):
    if name == "lr_scheduler":
        return __import__("torch.optim.lr_scheduler", None, None, ("*",))
    if name == "LBFGS":
        return __import__("torch.optim.lbfgs", None, None, ("*",)).LBFGS
    raise AttributeError(f"module 'torch.optim' has no attribute {name!r}")
