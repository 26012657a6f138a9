# Normalizations, embeddings, losses, distances and attention.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/normalization-and-attention.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import Optional
from torch import Tensor


def normalized(x: Tensor, w: Tensor, b: Tensor):
    return (F.layer_norm(x, [4], w, b), F.group_norm(x, 2), F.instance_norm(x), F.normalize(x, dim=2),
            F.batch_norm(x, torch.zeros(2), torch.ones(2), None, None, False), F.local_response_norm(x, 2))


def trained(x: Tensor, mean: Tensor, var: Tensor):
    y = F.batch_norm(x, mean, var, None, None, True, 0.1)
    return y, mean, var


def embedded(i: Tensor, w: Tensor):
    return F.embedding(i, w), F.embedding(i, w, 0), F.one_hot(i, 4), F.embedding_bag(i, w, mode="mean")


def losses(x: Tensor, y: Tensor, target: Tensor):
    return (F.mse_loss(x, y), F.l1_loss(x, y, reduction="none"), F.smooth_l1_loss(x, y), F.huber_loss(x, y),
            F.cross_entropy(x, target), F.nll_loss(x, target), F.kl_div(x, y.softmax(1), reduction="batchmean"),
            F.binary_cross_entropy_with_logits(x, y.sigmoid()), F.cosine_similarity(x, y))


def attention(q: Tensor, k: Tensor, v: Tensor, mask: Optional[Tensor]):
    scores = torch.matmul(q, k.transpose(-2, -1)) / float(q.size(-1)) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    return torch.matmul(scores.softmax(-1), v)



def masked_twice(q: Tensor, mask: Tensor):
    return F._scaled_dot_product_attention(q, q, q, mask, 0.0, True, True)


def distances(x: Tensor, y: Tensor):
    return torch.cdist(x, y), torch.cdist(x, y, 1.0), F.pairwise_distance(x, y), torch.dist(x, y)


X = torch.arange(16.0).reshape(2, 2, 4) / 8 - 1
Y = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])
CALLS = [("normalized", [X, torch.arange(4.0), torch.ones(4)]), ("trained", [X, torch.zeros(2), torch.ones(2)]),
         ("embedded", [torch.tensor([[0, 3], [1, 0]]), torch.arange(8.0).reshape(4, 2)]),
         ("embedded", [torch.tensor([[0, 4]]), torch.arange(8.0).reshape(4, 2)]),
         ("losses", [Y, Y.flip(0), torch.tensor([2, 0])]),
         ("attention", [X, X, X, None]), ("attention", [X, X + 1, X, torch.tensor([[1, 0], [1, 1]])]),
         ("masked_twice", [X, torch.zeros(2, 2)]), ("distances", [Y, Y.flip(1)])]
