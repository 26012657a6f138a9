# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/traced-operators.out %t
# REQUIRES: ts-run
# What traces record of operators, numbers, sizes and constants, and what they compute; the output is what Python prints.
import warnings

import torch

warnings.simplefilter("ignore")


def f(a):
    c = a.clone()
    c[0] = 5
    c[:, 1] = a[:, 0]
    c[0, 1] += 2
    c[c > 1] = 0
    return c


operators = {
    'add_': lambda a, b: a.clone().add_(1),
    'iadd': lambda a, b: a.clone().__iadd__(2),
    'sub_': lambda a, b: a.clone().sub_(1.5),
    'mul_': lambda a, b: a.clone().mul_(2),
    'div_': lambda a, b: a.clone().div_(2),
    'fill_': lambda a, b: a.clone().fill_(3),
    'setitem': lambda a, b: f(a),
    'pow_': lambda a, b: a.clone().pow_(2),
    'fd': lambda a, b: a // 2,
    'fd2': lambda a, b: torch.floor_divide(a, 2),
    'rem': lambda a, b: a % 2,
    'rsub': lambda a, b: 3 - a,
    'rdiv': lambda a, b: 3 / a,
    'rpow': lambda a, b: 2 ** a,
    'rmul': lambda a, b: 2 * a,
    'radd': lambda a, b: 2 + a,
    'gt': lambda a, b: a > 1,
    'gt_': lambda a, b: a.clone().gt_(1),
    'eq': lambda a, b: a == 1,
    'max': lambda a, b: a.clamp(min=2),
    'fmod': lambda a, b: a.fmod(2),
    'alpha': lambda a, b: torch.add(a, b, alpha=2),
    'alphan': lambda a, b: torch.add(a, 2, alpha=3),
    'mf': lambda a, b: a.masked_fill(a > 0, 2.0),
    'where': lambda a, b: torch.where(a > 0, a, b),
    'div_mode': lambda a, b: torch.div(a, 2, rounding_mode='floor'),
    'float': lambda a, b: a.float() + 1,
    'to': lambda a, b: a.to(torch.float32) * 2,
    'type_as': lambda a, b: a.type_as(b) * 2,
    'tod': lambda a, b: a.double(),
    'long': lambda a, b: a.long(),
    'contig': lambda a, b: a.contiguous() + 1,
    'cpu': lambda a, b: a.cpu() + 1,
    'todev': lambda a, b: a.to('cpu') + 1,
    'todd': lambda a, b: a.to(b) + 1,
    'zl': lambda a, b: torch.zeros_like(a),
    'ol': lambda a, b: torch.ones_like(a, dtype=torch.int64),
    'rl': lambda a, b: torch.full_like(a, 2),
    'new': lambda a, b: a.new_zeros(2, 3),
    'newf': lambda a, b: a.new_full((2,), 3),
    'newt': lambda a, b: a.new_ones((a.size(0), 2)),
    'full': lambda a, b: torch.full((2, 2), 7),
    'fullb': lambda a, b: torch.full((2,), 1.5, dtype=torch.float64),
    'ones': lambda a, b: torch.ones(2, 2),
    'arange': lambda a, b: torch.arange(a.size(0)),
    'arange2': lambda a, b: torch.arange(0, 6, 2),
    'arange3': lambda a, b: torch.arange(0, a.size(1), 2, dtype=torch.float),
    'lin': lambda a, b: torch.linspace(0, 1, 5),
    'eye': lambda a, b: torch.eye(3),
    'tensor': lambda a, b: a + torch.tensor([1., 2.]),
    'tensor0': lambda a, b: a * torch.tensor(2.),
    'empty': lambda a, b: torch.empty(2).fill_(1),
    'sz_mul': lambda a, b: a.size(0) * a,
    'sz_mul2': lambda a, b: a * a.size(0),
    'sz_add': lambda a, b: a.size(0) + a,
    'sz_sub': lambda a, b: a.size(0) - a,
    'sz_div': lambda a, b: a / a.size(0),
    'sz_rdiv': lambda a, b: a.size(0) / a,
    'sz_fd': lambda a, b: a.view(a.size(0) // 2, -1),
    'sz_view': lambda a, b: a.view(-1, a.shape[1] * a.shape[0]),
    'numel': lambda a, b: a / a.numel(),
    'shape': lambda a, b: b.expand(a.shape),
    'shape2': lambda a, b: a.reshape(a.shape[0], *a.shape[1:]),
    'dim': lambda a, b: a.sum(a.dim() - 1),
    'len': lambda a, b: a * len(a),
    'int': lambda a, b: a * int(a.size(0)),
    'unp': lambda a, b: [t for t in a.unbind(0)][0],
    'split': lambda a, b: a.split(1)[1],
    'chunk': lambda a, b: torch.chunk(a, 2, 1)[0],
    'maxd': lambda a, b: a.max(1)[0],
    'maxi': lambda a, b: a.max(dim=1).indices,
    'sort': lambda a, b: a.sort(0)[0],
    'topk': lambda a, b: a.topk(1)[1],
    'idx': lambda a, b: a[0],
    'idx2': lambda a, b: a[:, 0],
    'idx3': lambda a, b: a[..., -1],
    'idx4': lambda a, b: a[torch.tensor([0])],
    'idx5': lambda a, b: a[a > 0],
    'idx6': lambda a, b: a[1:, ::2],
    'idx7': lambda a, b: a[:, None],
    'neg': lambda a, b: ~(a > 0),
    'and': lambda a, b: (a > 0) & (b > 0),
    'T': lambda a, b: a.T,
    'perm': lambda a, b: a.permute(1, 0),
    'tr': lambda a, b: a.transpose(0, 1),
    'sq': lambda a, b: a.unsqueeze(1).squeeze(1),
    'cat': lambda a, b: torch.cat((a, a)),
    'stack': lambda a, b: torch.stack([a, a], dim=1),
    'ein': lambda a, b: torch.einsum('ij,j->i', a, b),
    'mm': lambda a, b: a.mm(a),
    'at': lambda a, b: a @ b,
    'abs': lambda a, b: abs(a),
    'sum': lambda a, b: a.sum(dim=1, keepdim=True),
    'sumt': lambda a, b: a.sum((0, 1)),
    'mean': lambda a, b: a.mean(),
    'std': lambda a, b: a.std(0),
    'soft': lambda a, b: torch.softmax(a, -1),
    'fsoft': lambda a, b: torch.nn.functional.softmax(a, dim=-1),
    'relu': lambda a, b: torch.nn.functional.relu(a, inplace=False),
    'gelu': lambda a, b: torch.nn.functional.gelu(a),
    'drop': lambda a, b: torch.nn.functional.dropout(a, 0.5, False),
    'lin2': lambda a, b: torch.nn.functional.linear(a, a, b),
    'ln': lambda a, b: torch.nn.functional.layer_norm(a, (2,)),
    'pad': lambda a, b: torch.nn.functional.pad(a, (1, 1)),
    'interp': lambda a, b: torch.nn.functional.interpolate(a[None, None], scale_factor=2.0),
    'interps': lambda a, b: torch.nn.functional.interpolate(a[None, None], size=(4, 4), mode='bilinear', align_corners=False),
    'conv': lambda a, b: torch.nn.functional.conv1d(a[None], a[None]),
    'mp': lambda a, b: torch.nn.functional.max_pool2d(a[None], 2),
    'ap': lambda a, b: torch.nn.functional.avg_pool2d(a[None], 2),
    'aap': lambda a, b: torch.nn.functional.adaptive_avg_pool2d(a[None], 1),
    'bn': lambda a, b: torch.nn.functional.batch_norm(a, b, b),
    'emb': lambda a, b: torch.nn.functional.embedding(torch.tensor([0, 1]), a),
    'ce': lambda a, b: torch.nn.functional.cross_entropy(a, torch.tensor([0, 1])),
    'oh': lambda a, b: torch.nn.functional.one_hot(torch.tensor([0, 1]), 3),
    'det': lambda a, b: a.detach() + 1,
    'clone': lambda a, b: a.clone(),
    'rep': lambda a, b: a.repeat(2, 1),
    'flat': lambda a, b: a.flatten(1),
    'gather': lambda a, b: a.gather(0, torch.tensor([[0, 1]])),
    'cumsum': lambda a, b: a.cumsum(0),
    'tril': lambda a, b: a.tril(),
    'outer': lambda a, b: torch.outer(b, b),
    'bmm': lambda a, b: torch.bmm(a[None], a[None]),
    'addmm': lambda a, b: torch.addmm(b, a, a),
    'rsq': lambda a, b: torch.rsqrt(a),
    'logical': lambda a, b: a.bool(),
    'sigm': lambda a, b: a.sigmoid_(),
    'item': lambda a, b: a * b.sum().item(),
    'round': lambda a, b: torch.round(a),
    'sizet': lambda a, b: torch.ones(a.size()),
    'zl2': lambda a, b: torch.zeros(a.size(0), a.size(1), device=a.device, dtype=a.dtype),
    'data': lambda a, b: a.data * 2,
    'and': lambda a, b: a.long() & 1,
    'shift': lambda a, b: a.long() << 1,
    'tdiv': lambda a, b: torch.true_divide(a, 2),
    'mult': lambda a, b: torch.multiply(a, 2),
    'subt': lambda a, b: torch.subtract(a, 2),
    'divd': lambda a, b: torch.divide(a, 2),
    'fd_': lambda a, b: a.clone().floor_divide_(2),
    'ifd': lambda a, b: a.clone().__ifloordiv__(2),
    'imod': lambda a, b: a.clone().__imod__(2),
    'ipow': lambda a, b: a.clone().__ipow__(2),
    'rfd': lambda a, b: 7 // a,
    'maxs': lambda a, b: torch.max(a, torch.tensor(1.)),
    'szpow': lambda a, b: a * a.size(0) ** 2,
    'szhalf': lambda a, b: a * (a.size(0) / 2),
    'szsqrt': lambda a, b: a / a.size(1) ** 0.5,
    'szneg': lambda a, b: a * -a.size(0),
    'szcmp': lambda a, b: a + 1 if a.size(0) > 1 else a,
    'szslice': lambda a, b: a[:a.size(0) - 1],
    'szidx': lambda a, b: a[a.size(0) - 1],
    'szarange': lambda a, b: torch.arange(a.size(0) * 2, dtype=torch.float32),
    'szones': lambda a, b: torch.ones(a.size(0) + 1),
    'sznew': lambda a, b: a.new_zeros(a.size(1), a.size(0)),
    'szexp': lambda a, b: b.unsqueeze(0).expand(a.size(0), -1),
    'szrep': lambda a, b: b.repeat(a.size(0), 1),
    'szview': lambda a, b: a.view(a.size(0), 1, -1),
    'szint': lambda a, b: int(a.size(0)) * a,
    'szrange': lambda a, b: sum(a[i] for i in range(a.size(0))),
    'szmax': lambda a, b: a * max(a.size(0), a.size(1)),
    'szpad': lambda a, b: torch.nn.functional.pad(a, (0, a.size(0))),
    'szinterp': lambda a, b: torch.nn.functional.interpolate(a[None, None], size=(a.size(0) * 2, a.size(1) * 2)),
    'iter': lambda a, b: torch.stack([r * 2 for r in a]),
    'len': lambda a, b: torch.zeros(len(a)),
    'zip': lambda a, b: torch.stack([x + y for x, y in zip(a, b)]),
    'like': lambda a, b: torch.rand_like(a) * 0,
    'masked': lambda a, b: a.masked_fill(torch.tril(torch.ones(a.size(0), a.size(0))) == 0, float('-inf')),
    'pos': lambda a, b: torch.arange(a.size(1), device=a.device).unsqueeze(0) + a,
    'f16': lambda a, b: a.half().float(),
    'cumd': lambda a, b: a.sum(-1, dtype=torch.float64),
    'topk': lambda a, b: a.topk(a.size(1), dim=1),
    'lstmish': lambda a, b: torch.sigmoid(a).chunk(2, 1),
    'detach': lambda a, b: a.detach(),
    'req': lambda a, b: a.requires_grad_(False) * 2,
    'copy': lambda a, b: a.clone().copy_(b),
    'zero': lambda a, b: a.clone().zero_(),
    'unf': lambda a, b: a.unfold(0, 2, 1),
    'nz': lambda a, b: a.nonzero(),
    'eq': lambda a, b: a.eq(b).all(),
    'sel': lambda a, b: a.index_select(0, torch.tensor([1])),
    'meshgrid': lambda a, b: torch.meshgrid(b, b, indexing='ij')[0],
}
for name, function in operators.items():
    traced = torch.jit.trace(function, (torch.ones(2, 2), torch.tensor([5., 6.])), check_trace=False)
    print(name, traced.code)
    if name not in ("empty",):
        print(traced(torch.full((2, 2), 3.), torch.tensor([1., 2.])))

# Sizes stay sizes.
for function in (lambda a: a[a.size(0) - 1] * (a.size(1) / 2), lambda a: a.detach() / a.size(1) ** 0.5 + a.numel(),
                 lambda a: torch.arange(a.size(0)) * -a.size(0)):
    print(torch.jit.trace(function, torch.ones(2, 3))(torch.ones(4, 5)))

# An expression that is too long is written after what is computed before it.
fs = [lambda a: torch.ones(a.numel(), a.numel()),
 lambda a: torch.add(torch.sigmoid(a), torch.where(torch.logical_and(a > 0, a < 5), torch.tanh(a), torch.cos(a))),
 lambda a: torch.where(a > 0, torch.sigmoid(a), torch.relu(torch.relu(torch.clamp(torch.tanh(torch.sin(torch.cos(a))), 0.25, 0.75)))),
 lambda a: torch.relu(a) + torch.cos(a).view(a.size(0), -1),
 lambda a: torch.stack([torch.relu(a), torch.exp(torch.exp(torch.exp(torch.exp(torch.exp(a))))), torch.cos(a)])]
for f in fs:
    print(torch.jit.trace(f, (torch.ones(2, 3),), check_trace=False).code)
@torch.jit.script
def f(a: torch.Tensor):
    return torch.add(torch.sigmoid(a), torch.where(torch.logical_and(a > 0, a < 5), torch.tanh(a), torch.cos(a)))
@torch.jit.script
def g(a: torch.Tensor):
    return torch.stack([torch.relu(a), torch.exp(torch.exp(torch.exp(torch.exp(torch.exp(a))))), torch.cos(a)])
@torch.jit.script
def h(a: torch.Tensor, b: torch.Tensor):
    return torch.relu(a) + torch.cos(b).view([int(torch.sum(torch.exp(torch.exp(a)))), int(torch.sum(torch.exp(torch.exp(torch.exp(b))))), 3])
print(f.code, g.code, h.code)
