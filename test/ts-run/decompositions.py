# Composite operators run compiled, as the functions they are decomposed to, and
# give what the runtime's kernels give.
# RUN: ts-run %s --entry=activations --input=3x4:f32=randn > %t
# RUN: ts-run %s --entry=activations --input=3x4:f32=randn --specialize=false | diff %t -
# RUN: ts-run %s --entry=losses --input=3x4:f32=randn --input=3x4:f32=rand > %t
# RUN: ts-run %s --entry=losses --input=3x4:f32=randn --input=3x4:f32=rand --specialize=false | diff %t -
# RUN: ts-run %s --entry=statistics --input=3x4:f32=randn > %t
# RUN: ts-run %s --entry=statistics --input=3x4:f32=randn --specialize=false | diff %t -
# RUN: ts-run %s --entry=products --input=3x4:f32=randn > %t
# RUN: ts-run %s --entry=products --input=3x4:f32=randn --specialize=false | diff %t -
# RUN: ts-run %s --entry=images --input=2x4x6x6:f32=rand --save-output=%t.npz
# RUN: ts-run %s --entry=images --input=2x4x6x6:f32=rand --specialize=false --expect=%t.npz --rtol=1e-4
# RUN: ts-run %s --entry=activations --input=3x4:f32=randn --decompositions=%S/Inputs/mish.py | FileCheck %s --check-prefix=MINE
# RUN: ts-run %s --entry=activations --input=3x4:f32=randn --specialize=false --decompositions=%S/Inputs/mish.py | FileCheck %s --check-prefix=MINE
# RUN: not ts-run %s --entry=activations --input=3x4:f32=randn --decompositions=%s 2>&1 | FileCheck %s --check-prefix=NONE
# NONE: error: {{.*}}decompositions.py: no function is decorated with '@register_decomposition(OPERATOR)'
# NONE: the decompositions cannot be applied
# MINE: 7 7 7 7
# MINE-NEXT: 7 7 7 7
# RUN: ts-run %s --entry=activations --input=3x4:f32=randn --report-residue 2>&1 | FileCheck %s
# RUN: ts-run %s --entry=losses --input=3x4:f32=randn --input=3x4:f32=rand --report-residue 2>&1 | FileCheck %s
# RUN: ts-run %s --entry=statistics --input=3x4:f32=randn --report-residue 2>&1 | FileCheck %s
# RUN: not ts-run %s --entry=activations --input=3x3:f32=randn 2>&1 | FileCheck %s --check-prefix=ODD
# CHECK: {{^}}0 operator(s) run in the runtime
# ODD: in glu
# ODD: RuntimeError: Halving dimension must be even, but dimension 1 is size 3
import torch
import torch.nn.functional as F
from torch import Tensor


def activations(x: Tensor):
    return (F.celu(x, 2.0), F.selu(x), F.softplus(x), F.mish(x), F.logsigmoid(x),
            F.hardshrink(x), F.softshrink(x), F.threshold(x, 0.1, 7.0), F.glu(x, 1))


def losses(x: Tensor, y: Tensor):
    return (F.mse_loss(x, y), F.l1_loss(x, y, reduction="sum"), F.smooth_l1_loss(x, y, beta=0.5),
            F.huber_loss(x, y, reduction="none"), F.binary_cross_entropy_with_logits(x, y),
            F.soft_margin_loss(x, y))


def statistics(x: Tensor):
    return (x.var(), x.std(), x.var(1), x.std([0, 1], keepdim=True), torch.logsumexp(x, 1),
            torch.var(x, 0, correction=0, keepdim=False), F.cosine_similarity(x, x + 1.0))


def products(x: Tensor):
    a, b = x.chunk(2, dim=1)
    v, w, u = x.unbind()
    return (torch.addcmul(a, a, b, value=2), torch.addcdiv(a, a, b + 10), torch.lerp(a, b, 0.25),
            torch.lerp(a, b, a.sigmoid()), x.mv(w), torch.dot(v, u), torch.outer(v, w),
            torch.addmv(a[:, 0], x, w, beta=0.5), torch.stack([v, u], -1))


def images(x: Tensor):
    return (F.group_norm(x, 2), F.instance_norm(x), F.pixel_shuffle(x, 2), F.pixel_unshuffle(x, 2),
            F.channel_shuffle(x, 2))
